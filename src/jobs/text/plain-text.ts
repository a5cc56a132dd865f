import { decode, encodingOf } from '../formats/encoding.ts';
import type { Collector } from './collector.ts';

/**
 * Maximum size read. The collector's limit would be 16 MiB at four bytes per character, but text uses one or two bytes.
 */
const MAX_BYTES = 8 * 1024 * 1024;

/** Adds plain text in any encoding. */
export function readPlainText(content: Uint8Array, out: Collector): void {
  const start = content.subarray(0, MAX_BYTES);
  const encoding = encodingOf(start);
  if (encoding) out.add(decode(start, encoding));
}
