import type { Entry } from './entry.ts';

/**
 * Checks the conditional headers of a request (`If-Match`, `If` and so on). The core calls it inside the transaction of
 * a write. It throws if a condition does not hold, and then nothing is changed.
 * @param current the entry to be changed; undefined if the name is free
 * @param folderId id of the folder that contains the name; 0 if `current` is a root
 */
export type Expectation = (current: Entry | undefined, folderId: number) => void;
