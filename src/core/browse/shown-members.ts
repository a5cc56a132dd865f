import type { Context } from '../context.ts';
import type { EarlierPart } from './earlier-listing.ts';
import type { Member } from './member-batches.ts';

/** Members per batch. */
const BATCH = 200;

/**
 * Members that a listing shows. The listing reads the folder in batches, by name. A member that is renamed between two
 * batches can be read twice, or not at all.
 */
export class ShownMembers {
  readonly #context: Context;
  readonly #folderId: number;
  readonly #version: number;
  readonly #ids = new Set<number>();
  #batches = 0;

  /** Call it before the first batch is read. */
  constructor(context: Context, folderId: number) {
    this.#context = context;
    this.#folderId = folderId;
    this.#version = context.database.versionOf([folderId]);
  }

  /** Adds a batch. @returns its members that no earlier batch has */
  add<Item extends Member | EarlierPart>(batch: readonly Item[]): readonly Item[] {
    this.#batches += 1;
    return batch.filter((member) => {
      const { size } = this.#ids;
      return this.#ids.add('entry' in member ? member.entry.id : member.id).size > size;
    });
  }

  /**
   * Ids of the members that no batch has, in batches. Call it after the last batch.
   * @throws {DmsError} unavailable
   */
  async missing(): Promise<readonly (readonly number[])[]> {
    // One batch is one query, so it lacks nothing.
    if (this.#batches === 1 || this.#context.database.versionOf([this.#folderId]) === this.#version)
      return [];
    const ids = await this.#context.tables.memberPages.idsExcept(this.#folderId, [...this.#ids]);
    const count = Math.ceil(ids.length / BATCH);
    return Array.from({ length: count }, (_, index) => ids.slice(index * BATCH, (index + 1) * BATCH));
  }
}
