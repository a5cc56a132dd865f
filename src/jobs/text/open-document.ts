import { message } from '../../model/errors/messages.ts';
import { Unreadable } from '../formats/unreadable.ts';
import { ZipReader } from '../formats/zip-reader.ts';
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
  // With the prefix, because the date of a text field (`text:date`) is text.
  'dc:creator',
  'dc:date',
]);

const prose: Markup = {
  text: new Set(['p', 'h']),
  skip,
  before: { note: '\n', annotation: '\n', s: ' ', tab: '\t', 'line-break': '\n' },
  after: { p: '\n', h: '\n' },
};

/** A table row becomes a line. */
const cells: Markup = {
  ...prose,
  after: { p: ' ', h: ' ', 'table-cell': '\t', 'table-row': '\n' },
  titles: { table: 'table:name' },
};

/** Adds the text of an OpenDocument text or presentation. `styles.xml` contains headers and footers. */
export function readOpenDocument(content: Uint8Array, out: Collector): Promise<void> {
  return readParts(content, prose, out);
}

/** Adds the text of an OpenDocument spreadsheet. */
export function readOpenDocumentSheets(content: Uint8Array, out: Collector): Promise<void> {
  return readParts(content, cells, out);
}

async function readParts(content: Uint8Array, markup: Markup, out: Collector): Promise<void> {
  const zip = await ZipReader.open(content, MAX_XML_BYTES);
  if (await isEncrypted(zip)) throw new Unreadable(message('file_with_password').text);
  for (const name of ['content.xml', 'styles.xml']) await readMarkup(zip, name, markup, out);
}

/** OpenDocument encrypts each part separately, and declares the encryption in the manifest. */
async function isEncrypted(zip: ZipReader): Promise<boolean> {
  let list = '';
  for await (const chunk of zip.chunks('META-INF/manifest.xml')) {
    list += chunk.toString('latin1');
    if (list.includes('encryption-data')) return true;
    list = list.slice(-100);
  }
  return false;
}
