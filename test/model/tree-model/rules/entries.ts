/** Types of the model of the tree. The model is independent of `src/`. */

export const LOGINS = ['ann', 'ben'] as const;
export type Login = (typeof LOGINS)[number];

export const READ = 1;
export const UPDATE = 2;
export const CREATE = 4;
export const DELETE = 8;
export const ALL = 31;

export interface Version {
  readonly number: number;
  readonly content: string;
  readonly by: Login;
  readonly at: number;
}

interface EntryBase {
  /** Id in the service, learned when the entry is first seen. */
  id: number | undefined;
  name: string;
  /** Undefined for homes, and for the deleted entries themselves. */
  folder: Folder | undefined;
  readonly createdBy: Login;
  readonly createdAt: number;
  /** Dead properties. */
  properties: ReadonlyMap<string, string>;
}

export interface Folder extends EntryBase {
  readonly kind: 'folder';
}

export interface Document extends EntryBase {
  readonly kind: 'file';
  /** Oldest first; the last is the head. */
  versions: readonly Version[];
  /** Null: derived from the name. */
  title: string | null;
  comments: string;
}

export type Entry = Folder | Document;

export interface Lock {
  /** Learned from the response. */
  token: string | undefined;
  entry: Entry;
  readonly by: Login;
  readonly scope: 'exclusive' | 'shared';
  readonly depth: '0' | 'infinity';
  readonly expiresAt: number;
}

export interface Grant {
  readonly entry: Entry;
  readonly to: Login;
  readonly bits: number;
  /** Name of the entry at the recipient's mount root. */
  name: string;
}

/** True when a document only left a name at the mount root, and was not moved. */
export function isByName({ document, lay, folder }: Departure): boolean {
  return document.folder === lay.folder && folder !== lay.folder;
}

export interface Deletion {
  /** Original folder; undefined when it no longer exists. */
  folder: Folder | undefined;
  /** Owner of the original home. */
  readonly owner: Login;
  readonly by: Login;
}

/** A name as seen by a user: shared entries appear in the user's home. */
export interface KnownName {
  readonly folder: Folder;
  readonly name: string;
}

/** A document that a user removed from a name (docs/build/webdav-clients.md, rules 2 and 3). */
export interface Departure extends KnownName {
  readonly by: Login;
  readonly document: Document;
  /** Actual folder and name of the document before it left. */
  readonly lay: KnownName;
  readonly isDeletion: boolean;
  readonly at: number;
}

/** The target of a path, which need not exist. */
export interface Place {
  /** Actual or future folder and name of the entry. */
  readonly folder: Folder;
  readonly name: string;
  readonly existing: Entry | undefined;
  readonly known: KnownName;
}

export function head(document: Document): Version {
  const last = document.versions.at(-1);
  if (last === undefined) throw new Error(`${document.name} has no version`);
  return last;
}

/** The key by which names are compared. */
export function keyOf(name: string): string {
  return name.normalize('NFC');
}

export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}
