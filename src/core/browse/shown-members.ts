import type { Context } from '../context.ts';
import type { EarlierPart } from './earlier-listing.ts';
import type { Member } from './member-slices.ts';

/** Members per slice. */
const SLICE = 200;

/**
 * Members that a listing shows. The listing reads the folder in slices, by name. A member that is renamed between two
 * slices can be read twice, or not at all.
 */
export class ShownMembers {
  readonly #context: Context;
  readonly #folderId: number;
  readonly #version: number;
  readonly #ids = new Set<number>();
  #slices = 0;

  /** Call it before the first slice is read. */
  constructor(context: Context, folderId: number) {
    this.#context = context;
    this.#folderId = folderId;
    this.#version = context.database.versionOf([folderId]);
  }

  /** Adds a slice. @returns its members that no earlier slice has */
  add<Item extends Member | EarlierPart>(slice: readonly Item[]): readonly Item[] {
    this.#slices += 1;
    return slice.filter((member) => {
      const { size } = this.#ids;
      return this.#ids.add('entry' in member ? member.entry.id : member.id).size > size;
    });
  }

  /**
   * Ids of the members that no slice has, in slices. Call it after the last slice.
   * @throws {DmsError} unavailable
   */
  async missing(): Promise<readonly (readonly number[])[]> {
    // One slice is one query, so it lacks nothing.
    if (this.#slices === 1 || this.#context.database.versionOf([this.#folderId]) === this.#version) return [];
    const ids = await this.#context.tables.memberPages.idsExcept(this.#folderId, [...this.#ids]);
    const count = Math.ceil(ids.length / SLICE);
    return Array.from({ length: count }, (_, index) => ids.slice(index * SLICE, (index + 1) * SLICE));
  }
}
