/**
 * Maximum length collected, in UTF-16 units. It exceeds {@link MAX_BYTES}, because tidying removes blanks and the like.
 */
const MAX_UNITS = 4 * 1024 * 1024;
/** Maximum length of the text kept of a content, in bytes of UTF-8. */
export const MAX_BYTES = 2 * 1024 * 1024;
/**
 * Pieces are joined in groups of this size, so that millions of short pieces take no more memory than their characters.
 */
const JOINED_PIECES = 4096;

/** Collects the text of a content up to a limit. Readers check `isFull` and stop. */
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

  /** The collected text, tidied and cut to {@link MAX_BYTES}. */
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
 * Normalizes text: composed characters (NFC), no control characters except tabs and line feeds, no runs of blanks, at
 * most one empty line in a row, and no invisible characters within words.
 */
export function tidy(text: string): string {
  const visible = text
    .toWellFormed()
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]|[\u00ad\u200b\u2060\ufeff\ufffe\uffff]/gu, '')
    // Normalization takes quadratic time for long runs of combining marks. No script uses more than a few (UAX #15,
    // 13).
    .replaceAll(/(?<=\p{M}{30})\p{M}/gu, '')
    .normalize('NFC');
  return visible
    .replaceAll(/[^\S\n\t]+/g, ' ')
    .replaceAll(/\t[ \t]*/g, '\t')
    .replaceAll(/ ?\t?\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Cuts a text to {@link MAX_BYTES} bytes of UTF-8, at a character boundary. */
function cut(text: string): string {
  if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  const bytes = Buffer.alloc(MAX_BYTES);
  return bytes.toString('utf8', 0, bytes.write(text));
}
