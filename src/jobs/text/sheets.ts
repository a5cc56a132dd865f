import { ZipReader } from '../formats/zip-reader.ts';
import { CellDates } from './cell-dates.ts';
import type { Collector } from './collector.ts';
import { type Markup, readMarkup } from './markup.ts';
import { namedParts, relationsOf } from './relations.ts';
import { localName, MAX_XML_BYTES, readXml, type XmlEvents } from './xml.ts';

/**
 * Maximum length of the shared strings, in UTF-16 units. They are held in memory until the cells that refer to them are
 * read.
 */
const MAX_SHARED_UNITS = 8 * 1024 * 1024;
/** Number of significant digits that a spreadsheet shows. */
const DIGITS = 15;

/** Parts of a sheet that contain text of the workbook. */
const ofSheet = /^xl\/(?:comments|threadedComments|drawings\/drawing)/;
const markup: Markup = {
  text: new Set(['t', 'text']),
  skip: new Set(['Fallback', 'rPh']),
  before: {},
  after: { p: '\n', text: '\n' },
};

/** Adds the text of a workbook: each sheet with its name, one line per row, and its comments. */
export async function readSheets(content: Uint8Array, out: Collector): Promise<void> {
  const zip = await ZipReader.open(content, MAX_XML_BYTES);
  const shared = await sharedTexts(zip);
  const dates = await CellDates.read(zip);
  for (const { path, title } of await namedParts(zip, 'xl/workbook.xml', 'sheet')) {
    out.add(`${title}\n`);
    await readXml(zip, path, new Cells({ shared, dates }, out));
    const related = await relationsOf(zip, path);
    for (const part of related.filter(({ path }) => ofSheet.test(path))) {
      await readMarkup(zip, part.path, markup, out);
    }
    out.add('\n');
    if (out.isFull) return;
  }
}

/** Strings that cells refer to by index. */
async function sharedTexts(zip: ZipReader): Promise<string[]> {
  const texts: string[] = [];
  let units = 0;
  let current = '';
  let isText = false;
  let isReading = false;
  await readXml(zip, 'xl/sharedStrings.xml', {
    open: (name) => {
      const local = localName(name);
      if (local === 'si') current = '';
      if (local === 'rPh') isReading = true;
      isText = local === 't' && !isReading;
    },
    close: (name) => {
      const local = localName(name);
      if (local === 'si') texts.push(current);
      if (local === 'rPh') isReading = false;
      isText = false;
    },
    text: (text) => {
      if (!isText) return;
      units += text.length;
      current += text;
    },
    isDone: () => units >= MAX_SHARED_UNITS,
  });
  return texts;
}

/** Tables that cells refer to by index: strings and formats. */
interface Named {
  readonly shared: readonly string[];
  readonly dates: CellDates;
}

/** Reads the cells of a sheet. A cell has its value in `v`, or its text in `is`. */
class Cells implements XmlEvents {
  readonly #named: Named;
  readonly #out: Collector;
  #type = '';
  #style = '';
  #element = '';

  constructor(named: Named, out: Collector) {
    this.#named = named;
    this.#out = out;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#element = localName(name);
    if (this.#element !== 'c') return;
    this.#type = attributes['t'] ?? 'n';
    this.#style = attributes['s'] ?? '0';
  }

  close(name: string): void {
    const local = localName(name);
    if (local === 'c') this.#out.add('\t');
    if (local === 'row') this.#out.add('\n');
    this.#element = '';
  }

  text(text: string): void {
    if (this.#element === 'v') this.#out.add(this.#shown(text));
    if (this.#element === 't') this.#out.add(text);
    if (/^(?:odd|even|first)(?:Header|Footer)$/.test(this.#element)) this.#out.add(`${plainHeader(text)}\n`);
  }

  isDone(): boolean {
    return this.#out.isFull;
  }

  #shown(value: string): string {
    const { shared, dates } = this.#named;
    if (this.#type === 's') return shared[Number(value)] ?? '';
    const date = this.#type === 'n' ? dates.shown(value, this.#style) : undefined;
    if (date !== undefined) return date;
    // The file stores 17 digits, so that 0.1 + 0.2 would be 0.30000000000000004.
    if (this.#type === 'n' && value.length > DIGITS) return String(Number(Number(value).toPrecision(DIGITS)));
    return value;
  }
}

/** Removes the codes for fonts, numbers and positions from a header. */
function plainHeader(text: string): string {
  return text.replaceAll(/&(?:"[^"]*"|K[\dA-F]{6}|\d+|[A-Z])/g, ' ');
}
