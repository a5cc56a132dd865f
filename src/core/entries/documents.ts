import type { Actor, UserActor } from '../../model/actor.ts';
import type { DeadProperty, Document, DocumentRecord, Version } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import type { Expectation } from '../../model/expectation.ts';
import { allows, READ, SHARE, UPDATE } from '../../model/permissions.ts';
import type { Share } from '../../model/share.ts';
import type { Content } from '../../storage/blobs/blobs.ts';
import { Cache } from '../../storage/cache.ts';
import { type Access, demand, requireUser, type Standing } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { EntryRecords, Tree } from '../browse/browse.ts';
import { type Context, commit } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Renaming } from './renaming.ts';

/** Longest history that a metadata record shows. */
const METADATA_VERSIONS = 200;

/** Most that remembered contents take, and what one takes besides its bytes. */
const OPENED_BYTES = 16 * 1024 * 1024;
const RECORD_BYTES = 1024;

/** What a PATCH of a document may change. */
export interface DocumentChanges {
  readonly title?: string | undefined;
  readonly comments?: string | undefined;
  readonly name?: string | undefined;
}

/** A content with what it belongs to. */
export interface OpenedDocument {
  readonly document: Document;
  readonly version: Version;
  readonly content: Content;
}

/** Everything that is known of a document, for one actor. */
export interface DocumentMetadata {
  readonly document: DocumentRecord;
  readonly path: string;
  readonly versions: readonly Version[];
  /** Undefined when the actor may not share it. */
  readonly shares: readonly Share[] | undefined;
  readonly properties: readonly DeadProperty[];
}

/** What {@link Documents} works with. */
interface Parts {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly locks: WriteLocks;
  readonly records: EntryRecords;
  readonly renaming: Renaming;
  readonly tree: Tree;
}

/** Documents and their contents. */
export class Documents {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #opened: Cache<string, OpenedDocument>;

  constructor(context: Context, parts: Parts) {
    this.#opened = new Cache(() => context.database.generation, OPENED_BYTES);
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Changes title, comments or name.
   * @param expect judged on the document before rights are checked
   * @throws {DmsError} not_found | forbidden | locked | invalid (name) | name_taken
   */
  update(actor: Actor, id: number, changes: DocumentChanges, expect?: Expectation): Promise<DocumentRecord> {
    return commit(this.#context, () => {
      const { access, activity, locks, renaming } = this.#parts;
      const { documents, entries } = this.#context.tables;
      const reached = access.document(actor, id, READ, 'write');
      const { user, entry, standing } = reached;
      expect?.(entry, entry.parentId ?? 0);
      demand(reached, UPDATE);
      locks.assertWritable(user, standing);
      const title = changes.title ?? entry.title;
      const comments = changes.comments ?? entry.comments;
      if (title !== entry.title || comments !== entry.comments) {
        documents.updateText(id, title, comments);
        entries.updateTime(id, this.#context.now(), user.userId);
        activity.record(user, 'update', entry.name, entry);
      }
      if (changes.name !== undefined) renaming.rename(access.document(user, id, UPDATE), changes.name);
      return this.#record(user, id);
    });
  }

  /** The content of the head, or of version `number`. @throws {DmsError} not_found */
  open(actor: Actor, id: number, number?: number): OpenedDocument {
    const user = requireUser(actor, 'read');
    if (number !== undefined) return this.#open(user, id, number).opened;
    const key = `${String(user.userId)}:${String(id)}`;
    const known = this.#opened.get(key);
    if (known) return known;
    const { opened, standing } = this.#open(user, id, undefined);
    const weight = RECORD_BYTES + (opened.content.bytes?.length ?? 0);
    if (standing.validUntil === Infinity) this.#opened.set(key, opened, weight);
    return opened;
  }

  /**
   * The record of a document for somebody who has just written it: a token for writing need not be one for reading.
   * @throws {DmsError} not_found
   */
  written(actor: Actor, id: number): DocumentRecord {
    return this.#record(this.#parts.access.document(actor, id, READ, 'write').user, id);
  }

  /** @throws {DmsError} not_found */
  metadata(actor: Actor, id: number): DocumentMetadata {
    const { access, tree } = this.#parts;
    const { properties, shares, versions } = this.#context.tables;
    const { user, standing } = access.document(actor, id);
    return {
      document: this.#record(user, id),
      path: tree.path(user, id),
      versions: versions.list(id, METADATA_VERSIONS, 0),
      shares: allows(standing.permissions, SHARE) ? shares.listOn(id, this.#context.now()) : undefined,
      properties: properties.list(id),
    };
  }

  #open(
    user: UserActor,
    id: number,
    number: number | undefined,
  ): { opened: OpenedDocument; standing: Standing } {
    const { entry, standing } = this.#parts.access.document(user, id);
    const version = this.#context.tables.versions.find(id, number ?? entry.version);
    if (!version) throw notFound();
    return {
      opened: { document: entry, version, content: this.#context.blobs.open(version.sha256) },
      standing,
    };
  }

  #record(user: UserActor, id: number): DocumentRecord {
    const record = this.#parts.records.one(user, id);
    if (record.kind !== 'file') throw notFound();
    return record;
  }
}
