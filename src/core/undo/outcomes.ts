import type { Entry } from '../../model/entries/entry.ts';
import type { Undo } from '../../model/entries/undo.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { type Access, type AuthorisedEntry, officeAccess } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { ChangesByOthers } from './others-changes.ts';
import type { UndoTask } from './undo-tasks.ts';

/** What became of a task. */
export type Outcome =
  /** The entry is as it was before. `note`: as far as possible. */
  | { readonly kind: 'reverted'; readonly name: string; readonly note?: Message }
  /** The entry does not belong to the undo. */
  | { readonly kind: 'outside' }
  | Skipped
  | Blocked;

/** Another task may make it possible. */
interface Blocked {
  readonly kind: 'blocked';
  readonly name: string;
  readonly reason: Message;
  /** The entry that has the name, if its task would free it. */
  readonly holder?: number;
}

interface Skipped {
  readonly kind: 'skipped';
  readonly name: string;
  readonly reason: Message;
}

/** What all tasks of an undo share. */
export interface UndoPass {
  readonly undo: Undo;
  /** Its id, and those of other undos of the same user's changes: what these have put back is no change by others. */
  readonly undoIds: ReadonlySet<number>;
  readonly user: UserActor;
  /** All tasks, by the id of their entry. */
  readonly tasks: ReadonlyMap<number, UndoTask>;
  /** Ids of the entries of the tasks that have not ended. */
  readonly pending: ReadonlySet<number>;
  /** Entries that get another name for the moment, because their names wait for one another. */
  readonly parked: ReadonlySet<number>;
  readonly byOthers: ChangesByOthers;
  /** True if the last round ended no task: an entry leaves the trash alone, as its folder may wait for it. */
  readonly isStuck: boolean;
  /** True if nothing is left that could make a blocked task possible. */
  readonly isLast: boolean;
}

/** The access with which an undo changes an entry; undefined if the user may not read it any more. */
export function authorised<E extends Entry>(
  { access, ancestry }: { readonly access: Access; readonly ancestry: Context['tables']['ancestry'] },
  { undo, user }: UndoPass,
  entry: E,
): AuthorisedEntry<E> | undefined {
  const entryAccess = undo.isOffice ? officeAccess(ancestry.from(entry)) : access.readable(user, entry);
  return entryAccess && { user, entry, entryAccess };
}

/** The name is not told: the user may have lost the right to read the entry. */
export function noPermission(): Skipped {
  return { kind: 'skipped', name: '', reason: message('undo_no_permission') };
}
