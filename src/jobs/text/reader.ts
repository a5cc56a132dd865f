import type { Collector } from './collector.ts';

/** Reads a content nested in the current one, for example an attachment of an e-mail. */
export type ReadInner = (content: Uint8Array) => Promise<void>;

/** Adds the text of a content of one format. Stops when the collector is full. */
export type Reader = (content: Uint8Array, out: Collector, readInner: ReadInner) => Promise<void> | void;
