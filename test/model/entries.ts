/** What the model of the tree is made of. It knows nothing of `src/`. */

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
  /** The service's id, learned when the entry is first seen. */
  id: number | undefined;
  name: string;
  /** Undefined for homes, and for what lies in the trash itself. */
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
  /** Null: follows the name. */
  title: string | null;
  comments: string;
}

export type Entry = Folder | Document;

export interface Lock {
  /** Learned from the answer. */
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
  /** What the entry is called at the mount root of whom it is shared with. */
  name: string;
}

/** True when a document left a name at the mount root only, and lies where it lay. */
export function isByName({ document, lay, folder }: Departure): boolean {
  return document.folder === lay.folder && folder !== lay.folder;
}

export interface Deletion {
  /** Where it lay; undefined when that is gone for good. */
  folder: Folder | undefined;
  /** Whose home it lay in. */
  readonly owner: Login;
  readonly by: Login;
}

/** A name as a user knows it: what is shared with him stands in his home. */
export interface KnownName {
  readonly folder: Folder;
  readonly name: string;
}

/** A document that a user took away from a name (docs/build/webdav-clients.md, rules 2 and 3). */
export interface Departure extends KnownName {
  readonly by: Login;
  readonly document: Document;
  /** Where it lay in truth, and its own name there. */
  readonly lay: KnownName;
  readonly isDeletion: boolean;
  readonly at: number;
}

/** Where a path leads, or would lead. */
export interface Place {
  /** Where the entry lies or would lie, and its own name there. */
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

/** What makes two names the same. */
export function keyOf(name: string): string {
  return name.normalize('NFC');
}

export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}
