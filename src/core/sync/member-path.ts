import { createHash } from 'node:crypto';

/** Length of a hash in a key, in hexadecimal digits. */
const HASH_DIGITS = 32;
/** Length of a depth in a key. */
const DEPTH_DIGITS = 5;

/**
 * A path from a collection. It shares the path of its folder: the texts of 10,000 paths of 25 KiB each, the longest that
 * there are, would fill the memory.
 */
export class MemberPath {
  readonly name: string;
  readonly #folder: MemberPath | undefined;
  readonly #depth: number;
  readonly #hash: string;

  /** @param folder undefined for a member of the collection */
  constructor(folder: MemberPath | undefined, name: string) {
    this.name = name;
    this.#folder = folder;
    this.#depth = folder ? folder.#depth + 1 : 1;
    const text = `${folder ? folder.#hash : ''}/${name}`;
    this.#hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);
  }

  /** True for a member of the collection. */
  get isDirect(): boolean {
    return this.#folder === undefined;
  }

  /** Differs from the key of any other path. A folder is before what is beneath it. */
  get key(): string {
    return `${String(this.#depth).padStart(DEPTH_DIGITS, '0')}.${this.#hash}`;
  }

  /** The names from the collection. */
  names(): string[] {
    const names = this.#folder?.names() ?? [];
    names.push(this.name);
    return names;
  }
}
