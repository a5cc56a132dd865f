import { DAY_MS } from '../../model/durations.ts';
import type { ZipReader } from '../formats/zip-reader.ts';
import { localName, readXml } from './xml.ts';

/** Built-in date formats, which a workbook does not define (ECMA-376, 18.8.30). */
const BUILT_IN = new Set(['14', '15', '16', '17', '22']);
/** Parts of a format that are not date fields: literals, colours and conditions, escaped characters and spaces. */
const LITERAL = /"[^"]*"|\[[^\]]*\]|[\\_*]./g;
const MAX_FORMATS = 100_000;

/** Dates are days since 1900. Excel counts a day before March 1900 that did not exist (29 February). */
const DAYS_UNTIL_1970 = 25_569;
const DAYS_UNTIL_1904 = 1462;
const FIRST_DAY = 61;
const LAST_DAY = 2_958_465;

/** Cells of a workbook that show their number as a date. */
export class CellDates {
  readonly #styles = new Set<string>();
  #offset = 0;

  /** @throws {Unreadable} if the workbook is damaged */
  static async read(zip: ZipReader): Promise<CellDates> {
    const dates = new CellDates();
    await readElements(zip, 'xl/workbook.xml', (name, attributes) => {
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes['date1904'] ?? ''))
        dates.#offset = DAYS_UNTIL_1904;
    });
    // Damaged formats must not prevent reading the numbers.
    await dates.#readStyles(zip).catch(() => undefined);
    return dates;
  }

  async #readStyles(zip: ZipReader): Promise<void> {
    const formats = new Set(BUILT_IN);
    let styles: number | undefined;
    await readElements(zip, 'xl/styles.xml', (name, attributes) => {
      const { numFmtId = '', formatCode = '' } = attributes;
      if (name === 'numFmt' && /[dy]/i.test(formatCode.replaceAll(LITERAL, ''))) formats.add(numFmtId);
      if (name === 'cellXfs') styles = 0;
      if (name === 'cellStyles') styles = undefined;
      if (name !== 'xf' || styles === undefined) return;
      if (formats.has(numFmtId)) this.#styles.add(String(styles));
      styles += 1;
    });
  }

  /** The date in two notations, so that a search finds both; undefined if the cell does not show a date. */
  shown(value: string, style: string): string | undefined {
    const day = Math.floor(Number(value)) + this.#offset;
    if (!this.#styles.has(style) || !(day >= FIRST_DAY && day <= LAST_DAY)) return undefined;
    const date = new Date((day - DAYS_UNTIL_1970) * DAY_MS).toISOString().slice(0, 10);
    return `${date} (${date.split('-').toReversed().join('.')})`;
  }
}

async function readElements(
  zip: ZipReader,
  part: string,
  use: (name: string, attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  let elements = 0;
  await readXml(zip, part, {
    open: (name, attributes) => {
      elements += 1;
      use(localName(name), attributes);
    },
    close: () => undefined,
    text: () => undefined,
    isDone: () => elements >= MAX_FORMATS,
  });
}
