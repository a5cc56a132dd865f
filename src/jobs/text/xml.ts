import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { message } from '../../model/errors/messages.ts';
import { Unreadable } from '../formats/unreadable.ts';
import type { ZipReader } from '../formats/zip-reader.ts';

/**
 * Maximum number of bytes unpacked from an archive for its text. Most files with 2 MiB of text have less XML. Parsing
 * this amount takes at most three seconds.
 */
export const MAX_XML_BYTES = 32 * 1024 * 1024;

/** Maximum nesting depth. Office files nest some ten elements. Each open element takes memory. */
const MAX_DEPTH = 5000;
/**
 * Maximum length of a text, comment or tag, because the parser holds it in memory until its end. A longer one ends the
 * reading.
 */
const MAX_TOKEN_UNITS = 4 * 1024 * 1024;

/** Maximum number of errors. Data that is not XML has an error in each character, and each takes some microseconds. */
const MAX_ERRORS = 1000;

/** Events of an XML document. Names are as in the file, for example `w:p`. */
export interface XmlEvents {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
  /** Whether the caller has read enough. */
  isDone(): boolean;
}

/** The five predefined entities of XML. Others are not expanded. */
const entities = new Proxy<Record<string, string>>(
  { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" },
  {
    get: (table, name) => (typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined),
  },
);

/**
 * Reads an XML document of an archive chunk by chunk. Malformed XML is read as far as possible.
 * @throws {Unreadable} if the entry is damaged or too large, even after text was found in it
 */
export async function readXml(zip: ZipReader, name: string, events: XmlEvents): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.ENTITIES = entities;
  let depth = 0;
  let unitsOfToken = 0;
  let errors = 0;
  parser.on('opentag', (tag: SaxesTagPlain) => {
    unitsOfToken = 0;
    depth += 1;
    events.open(tag.name, tag.attributes);
  });
  parser.on('closetag', (tag) => {
    unitsOfToken = 0;
    depth -= 1;
    events.close(tag.name);
  });
  parser.on('text', (text) => events.text(text));
  parser.on('cdata', (text) => events.text(text));
  parser.on('error', () => void (errors += 1));
  const isHopeless = () => depth > MAX_DEPTH || unitsOfToken > MAX_TOKEN_UNITS || errors > MAX_ERRORS;
  let decoder: TextDecoder | undefined;
  for await (const chunk of zip.chunks(name)) {
    decoder ??= new TextDecoder(xmlEncoding(chunk));
    const text = decoder.decode(chunk, { stream: true });
    unitsOfToken += text.length;
    parser.write(text);
    if (isHopeless() || events.isDone()) break;
  }
  const isCut = isHopeless();
  parser.close();
  if (isCut && !events.isDone()) throw new Unreadable(message('file_damaged').text);
}

/** XML is UTF-8 unless it has a UTF-16 byte order mark. Office files use no other encodings. */
function xmlEncoding(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** A name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
