import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../model/durations.ts';
import { nameFault, nameKey } from '../../model/entries/names.ts';

/** Files of LibreOffice and of Word that say who has a document open. */
const LOCK_FILE = /^(?:\.~lock\..*#|~\$.*)$/s;
/** Maximum size of a lock file, in bytes. Those of both programs are smaller than 200. */
export const MAX_LOCK_FILE_BYTES = 4096;
/** Lock files beside one document. */
const MAX_FILES = 4;
/** Edit addresses with lock files. */
const MAX_ADDRESSES = 1000;

/** A file that a program writes beside the document it edits. */
export interface LockFile {
  readonly bytes: Buffer;
  /** Milliseconds UTC. */
  readonly writtenAt: number;
}

/** True for the name of a file that office programs write while a document is open. */
export function isLockFileName(name: string): boolean {
  return LOCK_FILE.test(name) && nameFault(name) === undefined;
}

/**
 * Lock files beside documents at edit addresses. They are kept in memory, only their own address sees them, and they
 * never become documents.
 */
export class LockFiles {
  readonly #byAddress = new LRUCache<number, ReadonlyMap<string, LockFile>>({
    max: MAX_ADDRESSES,
    ttl: 12 * HOUR_MS,
  });

  /** @param addressId id of the edit address */
  find(addressId: number, name: string): LockFile | undefined {
    return this.#byAddress.get(addressId)?.get(nameKey(name));
  }

  /** @returns undefined if the address has too many */
  put(addressId: number, name: string, file: LockFile): 'created' | 'replaced' | undefined {
    const files = new Map(this.#byAddress.get(addressId));
    const isNew = !files.has(nameKey(name));
    if (isNew && files.size >= MAX_FILES) return undefined;
    this.#byAddress.set(addressId, files.set(nameKey(name), file));
    return isNew ? 'created' : 'replaced';
  }

  /** @returns false if there is no such file */
  remove(addressId: number, name: string): boolean {
    const files = new Map(this.#byAddress.get(addressId));
    if (!files.delete(nameKey(name))) return false;
    this.#byAddress.set(addressId, files);
    return true;
  }

  /** Removes all lock files of an address. */
  clear(addressId: number): void {
    this.#byAddress.delete(addressId);
  }
}
