import type { Collector } from './collector.ts';

/** Reads a content within the one that is being read, as the attachment of a mail. */
export type ReadInner = (content: Uint8Array) => Promise<void>;

/** Adds the text of a content of one format. It stops when the collector is full. */
export type Reader = (content: Uint8Array, out: Collector, readInner: ReadInner) => Promise<void> | void;
