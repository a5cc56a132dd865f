import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { decode, encodingOf } from '../formats/encoding.ts';
import type { Collector } from './collector.ts';

/** Maximum size read of a page. Pages with embedded pictures are large. */
const MAX_BYTES = 32 * 1024 * 1024;
const META_BYTES = 4096;

const hidden = new Set(['script', 'style', 'template']);
const inline =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|img|ins|kbd|label|mark|o:p|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/;

/** Adds the text of an HTML page, without scripts and styles. */
export function readHtml(content: Uint8Array, out: Collector): void {
  const start = content.subarray(0, MAX_BYTES);
  readHtmlText(decode(start, htmlEncoding(start)), out);
}

/**
 * Detected UTF-8 and UTF-16 are certain. Other detected encodings are guesses, so the page's declaration takes
 * precedence.
 */
function htmlEncoding(content: Uint8Array): string {
  const found = encodingOf(content) ?? 'windows-1252';
  if (found.startsWith('utf-')) return found;
  const head = Buffer.from(content.subarray(0, META_BYTES)).toString('latin1');
  const said = /<meta\b[^>]{0,200}\bcharset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1]?.toLowerCase();
  return said && !said.startsWith('utf-') ? said : found;
}

/** Adds the text of a decoded HTML page. No tree is built, so nesting costs no memory. */
export function readHtmlText(html: string, out: Collector): void {
  const page = new Page(html, out);
  page.read();
}

class Page implements TokenizerCallbacks {
  readonly #html: string;
  readonly #out: Collector;
  readonly #tokenizer = new Tokenizer({ decodeEntities: true }, this);
  #hiddenIn: string | undefined;
  #preformatted = false;

  constructor(html: string, out: Collector) {
    this.#html = html;
    this.#out = out;
  }

  read(): void {
    this.#tokenizer.write(this.#html);
    if (!this.#out.isFull) this.#tokenizer.end();
  }

  onopentagname(start: number, end: number): void {
    const name = this.#name(start, end);
    if (hidden.has(name)) this.#hiddenIn ??= name;
    if (name === 'pre') this.#preformatted = true;
    this.#separate(name);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#name(start, end);
    if (name === this.#hiddenIn) this.#hiddenIn = undefined;
    if (name === 'pre') this.#preformatted = false;
    this.#separate(name);
  }

  ontext(start: number, end: number): void {
    const text = this.#html.slice(start, end);
    this.#add(this.#preformatted ? text : text.replaceAll(/\s+/g, ' '));
  }

  ontextentity(codePoint: number): void {
    this.#add(String.fromCodePoint(codePoint));
  }

  #name(start: number, end: number): string {
    return this.#html.slice(start, end).toLowerCase();
  }

  #separate(name: string): void {
    if (!inline.test(name)) this.#add(name === 'td' || name === 'th' ? '\t' : '\n');
  }

  #add(text: string): void {
    if (this.#hiddenIn !== undefined) return;
    this.#out.add(text);
    if (this.#out.isFull) this.#tokenizer.pause();
  }

  onattribdata(): void {}
  onattribentity(): void {}
  onattribend(): void {}
  onattribname(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onopentagend(): void {}
  onprocessinginstruction(): void {}
  onselfclosingtag(): void {}
}
