import type { Actor } from '../../model/actor.ts';
import type { Document, Entry, EntryRecord } from '../../model/entry.ts';
import { forbidden } from '../../model/errors.ts';
import { isTemporaryPath, nameKey } from '../../model/names.ts';
import { DELETE, READ, UPDATE } from '../../model/permissions.ts';
import type { EntryTable } from '../../storage/tree/entries.ts';
import type { Subtrees } from '../../storage/tree/subtrees.ts';
import type { KnownPlace } from '../../storage/tree/vacated-names.ts';
import { type Access, demand, namesOf, type Reached } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity-log.ts';
import type { EntryRecords } from '../browse/entry-records.ts';
import { type Context, commit } from '../context.ts';
import type { WriteLocks } from '../locks/write-locks.ts';
import { assertDepth, assertName, assertRoot, nameTaken } from '../placement/entry-rules.ts';
import type { Relocation } from '../placement/relocation.ts';
import { assertApart, type Destination, type Target, type Targets } from '../placement/targets.ts';
import type { Trash } from '../placement/trash.ts';
import type { Replacement } from '../saving/replacement.ts';
import type { TemporaryFiles } from '../saving/temporary-files.ts';
import type { VacatedNames } from '../saving/vacated-names.ts';
import type { Quota } from '../versions/quota.ts';

/** `replaced`: something was there, and has become a version or gone to the trash. */
export interface RelocationResult {
  readonly outcome: 'created' | 'replaced';
  readonly entry: EntryRecord;
}

/** What {@link EntryOperations} works with. */
interface Parts {
  readonly access: Access;
  readonly departures: VacatedNames;
  readonly destinations: Targets;
  readonly entryTable: EntryTable;
  readonly litter: TemporaryFiles;
  readonly locks: WriteLocks;
  readonly log: ActivityLog;
  readonly positions: Relocation;
  readonly records: EntryRecords;
  readonly subtrees: Subtrees;
  readonly successions: Replacement;
  readonly trash: Trash;
  readonly usage: Quota;
}

/** Renaming, moving, copying and deleting, of single documents and whole trees alike: one transaction each. */
export class EntryOperations {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * @param options.from the name as the client knows it that it takes away from the entry: it may be saving
   * @throws {DmsError} not_found | forbidden | locked | invalid (name) | name_taken
   */
  rename(actor: Actor, id: number, name: string, options: { from?: KnownPlace } = {}): Promise<EntryRecord> {
    return commit(this.#context, () => {
      const reached = this.#parts.access.reach(actor, id, UPDATE);
      this.applyRename(reached, name, options.from);
      return this.#parts.records.one(reached.user, id);
    });
  }

  /** The work of {@link EntryOperations.rename}, within a transaction that has one already. `reached` allows update. */
  applyRename(reached: Reached, name: string, from?: KnownPlace): void {
    const { user, entry, standing } = reached;
    assertName(name);
    if (name === entry.name) return;
    assertRoot(entry, user);
    this.#parts.locks.assertMovable(user, standing);
    const same = this.#sibling(entry, name);
    if (same && same.id !== entry.id) throw nameTaken(name);
    if (nameKey(name) !== nameKey(entry.name)) this.#parts.locks.endWithin(entry.id);
    const document = ofDocument(reached);
    if (document) this.#parts.departures.noteMove(document, [name, ...namesOf(standing).slice(1)], from);
    this.#parts.positions.place(user, entry, entry.parentId, name);
    this.#parts.log.record(user, 'rename', `${entry.name} → ${name}`, { ...entry, name });
  }

  /**
   * Moves an entry with all beneath it; it keeps id, versions, shares and activity. Within one folder it is a rename.
   * @param options.overwrite what is there gives way: a document gets the moved one's content as its next version and
   * keeps its own id; anything else, and what lies at a temporary name, goes to the trash
   * @param options.from as in {@link EntryOperations.rename}: a document that left the target's name a moment ago may come back
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id, name) | name_taken | quota_exceeded
   */
  move(
    actor: Actor,
    id: number,
    target: Target,
    options: { overwrite?: boolean; from?: KnownPlace } = {},
  ): Promise<RelocationResult> {
    return commit(this.#context, () => {
      const { access, destinations, records } = this.#parts;
      const source = access.reach(actor, id, READ, 'write');
      const destination = destinations.find(actor, target);
      const onto = isTemporary(destination) ? undefined : replaced(source, destination);
      this.#authoriseMove(source, destination, onto !== undefined);
      const outcome = outcomeOf(destination, options);
      const content = ofDocument(source);
      const document = onto ?? (content && options.from && this.#predecessor(content, destination));
      if (content && document) this.#parts.successions.move(content, document);
      else this.#moveItself(source, destination, options.from);
      return { outcome, entry: records.one(source.user, document?.entry.id ?? id) };
    });
  }

  /**
   * Copies an entry with all beneath it: new documents with the heads only; no bytes are copied.
   * @param options.depth `0` copies a folder without its members
   * @param options.overwrite what is there gives way: a document gets the content as its next version; anything else
   * goes to the trash
   * @param options.resumes a document that the same user moved away from the target's name a moment ago comes back
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id, name) | name_taken | quota_exceeded
   */
  copy(
    actor: Actor,
    id: number,
    target: Target,
    options: { overwrite?: boolean; depth?: '0' | 'infinity'; resumes?: boolean } = {},
  ): Promise<RelocationResult> {
    return commit(this.#context, () => {
      const { access, destinations, records, successions } = this.#parts;
      const source = access.reach(actor, id, READ, 'write');
      const destination = destinations.find(actor, target);
      const outcome = outcomeOf(destination, options);
      assertApart(source, destination);
      const onto = replaced(source, destination);
      if (!onto) destinations.authoriseInto(destination.folder);
      const content = ofDocument(source);
      const resumes = content !== undefined && options.resumes === true && !destination.existing;
      const document = onto ?? (resumes ? successions.predecessorOfCopied(destination) : undefined);
      if (content && document) successions.copy(content, document);
      const copied = document?.entry.id ?? this.#copyItself(source, destination, options.depth !== '0');
      return { outcome, entry: records.one(source.user, copied) };
    });
  }

  /**
   * To the trash, with all beneath it.
   * @param options.from as in {@link EntryOperations.rename}; what programs leave behind while they save goes for good
   * @throws {DmsError} not_found | forbidden | locked
   */
  remove(actor: Actor, id: number, options: { from?: KnownPlace } = {}): Promise<void> {
    return commit(this.#context, () => {
      const { access, departures, litter, trash } = this.#parts;
      const reached = access.reach(actor, id, DELETE);
      if (options.from && litter.holds(reached)) {
        this.#sweepUp(reached);
        return;
      }
      trash.discard(reached);
      const document = ofDocument(reached);
      if (options.from && document) departures.noteDeletion(document, options.from);
    });
  }

  #authoriseMove(source: Reached, destination: Destination, isOntoDocument: boolean): void {
    const { user, entry, standing } = source;
    assertRoot(entry, user);
    if (entry.rootKind !== null) throw forbidden(`"${entry.name}" cannot be moved.`);
    assertApart(source, destination);
    const { folder } = destination;
    if (folder.entry.id === entry.parentId) demand(source, isOntoDocument ? DELETE : UPDATE);
    else {
      demand(source, DELETE);
      if (!isOntoDocument) this.#parts.destinations.authoriseInto(folder);
    }
    this.#parts.locks.assertMovable(user, standing);
  }

  #predecessor(content: Reached<Document>, destination: Destination): Reached<Document> | undefined {
    return destination.existing
      ? undefined
      : this.#parts.successions.predecessorOfMoved(content, destination);
  }

  /** Something else takes the place of `existing`, with the locks that are on it. */
  #replace(existing: Reached, next: Reached): void {
    const { locks, successions, trash } = this.#parts;
    demand(existing, DELETE);
    locks.assertMovable(existing.user, existing.standing);
    locks.handOver(existing.entry.id, next.entry.id);
    const document = ofDocument(existing);
    if (document && next.entry.kind === 'file') successions.giveUp(document);
    else trash.discard(existing);
  }

  #sweepUp({ user, entry, standing }: Reached): void {
    const { entryTable, locks, log, trash } = this.#parts;
    locks.assertMovable(user, standing);
    trash.erase(entry.id, standing.ownerId);
    if (entry.parentId !== null) entryTable.updateTime(entry.parentId, this.#context.now(), user.userId);
    log.record(user, 'delete', entry.name, entry);
  }

  #moveItself(source: Reached, destination: Destination, from: KnownPlace | undefined): void {
    const { departures, locks, log, subtrees, usage } = this.#parts;
    const { user, entry, standing } = source;
    const { existing, folder, name } = destination;
    locks.endWithin(entry.id);
    if (existing) this.#replace(existing, source);
    const document = ofDocument(source);
    if (document) departures.noteMove(document, pathOf(destination), from);
    const isWithin = folder.entry.id === entry.parentId;
    if (!isWithin) assertDepth(folder.standing, entry.kind === 'folder' ? subtrees.height(entry.id) + 1 : 0);
    if (folder.standing.ownerId !== standing.ownerId) {
      const size = subtrees.allVersionsSize(entry.id);
      usage.add(folder.standing.ownerId, size);
      usage.add(standing.ownerId, -size);
    }
    this.#parts.positions.place(user, entry, folder.entry.id, name);
    const moved = { ...entry, name };
    const full = { text: `${name} to ${folder.entry.name}`, names: folder.entry.id };
    if (isWithin) log.record(user, 'rename', `${entry.name} → ${name}`, moved);
    else log.record(user, 'move', name, moved, full);
  }

  #copyItself(
    { user, entry }: Reached,
    { existing, folder, name }: Destination,
    withMembers: boolean,
  ): number {
    const { log, positions, subtrees, trash, usage } = this.#parts;
    if (existing) trash.discard(existing);
    if (entry.kind === 'folder')
      assertDepth(folder.standing, (withMembers ? subtrees.height(entry.id) : 0) + 1);
    if (withMembers || entry.kind === 'file')
      usage.add(folder.standing.ownerId, subtrees.headsSize(entry.id));
    const id = positions.copy(user, entry, folder.entry.id, name, withMembers || entry.kind === 'file');
    const full = { text: `${entry.name} as ${name}`, names: entry.id };
    log.record(user, 'copy', name, { ...entry, id, name }, full);
    return id;
  }

  #sibling(entry: Entry, name: string): Entry | undefined {
    const { entryTable } = this.#parts;
    return entry.parentId === null ? entryTable.findSystem(name) : entryTable.findChild(entry.parentId, name);
  }
}

/** The document that gets a new version from what is put in its place. */
function replaced({ entry }: Reached, { existing }: Destination): Reached<Document> | undefined {
  return entry.kind === 'file' && existing ? ofDocument(existing) : undefined;
}

/** @throws {DmsError} name_taken */
function outcomeOf(
  { existing, name }: Destination,
  options: { overwrite?: boolean },
): RelocationResult['outcome'] {
  if (existing && options.overwrite !== true) throw nameTaken(name);
  return existing ? 'replaced' : 'created';
}

function ofDocument({ user, entry, standing }: Reached): Reached<Document> | undefined {
  return entry.kind === 'file' ? { user, entry, standing } : undefined;
}

function pathOf({ folder, name }: Destination): string[] {
  return [name, ...namesOf(folder.standing)];
}

function isTemporary(destination: Destination): boolean {
  return isTemporaryPath(pathOf(destination));
}
