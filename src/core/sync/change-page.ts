import { createHash } from 'node:crypto';

/** Length of a hash in a key, in hexadecimal digits. */
const HASH_DIGITS = 32;
/** Length of a depth in a key. */
const DEPTH_DIGITS = 5;

/** A change of a member of a collection, or of anything beneath it. */
export interface Change {
  /** Names from the collection, with slashes between them. */
  readonly path: string;
  /** The entry that is new at this path, or has changed; undefined: no entry is there any more. */
  readonly id: number | undefined;
  readonly isFolder: boolean;
}

interface KeyedChange extends Change {
  readonly key: string;
}

/**
 * Collects the changes of one report: those after a key, as many as are wanted. Their order does not depend on other
 * changes, and folders come before what is beneath them. It never holds more than twice as many.
 */
export class ChangePage {
  readonly #after: string;
  readonly #limit: number;
  #changes: KeyedChange[] = [];
  #isTruncated = false;

  /** @param after key of the last change of the previous page; '' for the first page */
  constructor(after: string, limit: number) {
    this.#after = after;
    this.#limit = limit;
  }

  /** @param change of which there is none for the same path */
  add(change: Change): void {
    const key = keyOf(change.path);
    if (key <= this.#after) return;
    this.#changes.push({ ...change, key });
    if (this.#changes.length > 2 * this.#limit) this.#cut();
  }

  /** True for a path of an earlier page. */
  isPast(path: string): boolean {
    return keyOf(path) <= this.#after;
  }

  /** @returns `last`: key of the last change, if there are more */
  end(): { readonly changes: readonly Change[]; readonly last: string | undefined } {
    this.#cut();
    return { changes: this.#changes, last: this.#isTruncated ? this.#changes.at(-1)?.key : undefined };
  }

  #cut(): void {
    this.#changes.sort((one, other) => (one.key < other.key ? -1 : 1));
    if (this.#changes.length <= this.#limit) return;
    this.#changes.length = this.#limit;
    this.#isTruncated = true;
  }
}

function keyOf(path: string): string {
  const depth = String(path.split('/').length).padStart(DEPTH_DIGITS, '0');
  return `${depth}.${createHash('sha256').update(path).digest('hex').slice(0, HASH_DIGITS)}`;
}
