import type { Conflict } from '../../../model/entries/conflict.ts';
import { nameKey } from '../../../model/entries/names.ts';
import type { Announced } from './uploads.ts';

/** The part of a destination that decides whether two contents of a request can be the same one. */
interface Named {
  readonly name: string;
  readonly conflict: Conflict;
}

/** A content that has arrived. */
interface Complete {
  readonly key: string;
  readonly size: number;
  /** Bytes that it needs in the home. */
  readonly bytes: number;
}

/** Throws if a content must not be stored, considering its bytes. `isPartial`: more bytes follow. */
export type CheckBytes = (size: number, isPartial: boolean) => void;

/**
 * Checks the contents of one request, which are stored together, while they arrive: all of them must fit into the home.
 * Nothing that fits is refused: a content that another one of the request may make unnecessary does not count.
 */
export class ArrivingContents<P extends Named> {
  readonly #authorise: (target: P, announced: Announced) => { readonly bytes: number };
  readonly #complete: Complete[] = [];

  /** @param authorise throws if a content must not be stored, and returns the bytes that it needs */
  constructor(authorise: (target: P, announced: Announced) => { readonly bytes: number }) {
    this.#authorise = authorise;
  }

  /** Checks a destination before its content arrives. @returns the check of its bytes */
  arrive(target: P): CheckBytes {
    const key = nameKey(target.name);
    const check: CheckBytes = (size, isPartial) => {
      const mayBe = (other: Complete): boolean =>
        other.key === key &&
        (target.conflict === 'skip' || (isPartial ? other.size >= size : other.size === size));
      const counted = this.#complete.filter((other) => !mayBe(other));
      const others = counted.reduce((sum, { bytes }) => sum + bytes, 0);
      const { bytes } = this.#authorise(target, { size, isPartial, others });
      if (!isPartial && counted.length === this.#complete.length) this.#complete.push({ key, size, bytes });
    };
    check(0, true);
    return check;
  }
}
