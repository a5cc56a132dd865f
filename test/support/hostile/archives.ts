import { bomb, part, zip } from '../contents/zip.ts';
import type { HostileContents } from './hostile.ts';

const MEBIBYTE = 2 ** 20;
/** This many units of ten mebibytes are ten gibibytes. */
const TIMES = 1024;

/** Ten mebibytes of a repeated text. */
function unit(text: string): Buffer {
  return Buffer.alloc(10 * MEBIBYTE, text);
}

const WORD = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>';
const ODF =
  '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>';
const SHEET = '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';

const TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
} as const;

/** The archive members that identify an Office file. */
function office(format: keyof typeof TYPES, main: string) {
  return [
    part(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${main}" ContentType="${TYPES[format]}"/></Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`,
    ),
  ];
}

const docx = () => office('docx', 'word/document.xml');
const odt = () => [part('mimetype', 'application/vnd.oasis.opendocument.text')];

/** Office files that unpack to ten gibibytes, nest deeply or refer to themselves. */
export function* hostileArchives(): HostileContents {
  const paragraphs = unit('<w:p><w:r><w:t>word</w:t></w:r></w:p>  '.padEnd(40));
  const long = unit('word ');
  yield {
    name: 'docx of 10 GiB of paragraphs',
    content: () => zip([...docx(), bomb('word/document.xml', WORD, paragraphs, TIMES)]),
  };
  yield {
    name: 'docx of 10 GiB of one text',
    content: () => zip([...docx(), bomb('word/document.xml', `${WORD}<w:p><w:r><w:t>`, long, TIMES)]),
  };
  yield {
    name: 'docx of one name of 10 GiB',
    content: () => zip([...docx(), bomb('word/document.xml', `${WORD}<w:`, unit('a'), TIMES)]),
  };
  yield {
    name: 'docx of one attribute of 10 GiB',
    content: () => zip([...docx(), bomb('word/document.xml', `${WORD}<w:p w:x="`, unit('a'), TIMES)]),
  };
  yield {
    name: 'docx of 10 GiB of nested elements',
    content: () => zip([...docx(), bomb('word/document.xml', WORD, unit('<w:p>'), TIMES)]),
  };
  yield {
    name: 'docx whose relations are 10 GiB',
    content: () => zip([...docx().slice(0, 1), bomb('_rels/.rels', '<Relationships>', unit(' '), TIMES)]),
  };
  yield {
    name: 'docx with a picture of 10 GiB',
    content: () =>
      zip([
        ...docx(),
        part('word/document.xml', WORD),
        bomb('docProps/thumbnail.jpeg', '\xff\xd8', unit('\0'), TIMES),
      ]),
  };
  yield {
    name: 'odt of 10 GiB',
    content: () => zip([...odt(), bomb('content.xml', ODF, unit('<text:p>word</text:p>'), TIMES)]),
  };
  yield {
    name: 'odt of 10 GiB of entities',
    content: () =>
      zip([
        ...odt(),
        bomb(
          'content.xml',
          '<!DOCTYPE x [<!ENTITY a "word"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>',
          unit('&b;'),
          TIMES,
        ),
      ]),
  };
  yield {
    name: 'xlsx with 10 GiB of strings',
    content: () =>
      zip([
        ...office('xlsx', 'xl/workbook.xml'),
        part('xl/workbook.xml', '<workbook/>'),
        bomb('xl/sharedStrings.xml', SHEET, unit('<si><t>word</t></si>'), TIMES),
      ]),
  };
  yield {
    name: 'docx with 60,000 entries',
    content: () =>
      zip([
        ...docx(),
        ...Array.from({ length: 60_000 }, (_, index) => part(`word/header${index}.xml`, '<a/>')),
      ]),
  };
}
