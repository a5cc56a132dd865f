import type { Actor, UserActor } from '../model/actor.ts';
import type { Document, Entry, EntryRecord } from '../model/entry.ts';
import { forbidden } from '../model/errors.ts';
import { isJunk } from '../model/names.ts';
import { DELETE, READ, UPDATE } from '../model/permissions.ts';
import type { EntryTable } from '../storage/entries.ts';
import type { PropertyTable } from '../storage/properties.ts';
import type { Subtrees } from '../storage/subtrees.ts';
import type { VersionTable } from '../storage/versions.ts';
import { type Access, demand, type Reached } from './access.ts';
import type { ActivityLog } from './activity.ts';
import { type Context, commit } from './context.ts';
import { assertApart, type Destination, type Destinations, type Target } from './destinations.ts';
import type { Locks } from './locks.ts';
import { mediaType } from './media-type.ts';
import { assertDepth, assertName, assertRoot, nameTaken } from './placement.ts';
import type { Positions } from './positions.ts';
import type { Records } from './records.ts';
import type { Revisions } from './revisions.ts';
import type { Trash } from './trash.ts';
import type { Usage } from './usage.ts';

/** `replaced`: something was there, and has become a version or gone to the trash. */
export interface Relocation {
  readonly outcome: 'created' | 'replaced';
  readonly entry: EntryRecord;
}

/** What {@link Entries} works with. */
interface Parts {
  readonly access: Access;
  readonly destinations: Destinations;
  readonly entryTable: EntryTable;
  readonly locks: Locks;
  readonly log: ActivityLog;
  readonly positions: Positions;
  readonly properties: PropertyTable;
  readonly records: Records;
  readonly revisions: Revisions;
  readonly subtrees: Subtrees;
  readonly trash: Trash;
  readonly usage: Usage;
  readonly versions: VersionTable;
}

/** Renaming, moving, copying and deleting, of single documents and whole trees alike: one transaction each. */
export class Entries {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** @throws {DmsError} not_found | forbidden | locked | invalid (name) | name_taken */
  rename(actor: Actor, id: number, name: string): Promise<EntryRecord> {
    return commit(this.#context, () => {
      const reached = this.#parts.access.reach(actor, id, UPDATE);
      this.applyRename(reached, name);
      return this.#parts.records.one(reached.user, id);
    });
  }

  /** The work of {@link Entries.rename}, within a transaction that has one already. `reached` allows update. */
  applyRename({ user, entry, standing }: Reached, name: string): void {
    assertName(name);
    if (name === entry.name) return;
    assertRoot(entry, user);
    this.#parts.locks.assertMovable(user, standing);
    const same = this.#sibling(entry, name);
    if (same && same.id !== entry.id) throw nameTaken(name);
    this.#parts.positions.place(user, entry, entry.parentId, name);
    this.#record(user, 'rename', `${entry.name} → ${name}`, { ...entry, name });
  }

  /**
   * Moves an entry with all beneath it; it keeps id, versions, shares and activity. Within one folder it is a rename.
   * @param options.overwrite what is there gives way: a document gets the moved one's content as its next version and
   * keeps its own id; anything else goes to the trash
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id, name) | name_taken | quota_exceeded
   */
  move(actor: Actor, id: number, target: Target, options: { overwrite?: boolean } = {}): Promise<Relocation> {
    return commit(this.#context, () => {
      const source = this.#parts.access.reach(actor, id, READ, 'write');
      const destination = this.#parts.destinations.find(actor, target);
      this.#authoriseMove(source, destination);
      const { existing } = destination;
      if (existing && options.overwrite !== true) throw nameTaken(destination.name);
      if (existing?.entry.kind === 'file' && source.entry.kind === 'file') {
        this.#turnIntoVersion(source, existing, existing.entry, source.entry);
        this.#giveUp(source);
        return { outcome: 'replaced', entry: this.#parts.records.one(source.user, existing.entry.id) };
      }
      if (existing) this.#parts.trash.discard(existing);
      this.#relocate(source, destination);
      const entry = this.#parts.records.one(source.user, id);
      return { outcome: existing ? 'replaced' : 'created', entry };
    });
  }

  /**
   * Copies an entry with all beneath it: new documents with the heads only; no bytes are copied.
   * @param options.depth `0` copies a folder without its members
   * @param options.overwrite as in {@link Entries.move}
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id, name) | name_taken | quota_exceeded
   */
  copy(
    actor: Actor,
    id: number,
    target: Target,
    options: { overwrite?: boolean; depth?: '0' | 'infinity' } = {},
  ): Promise<Relocation> {
    return commit(this.#context, () => {
      const { access, records, trash } = this.#parts;
      const source = access.reach(actor, id, READ, 'write');
      const destination = this.#parts.destinations.find(actor, target);
      assertApart(source, destination);
      const { existing } = destination;
      if (existing && options.overwrite !== true) throw nameTaken(destination.name);
      if (existing?.entry.kind === 'file' && source.entry.kind === 'file') {
        this.#turnIntoVersion(source, existing, existing.entry, source.entry);
        return { outcome: 'replaced', entry: records.one(source.user, existing.entry.id) };
      }
      this.#parts.destinations.authoriseInto(destination.folder);
      if (existing) trash.discard(existing);
      const copied = this.#duplicate(
        source,
        destination,
        source.entry.kind === 'file' || options.depth !== '0',
      );
      return { outcome: existing ? 'replaced' : 'created', entry: records.one(source.user, copied) };
    });
  }

  /** To the trash, with all beneath it. @throws {DmsError} not_found | forbidden | locked */
  remove(actor: Actor, id: number): Promise<void> {
    return commit(this.#context, () => {
      this.#parts.trash.discard(this.#parts.access.reach(actor, id, DELETE));
    });
  }

  #authoriseMove(source: Reached, destination: Destination): void {
    const { user, entry, standing } = source;
    assertRoot(entry, user);
    if (entry.rootKind !== null) throw forbidden(`"${entry.name}" cannot be moved.`);
    assertApart(source, destination);
    const { folder, existing } = destination;
    const replacesDocument = existing?.entry.kind === 'file' && entry.kind === 'file';
    if (folder.entry.id === entry.parentId) demand(source, replacesDocument ? DELETE : UPDATE);
    else {
      demand(source, DELETE);
      if (!replacesDocument) this.#parts.destinations.authoriseInto(folder);
    }
    this.#parts.locks.assertMovable(user, standing);
  }

  /** Saving by rename: the destination keeps its identity and gets the source's content. */
  #turnIntoVersion(source: Reached, existing: Reached, document: Document, content: Document): void {
    const { locks, properties, revisions } = this.#parts;
    demand(existing, UPDATE);
    locks.assertWritable(existing.user, existing.standing);
    const { sha256, size, modifiedAt } = content;
    const mimeType = mediaType(document.name, content.mimeType);
    revisions.add(source.user, document, existing.standing.ownerId, { sha256, size, mimeType, modifiedAt });
    if (properties.list(content.id).length > 0) properties.replaceAll(document.id, content.id);
  }

  /** What is left of a document whose content has gone elsewhere: its history, if it has one, stays in the trash. */
  #giveUp(source: Reached): void {
    const { trash, versions } = this.#parts;
    if (versions.count(source.entry.id) > 1) trash.discard(source);
    else trash.erase(source.entry.id, source.standing.ownerId);
  }

  #relocate(source: Reached, { folder, name }: Destination): void {
    const { locks, subtrees, usage } = this.#parts;
    const { user, entry, standing } = source;
    const isWithin = folder.entry.id === entry.parentId;
    if (!isWithin) assertDepth(folder.standing, entry.kind === 'folder' ? subtrees.height(entry.id) + 1 : 0);
    if (folder.standing.ownerId !== standing.ownerId) {
      const size = subtrees.allVersionsSize(entry.id);
      usage.add(folder.standing.ownerId, size);
      usage.add(standing.ownerId, -size);
    }
    locks.dissolve(entry.id);
    this.#parts.positions.place(user, entry, folder.entry.id, name);
    if (isWithin) this.#record(user, 'rename', `${entry.name} → ${name}`, { ...entry, name });
    else this.#record(user, 'move', `${name} to ${folder.entry.name}`, { ...entry, name });
  }

  #duplicate({ user, entry }: Reached, { folder, name }: Destination, withMembers: boolean): number {
    const { positions, subtrees, usage } = this.#parts;
    if (entry.kind === 'folder')
      assertDepth(folder.standing, (withMembers ? subtrees.height(entry.id) : 0) + 1);
    if (withMembers) usage.add(folder.standing.ownerId, subtrees.headsSize(entry.id));
    const id = positions.copy(user, entry, folder.entry.id, name, withMembers);
    this.#record(user, 'copy', `${entry.name} as ${name}`, { ...entry, id, name });
    return id;
  }

  #sibling(entry: Entry, name: string): Entry | undefined {
    const { entryTable } = this.#parts;
    return entry.parentId === null ? entryTable.findSystem(name) : entryTable.findChild(entry.parentId, name);
  }

  #record(user: UserActor, action: 'rename' | 'move' | 'copy', details: string, entry: Entry): void {
    if (!isJunk(entry)) this.#parts.log.record(user, action, details, entry);
  }
}
