import type { MemberPath } from './member-path.ts';

/** A change of a member of a collection, or of anything beneath it. */
export interface Change {
  readonly path: MemberPath;
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
    const { key } = change.path;
    if (key <= this.#after) return;
    this.#changes.push({ ...change, key });
    if (this.#changes.length > 2 * this.#limit) this.#cut();
  }

  /** True for a path of an earlier page. */
  isPast(path: MemberPath): boolean {
    return path.key <= this.#after;
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
