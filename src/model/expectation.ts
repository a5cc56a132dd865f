import type { Entry } from './entry.ts';

/**
 * Conditions of a request (`If-Match`, `If`, …). The core calls it inside the transaction of a write, with the entry that
 * the write is about to change; undefined where nothing has the name yet. It throws when the conditions do not hold, and
 * nothing is changed.
 * @param folderId the folder that has the name
 */
export type Expectation = (current: Entry | undefined, folderId: number) => void;
