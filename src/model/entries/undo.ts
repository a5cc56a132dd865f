import type { MessageData } from '../errors/messages.ts';

/** The changes of a user, or those from an address. All given conditions must hold. Times in milliseconds UTC. */
export interface ChangesScope {
  readonly kind: 'changes';
  /** Null: any user. */
  readonly userId: number | null;
  /** Null: with or without any token. */
  readonly tokenId: number | null;
  /** Address of the client; null: any. */
  readonly ip: string | null;
  /** Inclusive. */
  readonly since: number;
  /** Inclusive. */
  readonly until: number;
  /** Only entries that are beneath this folder, or were there before the changes; null: everywhere. */
  readonly folderId: number | null;
  /** True: also entries that others have changed since. */
  readonly isForced: boolean;
}

/** What an undo takes back. */
export type UndoScope =
  | ChangesScope
  /** All changes of a folder and of what is beneath it, since a time in milliseconds UTC. */
  | { readonly kind: 'folder'; readonly folderId: number; readonly at: number }
  /** Another undo. */
  | { readonly kind: 'undo'; readonly undoId: number };

/** An undo of many changes. Times in milliseconds UTC. */
export interface Undo {
  readonly id: number;
  readonly scope: UndoScope;
  /** The user who takes back; null: deleted. */
  readonly userId: number | null;
  /** True: with the permissions of the office, which may change everything; false: with those of the user. */
  readonly isOffice: boolean;
  /** True: begun on the command line, which also continues it. */
  readonly isOperator: boolean;
  /** Id of the last activity before it. */
  readonly position: number;
  readonly beganAt: number;
  /** When it last did something. */
  readonly activeAt: number;
  /** Null: not ended. */
  readonly endedAt: number | null;
  /** The error that interrupted it; null: none. */
  readonly stop: MessageData | null;
  /** Number of entries to look at. */
  readonly total: number;
  /** Number of entries that are as before the changes. */
  readonly reverted: number;
  /** Number of entries that were left as they are. */
  readonly skipped: number;
}

/** An entry that an undo left as it is. */
export interface UndoSkip {
  readonly entryId: number;
  readonly name: string;
  readonly reason: MessageData;
}
