import type { UserActor } from '../model/people/actor.ts';

/** A change of a document, as the alarm counts it (core/alarm). */
export type DocumentChange =
  /** A document that had another content before. `before`: SHA-256 of that content. */
  | (Changed & { readonly kind: 'rewritten'; readonly sha256: string; readonly before: string })
  | (Changed & { readonly kind: 'created'; readonly folderId: number; readonly sha256: string })
  /** `from`: the former name. */
  | (Changed & { readonly kind: 'renamed'; readonly from: string })
  /** `folderId`: the folder that contained it. */
  | (Changed & { readonly kind: 'deleted'; readonly folderId: number });

interface Changed {
  readonly user: UserActor;
  readonly id: number;
  readonly name: string;
}

/** Passes changes of documents to a listener after they are committed. Changes that are rolled back are not passed on. */
export class DocumentChanges {
  #listener: ((change: DocumentChange, at: number) => void) | undefined;
  #noted: DocumentChange[] = [];

  /**
   * @param listener called for each committed change, with the time of its transaction in milliseconds UTC; must not
   * throw, and must be fast
   */
  listen(listener: (change: DocumentChange, at: number) => void): void {
    this.#listener = listener;
  }

  /** Notes a change inside the transaction that makes it. */
  note(change: DocumentChange): void {
    if (this.#listener) this.#noted.push(change);
  }

  /** Runs a part of a transaction, which may be rolled back alone: if it throws, its changes are forgotten. */
  part<T>(work: () => T): T {
    const before = this.#noted.length;
    try {
      return work();
    } catch (error) {
      this.#noted.length = before;
      throw error;
    }
  }

  /** Runs the change of one transaction. @returns its result, and the changes that it has noted */
  during<T>(change: () => T): { readonly result: T; readonly noted: readonly DocumentChange[] } {
    this.#noted = [];
    try {
      return { result: change(), noted: this.#noted };
    } finally {
      this.#noted = [];
    }
  }

  /** Passes on changes whose transaction is committed. @param at the time of the transaction, in milliseconds UTC */
  committed(noted: readonly DocumentChange[], at: number): void {
    for (const change of noted) this.#listener?.(change, at);
  }
}
