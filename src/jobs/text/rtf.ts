import { decode } from '../formats/encoding.ts';
import type { Collector } from './collector.ts';
import {
  characters,
  encodingOfCodePage,
  encodingsOfFonts,
  hiddenDestinations,
  shownDestinations,
} from './rtf-words.ts';

/** Maximum nesting depth. Deeper groups are counted, but share the properties of the last tracked group. */
const MAX_GROUPS = 10_000;
/** A control word with its number and the space that ends it, a control symbol, or a hexadecimal byte. */
const control = /\\(?:([a-zA-Z]{1,32})(-?\d{1,10})? ?|'([0-9a-fA-F]{2})|([^]))/y;
const plain = /[^\\{}\r\n]+/y;

/** Properties that a group inherits from the enclosing group. */
interface Group {
  isHidden: boolean;
  isFontTable: boolean;
  encoding: string | undefined;
  /** Number of fallback characters after a `\u`, for older programs. */
  fallbackLength: number;
}

/** Adds the text of a rich text file (RTF 1.9.1). Never fails: unknown content is skipped. */
export function readRtf(content: Uint8Array, out: Collector): void {
  new Rtf(content, out).read();
}

class Rtf {
  readonly #source: string;
  readonly #out: Collector;
  readonly #groups: Group[] = [];
  readonly #fonts = new Map<number, string>();
  #group: Group = { isHidden: false, isFontTable: false, encoding: undefined, fallbackLength: 1 };
  #groupsTooDeep = 0;
  #encoding = 'windows-1252';
  #font = 0;
  #position = 0;
  #isDestination = false;
  #charactersToPass = 0;
  #bytes = '';

  constructor(content: Uint8Array, out: Collector) {
    this.#source = Buffer.from(content.buffer, content.byteOffset, content.length).toString('latin1');
    this.#out = out;
  }

  read(): void {
    while (this.#position < this.#source.length && !this.#out.isFull) {
      const character = this.#source.charAt(this.#position);
      if (character === '\\') this.#readControl();
      else if (character === '{') this.#openGroup();
      else if (character === '}') this.#closeGroup();
      else if (character === '\r' || character === '\n') this.#position += 1;
      else this.#readPlain();
    }
    this.#addBytes();
  }

  #readPlain(): void {
    const text = this.#match(plain)?.[0] ?? '';
    this.#isDestination = false;
    const passed = Math.min(this.#charactersToPass, text.length);
    this.#charactersToPass -= passed;
    this.#showBytes(text.slice(passed));
  }

  #openGroup(): void {
    this.#addBytes();
    this.#position += 1;
    this.#charactersToPass = 0;
    if (this.#groups.length < MAX_GROUPS) this.#groups.push({ ...this.#group });
    else this.#groupsTooDeep += 1;
  }

  #closeGroup(): void {
    this.#addBytes();
    this.#position += 1;
    this.#charactersToPass = 0;
    if (this.#groupsTooDeep > 0) this.#groupsTooDeep -= 1;
    else this.#group = this.#groups.pop() ?? this.#group;
  }

  #readControl(): void {
    const [, word, number, byte, symbol] = this.#match(control) ?? [];
    if (byte !== undefined) this.#readByte(byte);
    // OpenOffice also writes `\*` within groups, where it has no meaning.
    else if (symbol === '*') this.#isDestination = this.#source.charAt(this.#position - 3) === '{';
    else this.#readWord(word ?? symbol ?? '', number === undefined ? undefined : Number(number));
  }

  #readByte(byte: string): void {
    if (this.#charactersToPass > 0) this.#charactersToPass -= 1;
    else this.#showBytes(String.fromCharCode(Number.parseInt(byte, 16)));
  }

  #readWord(word: string, number: number | undefined): void {
    if (word !== 'u') this.#addBytes();
    // The number 0 switches a property off.
    if (number !== 0 || this.#isDestination) this.#enterDestination(word);
    if (word === 'bin') this.#position += Math.max(number ?? 0, 0);
    else if (word === 'u') this.#showUnicode(number ?? 0);
    else if (number !== undefined) this.#setProperty(word, number);
    else this.#show(characters.get(word) ?? '');
  }

  #enterDestination(word: string): void {
    if (word === 'fonttbl') this.#group.isFontTable = true;
    const isUnknown = this.#isDestination && !shownDestinations.has(word);
    if (isUnknown || word === 'fonttbl' || hiddenDestinations.has(word)) this.#group.isHidden = true;
    this.#isDestination = false;
  }

  #setProperty(word: string, number: number): void {
    if (word === 'ansicpg') this.#encoding = encodingOfCodePage(number);
    else if (word === 'uc') this.#group.fallbackLength = Math.min(Math.max(number, 0), 16);
    else if (word === 'f') this.#setFont(number);
    else if (word === 'fcharset' && this.#group.isFontTable) {
      const encoding = encodingsOfFonts.get(number);
      // Charset 0 (ANSI) is ignored, so that the code page of the file applies, which most fonts use.
      if (encoding && number !== 0) this.#fonts.set(this.#font, encoding);
    }
  }

  #setFont(number: number): void {
    this.#font = number;
    this.#group.encoding = this.#fonts.get(number);
  }

  #showUnicode(number: number): void {
    this.#addBytes();
    this.#show(String.fromCharCode(number & 0xffff));
    this.#charactersToPass = this.#group.fallbackLength;
  }

  /** Buffers the bytes until other input follows, because a character in an East Asian encoding has two bytes. */
  #showBytes(bytes: string): void {
    if (!this.#group.isHidden) this.#bytes += bytes;
  }

  #addBytes(): void {
    if (this.#bytes === '') return;
    this.#out.add(decode(Buffer.from(this.#bytes, 'latin1'), this.#group.encoding ?? this.#encoding));
    this.#bytes = '';
  }

  #show(text: string): void {
    if (!this.#group.isHidden) this.#out.add(text);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#source);
    this.#position += Math.max(match?.[0].length ?? 0, 1);
    return match;
  }
}
