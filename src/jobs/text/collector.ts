/** What is collected before tidying, in UTF-16 units: blanks and the like go, so this is more than is kept. */
const MAX_UNITS = 4 * 1024 * 1024;
/** How much text of a content is kept, in bytes of UTF-8. */
export const MAX_BYTES = 2 * 1024 * 1024;
/** So many pieces are joined, so that millions of short ones cost no more than their letters. */
const JOINED_PIECES = 4096;

/** Collects the text of a content up to a limit. Whoever reads asks `isFull`, and stops. */
export class Collector {
  readonly #parts: string[] = [];
  #pieces: string[] = [];
  #units = 0;

  get isFull(): boolean {
    return this.#units >= MAX_UNITS;
  }

  get isEmpty(): boolean {
    return this.#units === 0;
  }

  add(text: string): void {
    const room = MAX_UNITS - this.#units;
    const taken = text.length > room ? text.slice(0, room) : text;
    this.#units += taken.length;
    this.#pieces.push(taken);
    if (this.#pieces.length === JOINED_PIECES) this.#join();
  }

  /** What was collected, tidied and cut. */
  text(): string {
    this.#join();
    return cut(tidy(this.#parts.join('')));
  }

  #join(): void {
    this.#parts.push(this.#pieces.join(''));
    this.#pieces = [];
  }
}

/**
 * Text as it is kept: composed characters (NFC), no control characters but tabs and line feeds, no runs of
 * blanks, at most one empty line at a time, and nothing invisible within words.
 */
export function tidy(text: string): string {
  const visible = text
    .toWellFormed()
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]|[\u00ad\u200b\u2060\ufeff\ufffe\uffff]/gu, '')
    // Composing takes quadratic time for long runs of marks. No script has more than a few (UAX #15, 13).
    .replaceAll(/(?<=\p{M}{30})\p{M}/gu, '')
    .normalize('NFC');
  return visible
    .replaceAll(/[^\S\n\t]+/g, ' ')
    .replaceAll(/\t[ \t]*/g, '\t')
    .replaceAll(/ ?\t?\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The beginning of a text that has no more bytes of UTF-8 than are kept, without half a character. */
function cut(text: string): string {
  if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  const bytes = Buffer.alloc(MAX_BYTES);
  return bytes.toString('utf8', 0, bytes.write(text));
}
