import type { ZipReader } from '../formats/zip-reader.ts';
import type { Collector } from './collector.ts';
import { localName, readXml, type XmlEvents } from './xml.ts';

/** Text parts of an XML vocabulary. Names have no prefix; only names in `skip` may have one. */
export interface Markup {
  /** Elements whose text, including nested text, belongs to the document. */
  readonly text: ReadonlySet<string>;
  /** Elements that are skipped with their content. */
  readonly skip: ReadonlySet<string>;
  /** Text to insert at the start and at the end of an element. */
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  /** Elements with an attribute that is text, for example the name of a sheet. */
  readonly titles?: Readonly<Record<string, string>>;
}

/** Adds the text of an XML part of an archive. */
export async function readMarkup(
  zip: ZipReader,
  name: string,
  markup: Markup,
  out: Collector,
): Promise<void> {
  await readXml(zip, name, new MarkupText(markup, out));
}

class MarkupText implements XmlEvents {
  readonly #markup: Markup;
  readonly #out: Collector;
  #textDepth = 0;
  #skipDepth = 0;

  constructor(markup: Markup, out: Collector) {
    this.#markup = markup;
    this.#out = out;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const local = localName(name);
    if (this.#skipDepth > 0 || this.#isSkipped(name, local)) {
      this.#skipDepth += 1;
      return;
    }
    if (this.#markup.text.has(local)) this.#textDepth += 1;
    this.#out.add(this.#markup.before[local] ?? '');
    const title = attributes[this.#markup.titles?.[local] ?? ''];
    if (title !== undefined) this.#out.add(`${title}\n`);
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth -= 1;
      return;
    }
    const local = localName(name);
    if (this.#markup.text.has(local)) this.#textDepth -= 1;
    this.#out.add(this.#markup.after[local] ?? '');
  }

  text(text: string): void {
    if (this.#textDepth > 0 && this.#skipDepth === 0) this.#out.add(text);
  }

  isDone(): boolean {
    return this.#out.isFull;
  }

  #isSkipped(name: string, local: string): boolean {
    return this.#markup.skip.has(name) || this.#markup.skip.has(local);
  }
}
