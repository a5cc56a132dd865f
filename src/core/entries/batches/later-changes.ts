import type { Entry } from '../../../model/entries/entry.ts';
import { isJunkName } from '../../../model/entries/names.ts';
import { DmsError } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import type { Action } from '../../../model/people/activity.ts';
import type { UserActor } from '../../../model/people/actor.ts';
import type { EntryActivity } from '../../../storage/accounts/accounts.ts';
import { yieldToRequests } from '../../../storage/event-loop.ts';
import type { Context } from '../../context.ts';

/** Records read before other requests run. */
const AT_A_TIME = 500;
/** Records that are read at most, about half a second of the processor. Beyond it, an entry may have changed. */
const MAX_RECORDS = 50_000;

/** Activities that change no entry. */
const NO_CHANGE: ReadonlySet<Action> = new Set([
  'refusal',
  'mail_fail',
  'token_use',
  'link_use',
  'link_mail',
]);
/** The user's own changes of an entry that its deletion would take away. A content of an empty document is an `upload`. */
const OWN_CONTENT: ReadonlySet<Action> = new Set(['upload', 'new_version', 'update']);
/** The same for entries beneath it. */
const OWN_CONTENT_BENEATH: ReadonlySet<Action> = new Set([
  ...OWN_CONTENT,
  'create_folder',
  'move',
  'copy',
  'restore',
]);

/** Changes of a stretch of the log. */
interface Reading {
  /** Id of the last activity that was read. */
  position: number;
  /** Newest change that counts, by the id of the changed entry and of each entry above it. */
  readonly changes: Map<number, EntryActivity>;
}

/** Throws if an entry was changed. Runs inside the transaction of a change. */
export type AssertUnchanged = (entry: Pick<Entry, 'id' | 'name'>) => void;

/**
 * The precondition of an undo: which entries were changed after a position of the activity log, or contain changed
 * entries. Every change writes to the log within its transaction, so the log misses none.
 */
export class LaterChanges {
  readonly #context: Context;
  readonly #user: UserActor;
  readonly #countsOwn: boolean;
  /** What was read outside transactions. */
  readonly #committed: Reading;
  readonly #since: number;

  /**
   * @param since id of an activity; later ones count
   * @param countsOwn true if the user's own contents count, because the operation deletes them
   */
  constructor(context: Context, user: UserActor, since: number, countsOwn: boolean) {
    this.#context = context;
    this.#user = user;
    this.#countsOwn = countsOwn;
    this.#committed = { position: since, changes: new Map() };
    this.#since = since;
  }

  /** Reads the log before a transaction, so that the transaction has little left to read. */
  async readAhead(): Promise<void> {
    if (!this.#isKnown()) return;
    while (this.#readSome(this.#committed)) await yieldToRequests();
  }

  /**
   * The check for one transaction. What it reads is forgotten with it, because the transaction may be rolled back.
   * @returns throws {DmsError} precondition_failed if the entry or one beneath it was changed by another user or, when
   * own contents count, got a content from this user
   */
  inTransaction(): AssertUnchanged {
    const { position, changes: committed } = this.#committed;
    const recent: Reading = { position, changes: new Map() };
    const isKnown = this.#isKnown();
    return ({ id, name }) => {
      while (isKnown && this.#readSome(recent));
      const change = recent.changes.get(id) ?? committed.get(id);
      if (change !== undefined || !isKnown) throw this.#refusal(name, change);
    };
  }

  /**
   * False if retention has deleted records after the position, if they are too many, or if the log has not reached it:
   * then a backup was restored, and the ids up to it are given again.
   */
  #isKnown(): boolean {
    const { after, until } = this.#context.tables.activities.whole();
    return after <= this.#since && this.#since <= until && until - this.#since <= MAX_RECORDS;
  }

  #refusal(name: string, change: EntryActivity | undefined): DmsError {
    const isOfOther = change !== undefined && change.userId !== null && change.userId !== this.#user.userId;
    return new DmsError(
      'precondition_failed',
      isOfOther
        ? message('changed_meanwhile_by', { name, user: change.userName })
        : message('changed_meanwhile', { name }),
    );
  }

  /** @returns true if there may be more to read */
  #readSome(reading: Reading): boolean {
    const { activities, ancestry } = this.#context.tables;
    const found = activities.listEntriesAfter(reading.position, AT_A_TIME);
    for (const activity of found) {
      reading.position = activity.id;
      const { action, entryId, parentId } = activity;
      if (entryId === null || NO_CHANGE.has(action)) continue;
      if (this.#counts(activity, true)) reading.changes.set(entryId, activity);
      if (parentId === null || !this.#counts(activity, false)) continue;
      for (const { id } of ancestry.ofFolder(parentId)) reading.changes.set(id, activity);
    }
    return found.length === AT_A_TIME;
  }

  #counts({ action, userId, formerName }: EntryActivity, isEntryItself: boolean): boolean {
    // Retention deletes versions by itself.
    if (userId === null) return action !== 'version_delete';
    if (userId !== this.#user.userId) return true;
    if (!this.#countsOwn) return false;
    // A program has saved a document under a temporary name, which is not recorded, and then renamed it.
    if (formerName !== null && isJunkName(formerName)) return true;
    return (isEntryItself ? OWN_CONTENT : OWN_CONTENT_BENEATH).has(action);
  }
}
