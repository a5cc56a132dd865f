import type { ShownLock } from './lock.ts';
import type { RenditionState } from './rendition.ts';

/** Kinds of entries without a parent: the home of a user, a system folder, an entry in the trash. */
export type RootKind = 'home' | 'system' | 'trash';

/** Fields of folders and documents. Times are milliseconds UTC. */
interface EntryBase {
  readonly id: number;
  /** Id of the folder that the entry is in; null for a root. */
  readonly parentId: number | null;
  /** Null for an entry that is in a folder. */
  readonly rootKind: RootKind | null;
  /** The user whose home this folder is; null for all other entries. */
  readonly ownerId: number | null;
  readonly name: string;
  readonly createdAt: number;
  /** Last change of content, name or metadata, by the server's clock. */
  readonly updatedAt: number;
  /** Null if the account was deleted, or if the service created the entry; so for `updatedBy`. */
  readonly createdBy: number | null;
  readonly updatedBy: number | null;
}

/** A folder. */
export interface Folder extends EntryBase {
  readonly kind: 'folder';
}

/** A document with the fields of its head. */
export interface Document extends EntryBase {
  readonly kind: 'file';
  /** Null: no title was set; then the title is the name without its extension. */
  readonly title: string | null;
  readonly comments: string;
  /** Number of the head, which is the newest version. */
  readonly version: number;
  /** Bytes. */
  readonly size: number;
  readonly mimeType: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** When the content was modified: as the client says (`X-OC-Mtime`), else when the server stored it. */
  readonly modifiedAt: number;
}

/** A folder or a document. */
export type Entry = Folder | Document;

/** About how much memory an entry takes, in bytes. */
export function memoryOf(entry: Entry): number {
  const texts = entry.kind === 'file' ? [entry.name, entry.title ?? '', entry.comments] : [entry.name];
  return texts.reduce((bytes, text) => bytes + 2 * text.length, 1024);
}

/** The fields of a document's head by which clients recognise its content. */
export type Head = Pick<Document, 'id' | 'version' | 'sha256' | 'modifiedAt'>;

/** A user as other users may see them. */
export interface Person {
  readonly id: number;
  readonly name: string;
}

/** Fields that a record adds to its entry. Most of them depend on the actor who reads it. */
interface RecordFields {
  /** Effective permission bits of the actor. */
  readonly permissions: number;
  /** Owner of the home that the entry is in; null in system folders. */
  readonly owner: Person | null;
  readonly createdByPerson: Person | null;
  readonly updatedByPerson: Person | null;
  /** Id of the folder; 0 if the actor reaches the entry only at their mount root; null for a root. */
  readonly folderId: number | null;
  /** The lock that covers the entry; of several locks the one that ends last. */
  readonly locked: ShownLock | null;
}

/** A folder as one actor sees it. */
export interface FolderRecord extends Folder, RecordFields {
  /** True if there is a share on this folder itself. */
  readonly shared: boolean;
  /** True for a system folder. */
  readonly system: boolean;
}

/** A document as one actor sees it. */
export interface DocumentRecord extends Document, RecordFields {
  /** How far the thumbnails are. */
  readonly thumbnail: RenditionState;
  /** True if `comments` has only its beginning ({@link cutComments}). */
  readonly areCommentsCut?: true;
}

/**
 * An entry as one actor sees it. `name` is the name that the actor sees, which may differ at the mount
 * root.
 */
export type EntryRecord = FolderRecord | DocumentRecord;

/** Most characters of the comments of a document in a list. */
const LISTED_COMMENTS = 1000;

/** The record of an entry for a list: of long comments only the beginning. */
export function cutComments(record: EntryRecord): EntryRecord {
  if (record.kind === 'folder' || record.comments.length <= LISTED_COMMENTS) return record;
  // Characters have at most two code units. Joined, as a slice would keep the whole text in memory.
  const comments = Array.from(record.comments.slice(0, 2 * LISTED_COMMENTS))
    .slice(0, LISTED_COMMENTS)
    .join('');
  return comments.length === record.comments.length ? record : { ...record, comments, areCommentsCut: true };
}

/** One content of a document. Time in milliseconds UTC. */
export interface Version {
  /** From 1. */
  readonly number: number;
  /** Bytes. */
  readonly size: number;
  readonly mimeType: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Null if the account was deleted. */
  readonly author: Person | null;
  readonly comment: string;
  readonly createdAt: number;
}

/** A dead property (RFC 4918 §4): stored, but not interpreted by the server. */
export interface DeadProperty {
  readonly namespace: string;
  readonly name: string;
  /** The whole element as canonical XML text. */
  readonly xml: string;
}

/** One deletion of an entry with all entries beneath it. Time in milliseconds UTC. */
export interface TrashRecord {
  readonly entry: EntryRecord;
  /**
   * Path that the entry had, starting with `/`:
   *
   * - in a home, for its owner: from the home
   * - in a system folder, for administrators: from the name of that folder
   * - for any other user, who deleted the entry: from the mount root of that user
   */
  readonly path: string;
  readonly deletedAt: number;
  readonly deletedBy: Person | null;
  /** When the service purges it; null: it does not. */
  readonly expiresAt: number | null;
}
