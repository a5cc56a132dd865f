import { LRUCache } from 'lru-cache';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { Context } from '../context.ts';

/** Default number of folders whose size is kept. */
const MAX_FOLDERS = 50_000;
/** Time of work between two pauses for other requests, in milliseconds. */
const SLICE_MS = 5;

/** The size of a folder, for the number of its last change. */
interface Known {
  readonly number: number;
  readonly bytes: number;
}

/** A folder that is being counted. */
interface Counting {
  readonly id: number;
  readonly number: number;
  /** Of what is counted so far. */
  bytes: number;
  readonly folders: readonly number[];
  next: number;
}

/**
 * Counts the bytes beneath folders. A known size holds until the number of the folder changes, so that after a change
 * only the folders above it are counted again, from the sizes of their members.
 */
export class FolderSizes {
  readonly #context: Context;
  readonly #known: LRUCache<number, Known>;

  /** @param maxFolders number of folders whose size is kept; any number of folders can be counted */
  constructor(context: Context, maxFolders = MAX_FOLDERS) {
    this.#context = context;
    this.#known = new LRUCache({ max: maxFolders });
  }

  /**
   * Total size of the heads of all documents beneath a folder, in bytes. Other requests run meanwhile: the result can
   * contain some of the changes that they make.
   */
  async of(folderId: number): Promise<number> {
    const stack: Counting[] = [];
    let bytes = this.#sizeOrCount(folderId, stack);
    let pauseAt = performance.now() + SLICE_MS;
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      if (performance.now() > pauseAt) {
        await yieldToRequests();
        pauseAt = performance.now() + SLICE_MS;
      }
      bytes = this.#step(top, stack);
    }
    return bytes ?? 0;
  }

  /** Counts the next member folder, or ends the count of this folder. @returns the size of the folder, if it is counted */
  #step(top: Counting, stack: Counting[]): number | undefined {
    const member = top.folders[top.next];
    if (member === undefined) {
      const { id, number, bytes } = top;
      this.#known.set(id, { number, bytes });
      stack.pop();
      const above = stack.at(-1);
      if (above) above.bytes += bytes;
      return bytes;
    }
    top.next += 1;
    top.bytes += this.#sizeOrCount(member, stack) ?? 0;
    return undefined;
  }

  /** @returns the known size; undefined: the folder was put on the stack */
  #sizeOrCount(id: number, stack: Counting[]): number | undefined {
    const { treeNumbers } = this.#context.tables;
    const number = treeNumbers.of(id);
    const known = this.#known.get(id);
    if (known?.number === number) return known.bytes;
    stack.push({
      id,
      number,
      bytes: treeNumbers.sizeOfMembers(id),
      folders: treeNumbers.memberFolders(id),
      next: 0,
    });
    return undefined;
  }
}
