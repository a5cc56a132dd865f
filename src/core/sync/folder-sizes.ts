import { LRUCache } from 'lru-cache';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { Context } from '../context.ts';

/** Default number of folders whose size is kept. */
const MAX_FOLDERS = 50_000;
/** Members of a folder that are read before other requests may run. */
const SLICE = 500;
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
  /** Folders among the members that were read last, and the next one to count. */
  folders: readonly number[];
  next: number;
  /** Name of the last member that was read; undefined: all were. */
  after: string | undefined;
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

  /**
   * Counts the next folder among the members, or reads more members, or ends the count of this folder.
   * @returns the size of the folder, if it is counted
   */
  #step(top: Counting, stack: Counting[]): number | undefined {
    const member = top.folders[top.next];
    if (member !== undefined) {
      top.next += 1;
      top.bytes += this.#sizeOrCount(member, stack) ?? 0;
      return undefined;
    }
    const { id, number, after } = top;
    if (after !== undefined) {
      const { bytes, folders, last } = this.#context.tables.treeNumbers.members(id, after, SLICE);
      top.bytes += bytes;
      top.folders = folders;
      top.next = 0;
      top.after = last;
      return undefined;
    }
    this.#known.set(id, { number, bytes: top.bytes });
    stack.pop();
    const above = stack.at(-1);
    if (above) above.bytes += top.bytes;
    return top.bytes;
  }

  /** @returns the known size; undefined: the folder was put on the stack */
  #sizeOrCount(id: number, stack: Counting[]): number | undefined {
    const number = this.#context.tables.treeNumbers.of(id);
    const known = this.#known.get(id);
    if (known?.number === number) return known.bytes;
    stack.push({ id, number, bytes: 0, folders: [], next: 0, after: '' });
    return undefined;
  }
}
