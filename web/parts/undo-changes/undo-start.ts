import type { Recipient } from '../../state/actions/recipients.ts';

/** With what the dialog opens. */
export type UndoStart =
  | {
      readonly kind: 'changes';
      /** Timestamp of the first change to undo. */
      readonly since?: string;
      /** The user whose changes are undone. */
      readonly users?: readonly Recipient[];
      /** A user whose login is not known. */
      readonly typed?: string;
      readonly ip?: string;
    }
  /** Takes back an undo. */
  | { readonly kind: 'undo'; readonly id: number };
