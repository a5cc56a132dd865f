import { ZipReader } from '../formats/zip-reader.ts';
import type { Collector } from './collector.ts';
import { type Markup, readMarkup } from './markup.ts';
import { MAX_XML_BYTES } from './xml.ts';

/**
 * Word and PowerPoint store text in `t`. `Fallback` repeats text for older programs; `tabs` contains tab stops only.
 */
export const officeMarkup: Markup = {
  text: new Set(['t']),
  skip: new Set(['Fallback', 'tabs', 'tabLst', 'rt']),
  before: { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' },
  after: { p: '\n' },
};

const parts = [
  /^word\/document\d*\.xml$/,
  /^word\/(?:header|footer)\d*\.xml$/,
  /^word\/(?:footnotes|endnotes|comments)\d*\.xml$/,
  /^word\/diagrams\/data\d*\.xml$/,
];

/** Adds the text of a Word document, then its headers, footers, notes and comments. */
export async function readWord(content: Uint8Array, out: Collector): Promise<void> {
  const zip = await ZipReader.open(content, MAX_XML_BYTES);
  const names = [...zip.names];
  for (const part of parts) {
    for (const name of names.filter((name) => part.test(name)))
      await readMarkup(zip, name, officeMarkup, out);
  }
}
