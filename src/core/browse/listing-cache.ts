import type { UserActor } from '../../model/actor.ts';
import { Cache } from '../../storage/cache.ts';
import type { Context } from '../context.ts';
import type { MountRoot } from './mount-root.ts';

/** Leave to keep a listing that is being written, as long as nothing changes meanwhile. */
export interface ListingPermit {
  readonly key: string;
  /** State of the database when the writing began. */
  readonly generation: number;
}

/** What {@link ListingCache} works with. */
interface Parts {
  readonly mountRoot: MountRoot;
  readonly limitBytes: number;
}

/**
 * Finished answers about folders, kept until anything changes, by this process or another. Each belongs to one user; what
 * may change by itself, because a lock or a grant runs out, is not kept.
 */
export class ListingCache {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #kept: Cache<string, Buffer>;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
    this.#kept = new Cache(() => context.database.generation, parts.limitBytes);
  }

  /**
   * The answer that the user got to the same question, or leave to keep the one that is written now, or neither.
   * @param question everything else that the answer depends on
   */
  find(user: UserActor, question: string): Buffer | ListingPermit | undefined {
    const key = `${String(user.userId)}\n${question}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    if (this.#context.tables.locks.any() || !this.#parts.mountRoot.isLasting(user)) return undefined;
    return { key, generation: this.#context.database.generation };
  }

  /** Longest answer that is worth gathering, in bytes: others want to be kept, too. */
  get longest(): number {
    return this.#parts.limitBytes / 4;
  }

  keep(permit: ListingPermit, answer: Buffer): void {
    if (permit.generation !== this.#context.database.generation) return;
    this.#kept.set(permit.key, answer, answer.length + permit.key.length);
  }
}
