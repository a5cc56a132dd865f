import { decode, encodingOf } from '../formats/encoding.ts';
import type { Collector } from './collector.ts';

/** Four bytes a character, as many as the collector takes at most, would be 16 MiB; text has one or two. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Adds a plain text, whatever its encoding. */
export function readPlainText(content: Uint8Array, out: Collector): void {
  const start = content.subarray(0, MAX_BYTES);
  const encoding = encodingOf(start);
  if (encoding) out.add(decode(start, encoding));
}
