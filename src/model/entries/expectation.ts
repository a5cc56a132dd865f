import type { Entry } from './entry.ts';

/**
 * Checks the conditional headers of a request (`If-Match`, `If` and so on). The core calls it inside the
 * transaction of a write. It throws if a condition does not hold, and then nothing is changed.
 * @param current the entry that is about to be changed; undefined if the name is free
 * @param folderId id of the folder of that name; 0 if `current` is a root
 */
export type Expectation = (current: Entry | undefined, folderId: number) => void;
