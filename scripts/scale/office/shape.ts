/** The quantities of an office. */
export interface Shape {
  readonly documents: number;
  readonly users: number;
  /** Number of groups. One of them has all staff users as members. */
  readonly groups: number;
  /** Number of documents of the tree in the trash that is purged, and of the tree that is copied. */
  readonly treeDocuments: number;
  /** Number of documents in each of the {@link Shape.largeFolders}, which have no subfolders. */
  readonly largeFolderDocuments: number;
  readonly largeFolders: number;
  /** Number of single deleted documents. */
  readonly deletions: number;
  /** Number of shares of the user with the most shares. */
  readonly mounts: number;
  readonly activities: number;
}

/** The small office. */
export const SMALL = shapeOf(1000, 20);

/** An office with the proportions of the large one. It needs at least 1,000 documents to contain each kind of entry. */
function shapeOf(documents: number, users: number): Shape {
  return {
    documents,
    users,
    groups: Math.max(2, Math.floor(users / 20)),
    treeDocuments: Math.floor(documents / 10),
    largeFolderDocuments: Math.floor(documents / 100),
    largeFolders: Math.min(10, Math.floor(users / 2)),
    deletions: Math.max(10, Math.floor(documents / 250)),
    mounts: Math.max(10, Math.floor((documents * 17) / 10_000)),
    activities: 2 * documents,
  };
}

/** The large office with this many documents, a thousand per user. */
export function largeShape(documents: number): Shape {
  return shapeOf(documents, Math.max(SMALL.users, Math.floor(documents / 1000)));
}
