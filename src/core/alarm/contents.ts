import { beginsAs, familyOf, hasSignature, mayBeText } from './signatures.ts';

/** Number of bytes at the beginning of a content that are examined. */
export const HEAD_BYTES = 4096;
/** A shorter content is not judged: too few bytes tell nothing. */
const MIN_BYTES = 16;
/** With fewer bytes, the entropy of random bytes varies too much. */
const MIN_ENTROPY_BYTES = 384;
/** How far the entropy of random bytes is below its expected value at most, in bits per byte. */
const TOLERANCE = 0.25;
/** Texts have less, in bits per byte. */
const MAX_TEXT_ENTROPY = 7.6;
/** Git LFS writes such a text in the place of a content. */
const LFS_POINTER = 'version https://git-lfs';

/** Judgement of a content by its name: whether it is what the name says. */
export type Match = 'yes' | 'no' | 'unknown';

/**
 * Whether a content is what the extension of its name says. `unknown`: the extension says nothing that can be checked,
 * or the content is too short.
 * @param extension without its dot
 * @param head the first {@link HEAD_BYTES} of the content
 */
export function matchOf(extension: string, head: Buffer): Match {
  const family = familyOf(extension);
  if (family === undefined || head.length < MIN_BYTES) return 'unknown';
  if (family === 'text') return isText(head) ? 'yes' : 'no';
  if (beginsAs(family, head) || head.toString('latin1', 0, LFS_POINTER.length) === LFS_POINTER) return 'yes';
  return mayBeText(extension) && isText(head) ? 'yes' : 'no';
}

/** True if a content is a text, or begins as a known format. */
export function isReadable(head: Buffer): boolean {
  return isText(head) || hasSignature(head);
}

/** True if a content looks encrypted: as random bytes, without the signature of a known format. */
export function looksEncrypted(head: Buffer): boolean {
  if (head.length < MIN_ENTROPY_BYTES || isReadable(head)) return false;
  return entropyOf(head) >= expectedEntropy(head.length) - TOLERANCE;
}

/**
 * True if a content has no control characters except white space, or begins with a byte order mark of UTF-16. Text in
 * UTF-8, and in all encodings of one byte per character, fulfils this.
 */
function isText(head: Buffer): boolean {
  const mark = head.toString('hex', 0, 2);
  if (mark === 'fffe' || mark === 'feff') return true;
  for (const byte of head) if (byte < 0x20 && !isWhiteSpace(byte)) return false;
  return entropyOf(head) < MAX_TEXT_ENTROPY;
}

/** Tab to carriage return, and escape, which terminals interpret. */
function isWhiteSpace(byte: number): boolean {
  return (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b || byte === 0x1a;
}

/** Shannon entropy, in bits per byte. */
function entropyOf(bytes: Buffer): number {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  let entropy = 0;
  for (const count of counts) {
    if (count === 0) continue;
    const share = count / bytes.length;
    entropy -= share * Math.log2(share);
  }
  return entropy;
}

/** Expected entropy of random bytes: that of all byte values, less the bias of a small sample (Miller and Madow). */
function expectedEntropy(length: number): number {
  return 8 - 255 / (2 * Math.LN2 * length);
}
