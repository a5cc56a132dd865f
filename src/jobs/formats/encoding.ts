import { isAscii, isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';

/** Size of the sample that determines whether a content is text, and its encoding. */
const SAMPLE_BYTES = 64 * 1024;
const MAX_CONTROL_SHARE = 0.01;
/** In percent. Below this confidence, Windows-1252 is more likely than the guess. */
const MIN_CONFIDENCE = 15;
const WESTERN = 'windows-1252';

const byteOrderMarks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** Encoding of a text, detected from its bytes, as a label for `TextDecoder`; undefined if the content is not text. */
export function encodingOf(content: Uint8Array): string | undefined {
  const sample = content.subarray(0, SAMPLE_BYTES);
  const marked = byteOrderMarks.find(({ bytes }) => bytes.every((byte, index) => sample[index] === byte));
  const wide = marked?.encoding.startsWith('utf-16') ? marked.encoding : wideEncoding(sample);
  if (wide) return isPrintable(codesOf(sample, wide)) ? wide : undefined;
  if (sample.includes(0) || !isPrintable(sample)) return undefined;
  return marked?.encoding ?? narrowEncoding(content);
}

/** Decodes a text. Bytes that are invalid in the encoding become U+FFFD. */
export function decode(content: Uint8Array, encoding: string): string {
  return decoderOf(encoding).decode(content, { stream: true });
}

/** Falls back to Windows-1252, because files can declare unknown encodings. */
function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder(WESTERN);
  }
}

/** Detects UTF-16 without a byte order mark by the zeros in every other byte. */
function wideEncoding(sample: Uint8Array): string | undefined {
  let even = 0;
  let odd = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const many = sample.length / 8;
  if (odd > many && even * 50 < odd) return 'utf-16le';
  if (even > many && odd * 50 < even) return 'utf-16be';
  return undefined;
}

function codesOf(sample: Uint8Array, encoding: string): Uint16Array {
  const text = decode(sample, encoding);
  return Uint16Array.from(text, (character) => character.charCodeAt(0));
}

function isPrintable(codes: Uint8Array | Uint16Array): boolean {
  let controls = 0;
  for (const code of codes) if (isControl(code)) controls += 1;
  return controls <= codes.length * MAX_CONTROL_SHARE;
}

/** Tab, line feed, form feed and carriage return occur in texts. So does escape, in terminal output and ISO-2022-JP. */
function isControl(code: number): boolean {
  return (code < 0x20 && ![9, 10, 12, 13, 0x1b].includes(code)) || code === 0x7f || code === 0xfffe;
}

function narrowEncoding(content: Uint8Array): string {
  if (isUtf8(content) || isCutUtf8(content)) return 'utf-8';
  const first = Math.max(0, content.findIndex((byte) => byte > 0x7f) - SAMPLE_BYTES / 2);
  const sample = content.subarray(first, first + SAMPLE_BYTES);
  const best = analyse(sample)[0];
  const guess = best && best.confidence >= MIN_CONFIDENCE ? best.name.toLowerCase() : WESTERN;
  return guess === 'iso-8859-1' ? westernEncoding(sample) : guess;
}

/** ISO 8859-15 has the euro sign where ISO 8859-1 has the currency sign, which is hardly ever used. */
function westernEncoding(sample: Uint8Array): string {
  return sample.includes(0xa4) ? 'iso-8859-15' : WESTERN;
}

/** Whether a content is valid UTF-8 except for a character cut off at its end. */
function isCutUtf8(content: Uint8Array): boolean {
  for (let length = content.length - 1; length > 0 && length > content.length - 4; length -= 1) {
    const whole = content.subarray(0, length);
    if (isUtf8(whole)) return !isAscii(whole);
  }
  return false;
}
