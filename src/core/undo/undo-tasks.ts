import type { Undo, UndoScope } from '../../model/entries/undo.ts';
import { invalid } from '../../model/errors/errors.ts';
import type { Action } from '../../model/people/activity.ts';
import type { ChangesOf, RecordedChange } from '../../storage/accounts/accounts.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { Context } from '../context.ts';

/** Records read before other requests run. */
const SLICE = 500;
/** Maximum number of entries of one undo. */
const MAX_ENTRIES = 500_000;

/** Changes that can be taken back. Titles, comments and properties have no history. */
export const REVERSIBLE: readonly Action[] = [
  'upload',
  'new_version',
  'version_restore',
  'rename',
  'move',
  'copy',
  'create_folder',
  'delete',
  'restore',
  'undo_step',
];
const REPORTED: ReadonlySet<Action> = new Set<Action>([...REVERSIBLE, 'purge']);

/** An entry that an undo puts back to what it was. */
export interface UndoTask {
  readonly entryId: number;
  /** Null: unknown. */
  readonly name: string | null;
  /** The time of its state that comes back, in milliseconds UTC. */
  readonly at: number;
  /** Id of an activity: what others changed later stays. */
  readonly after: number;
  /** The first of the changes; null: unknown. */
  readonly action: Action | null;
}

/** The records that an undo takes back. For a folder there are none: it takes back all changes before it began. */
export function changesOf(scope: UndoScope): ChangesOf {
  const none = { userId: null, tokenId: null, ip: null, undoId: null };
  switch (scope.kind) {
    case 'changes': {
      const { userId, tokenId, ip, since, until } = scope;
      return { ...none, userId, tokenId, ip, since, until };
    }
    case 'undo':
      return { ...none, undoId: scope.undoId, since: 0, until: Number.MAX_SAFE_INTEGER };
    case 'folder':
      return { ...none, since: 1, until: 0 };
  }
}

/** Finds the entries that an undo puts back, by their ids, in the order in which it should try. */
export class UndoTasks {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** @throws {DmsError} invalid (folder_id, since: too many entries) | unavailable */
  async of({ scope, position }: Pick<Undo, 'scope' | 'position'>): Promise<ReadonlyMap<number, UndoTask>> {
    const tasks =
      scope.kind === 'folder' ? await this.#ofFolder(scope, position) : await this.#ofChanges(scope);
    const field = scope.kind === 'folder' ? 'folder_id' : 'since';
    if (tasks.size > MAX_ENTRIES) throw invalid(field, 'too_many_for_undo', { maximum: MAX_ENTRIES });
    return tasks;
  }

  async #ofFolder(
    { folderId, at }: Extract<UndoScope, { kind: 'folder' }>,
    position: number,
  ): Promise<ReadonlyMap<number, UndoTask>> {
    const ids = await this.#context.tables.places.changedBeneath(folderId, at, MAX_ENTRIES + 1);
    return new Map(
      ids.map((entryId) => [entryId, { entryId, name: null, at, after: position, action: null }]),
    );
  }

  /**
   * The entry that was changed last comes first: a folder that was deleted after its members comes back before them, and
   * what was moved into a new folder leaves it before that goes.
   */
  async #ofChanges(scope: UndoScope): Promise<ReadonlyMap<number, UndoTask>> {
    const { recordedChanges } = this.#context.tables;
    const changes = changesOf(scope);
    const tasks = new Map<number, UndoTask>();
    let before: number | undefined = Number.MAX_SAFE_INTEGER;
    while (before !== undefined && tasks.size <= MAX_ENTRIES) {
      const slice: RecordedChange[] = recordedChanges.slice(changes, before, SLICE);
      for (const change of slice) if (belongs(change, changes)) addTo(tasks, change);
      const last = slice.length < SLICE ? undefined : slice.at(-1);
      before = last && last.at >= changes.since ? last.id : undefined;
      await yieldToRequests();
    }
    return tasks;
  }
}

/**
 * Undos whose steps are no changes by others for an undo: itself, and the other ones of the same user's changes, which a
 * wider one goes beyond.
 */
export function ownUndos(
  { tables }: Context,
  { id, scope }: Pick<Undo, 'id' | 'scope'>,
): ReadonlySet<number> {
  return new Set([id, ...(scope.kind === 'changes' ? tables.undos.about(scope.userId) : [])]);
}

/** True if an undo of these changes takes back the change. */
export function belongs(
  change: RecordedChange,
  { userId, tokenId, ip, undoId, since, until }: ChangesOf,
): boolean {
  return (
    change.undoId === undoId &&
    change.at >= since &&
    change.at <= until &&
    (userId === null || change.userId === userId) &&
    (tokenId === null || change.tokenId === tokenId) &&
    (ip === null || change.ip === ip)
  );
}

/** Changes come newest first, so that the last one to be added is the first of the entry. */
function addTo(tasks: Map<number, UndoTask>, { entryId, action, at, id, name }: RecordedChange): void {
  if (entryId === null || !REPORTED.has(action)) return;
  tasks.set(entryId, { entryId, name, at: at - 1, after: id, action });
}
