import type { LockSummary } from './lock.ts';

/** Top-level folders: a user's home, a folder of the office, or what lies in the trash. */
export type RootKind = 'home' | 'system' | 'trash';

/** What folders and documents have in common. Times in milliseconds UTC. */
interface EntryBase {
  readonly id: number;
  /** Null for roots only. */
  readonly parentId: number | null;
  readonly rootKind: RootKind | null;
  /** The user whose home this is; null for all but homes. */
  readonly ownerId: number | null;
  readonly name: string;
  readonly createdAt: number;
  /** Last change of content, name or metadata, by the clock of the server. */
  readonly updatedAt: number;
  readonly createdBy: number | null;
  readonly updatedBy: number | null;
}

export interface Folder extends EntryBase {
  readonly kind: 'folder';
}

/** A document with what its head version says. */
export interface Document extends EntryBase {
  readonly kind: 'file';
  /** Null: follows the name (its extension left out). */
  readonly title: string | null;
  readonly comments: string;
  /** Number of the head. */
  readonly version: number;
  readonly size: number;
  readonly mimeType: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** When the content was last modified, as the client says (`X-OC-Mtime`) or the server saw it: Last-Modified. */
  readonly modifiedAt: number;
}

export type Entry = Folder | Document;

/** A document by its newest content: what clients compare. */
export type Head = Pick<Document, 'id' | 'version' | 'sha256' | 'modifiedAt'>;

/** Somebody, as far as others may know him. */
export interface Person {
  readonly id: number;
  readonly name: string;
}

/** What every record says besides its entry, in the eyes of one actor. */
interface Seen {
  /** Effective permission bits of the actor. */
  readonly permissions: number;
  /** Null for what belongs to the office. */
  readonly owner: Person | null;
  readonly createdByPerson: Person | null;
  readonly updatedByPerson: Person | null;
  /**
   * The folder as the actor sees it: its id; 0 where the actor reaches the entry only at his mount root;
   * null for roots.
   */
  readonly folderId: number | null;
  readonly locked: LockSummary | null;
}

export interface FolderRecord extends Folder, Seen {
  /** Somebody besides the owner has a grant on this very folder. */
  readonly shared: boolean;
  readonly system: boolean;
}

export interface DocumentRecord extends Document, Seen {}

/** An entry as one actor sees it; the name is the one at his mount root where it differs. */
export type EntryRecord = FolderRecord | DocumentRecord;

/** One content of a document. */
export interface Version {
  readonly number: number;
  readonly size: number;
  readonly mimeType: string;
  readonly sha256: string;
  readonly author: Person | null;
  readonly comment: string;
  readonly createdAt: number;
}

/** A dead property (RFC 4918 §4). `xml` is the whole element as canonical XML text. */
export interface DeadProperty {
  readonly namespace: string;
  readonly name: string;
  readonly xml: string;
}

/** One deletion, whole. */
export interface TrashRecord {
  readonly entry: EntryRecord;
  /** Where it was, from the root of its home or system folder, starting with `/`. */
  readonly path: string;
  readonly deletedAt: number;
  readonly deletedBy: Person | null;
}
