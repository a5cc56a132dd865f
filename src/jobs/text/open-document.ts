import { message } from '../../model/errors/messages.ts';
import { Unreadable } from '../formats/unreadable.ts';
import { Zip } from '../formats/zip.ts';
import type { Collector } from './collector.ts';
import { type Markup, readMarkup } from './markup.ts';
import { MAX_XML_BYTES } from './xml.ts';

const skip = new Set([
  'tracked-changes',
  'ruby-text',
  'binary-data',
  'event-listeners',
  'creator-initials',
  'note-citation',
  'sheet-name',
  'page-number',
  'page-count',
  // With the prefix, as the date of a text field is text.
  'dc:creator',
  'dc:date',
]);

const prose: Markup = {
  text: new Set(['p', 'h']),
  skip,
  before: { note: '\n', annotation: '\n', s: ' ', tab: '\t', 'line-break': '\n' },
  after: { p: '\n', h: '\n' },
};

/** A row of a table becomes a line. */
const cells: Markup = {
  ...prose,
  after: { p: ' ', h: ' ', 'table-cell': '\t', 'table-row': '\n' },
  titles: { table: 'table:name' },
};

/** Adds the text of an OpenDocument text or presentation. Headers and footers are among the styles. */
export function readOpenDocument(content: Uint8Array, out: Collector): Promise<void> {
  return readParts(content, prose, out);
}

/** The same of an OpenDocument spreadsheet. */
export function readOpenDocumentSheets(content: Uint8Array, out: Collector): Promise<void> {
  return readParts(content, cells, out);
}

async function readParts(content: Uint8Array, markup: Markup, out: Collector): Promise<void> {
  const zip = await Zip.open(content, MAX_XML_BYTES);
  if (await isEncrypted(zip)) throw new Unreadable(message('file_with_password').text);
  for (const name of ['content.xml', 'styles.xml']) await readMarkup(zip, name, markup, out);
}

/** OpenDocument encrypts each part by itself, and says so in the list of the parts. */
async function isEncrypted(zip: Zip): Promise<boolean> {
  let list = '';
  for await (const chunk of zip.chunks('META-INF/manifest.xml')) {
    list += chunk.toString('latin1');
    if (list.includes('encryption-data')) return true;
    list = list.slice(-100);
  }
  return false;
}
