import type { ShownLock } from './lock.ts';
import type { RenditionState } from './rendition.ts';

/** Kinds of entries without a parent: the home of a user, a system folder, an entry in the trash. */
export type RootKind = 'home' | 'system' | 'trash';

/** Common fields of folders and documents. Times in milliseconds UTC. */
interface EntryBase {
  readonly id: number;
  /** Id of the folder that contains the entry; null for a root. */
  readonly parentId: number | null;
  /** Null for an entry inside a folder. */
  readonly rootKind: RootKind | null;
  /** The user whose home this folder is; null for all other entries. */
  readonly ownerId: number | null;
  readonly name: string;
  readonly createdAt: number;
  /** Last change of content, name or metadata, by the server's clock. */
  readonly updatedAt: number;
  /** Null if the account was deleted, or if the service created the entry; the same applies to `updatedBy`. */
  readonly createdBy: number | null;
  readonly updatedBy: number | null;
}

/** A folder. */
export interface Folder extends EntryBase {
  readonly kind: 'folder';
}

/** A document, with the fields of its newest version. */
export interface Document extends EntryBase {
  readonly kind: 'file';
  /** Null: no title was set, and the title is the name without its extension. */
  readonly title: string | null;
  readonly comments: string;
  /** Number of the newest version (the head). */
  readonly version: number;
  /** Bytes. */
  readonly size: number;
  readonly mimeType: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Modification time of the content: from the client (`X-OC-Mtime`), otherwise the time of storing. */
  readonly modifiedAt: number;
}

/** A folder or a document. */
export type Entry = Folder | Document;

/** Approximate memory of an entry, in bytes. */
export function memoryOf(entry: Entry): number {
  const texts = entry.kind === 'file' ? [entry.name, entry.title ?? '', entry.comments] : [entry.name];
  return texts.reduce((bytes, text) => bytes + 2 * text.length, 1024);
}

/** The fields of a document by which clients recognise its content. */
export type Head = Pick<Document, 'id' | 'version' | 'sha256' | 'modifiedAt'>;

/** A user, as shown to other users. */
export interface Person {
  readonly id: number;
  readonly name: string;
}

/** Fields that a record adds to its entry. Most of them depend on the actor who reads the record. */
interface RecordFields {
  /** Effective permission bits of the actor. */
  readonly permissions: number;
  /** Owner of the home that contains the entry; null in system folders. */
  readonly owner: Person | null;
  readonly createdByPerson: Person | null;
  readonly updatedByPerson: Person | null;
  /** Id of the folder; 0 if the actor can reach the entry only at the mount root; null for a root. */
  readonly folderId: number | null;
  /** The lock that covers the entry; of several locks, the one with the latest expiry. */
  readonly locked: ShownLock | null;
  /** Set if the actor has marked the entry as a favourite. */
  readonly isFavourite?: true;
}

/** A folder, as shown to one actor. */
export interface FolderRecord extends Folder, RecordFields {
  /** True if the folder itself is shared. */
  readonly shared: boolean;
  /** True for a system folder. */
  readonly system: boolean;
}

/** A document, as shown to one actor. */
export interface DocumentRecord extends Document, RecordFields {
  /** State of the thumbnails. */
  readonly thumbnail: RenditionState;
  /** True if `comments` is truncated ({@link cutComments}). */
  readonly areCommentsCut?: true;
}

/** An entry, as shown to one actor. `name` is the name that this actor sees, which may differ at the mount root. */
export type EntryRecord = FolderRecord | DocumentRecord;

/** Maximum length of the comments of a document in a list, in characters. */
const LISTED_COMMENTS = 1000;

/** The record of an entry for a list: long comments are truncated. */
export function cutComments(record: EntryRecord): EntryRecord {
  if (record.kind === 'folder' || record.comments.length <= LISTED_COMMENTS) return record;
  // Characters have at most two code units. The parts are joined, because a slice would keep the whole text in memory.
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

/** One deletion of an entry with everything beneath it. Time in milliseconds UTC. */
export interface TrashRecord {
  readonly entry: EntryRecord;
  /**
   * Former path of the entry, starting with `/`:
   *
   * - in a home, for its owner: from the home
   * - in a system folder, for administrators: from the name of that folder
   * - for any other user, who deleted the entry: from the mount root of that user
   */
  readonly path: string;
  readonly deletedAt: number;
  readonly deletedBy: Person | null;
  /** Time at which the service purges it; null: never. */
  readonly expiresAt: number | null;
}
