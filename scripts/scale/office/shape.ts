/** How many of everything an office has. */
export interface Shape {
  readonly documents: number;
  readonly users: number;
  /** Documents of the tree in the trash that is purged, and of the one that is copied. */
  readonly treeDocuments: number;
  /** Documents of each of the {@link Shape.largeFolders} that have no folders in them. */
  readonly largeFolderDocuments: number;
  readonly largeFolders: number;
  /** Deletions of single documents. */
  readonly deletions: number;
  /** Shares of the one who has more of them than anybody else. */
  readonly mounts: number;
  readonly activities: number;
}

/** The small office. */
export const SMALL = shapeOf(1000, 20);

/** An office in the proportions of the large one. At least 1,000 documents, so that it has one of everything. */
function shapeOf(documents: number, users: number): Shape {
  return {
    documents,
    users,
    treeDocuments: Math.floor(documents / 10),
    largeFolderDocuments: Math.floor(documents / 100),
    largeFolders: Math.min(10, Math.floor(users / 2)),
    deletions: Math.max(10, Math.floor(documents / 250)),
    mounts: Math.max(10, Math.floor((documents * 17) / 10_000)),
    activities: 2 * documents,
  };
}

/** The large office with this many documents: a thousand of them for each user. */
export function largeShape(documents: number): Shape {
  return shapeOf(documents, Math.max(SMALL.users, Math.floor(documents / 1000)));
}
