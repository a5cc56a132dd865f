import { pdfWithPages, textDrawing } from '../../test/support/contents/pdf.ts';
import { pngOf } from '../../test/support/contents/pictures.ts';
import { part, zip } from '../../test/support/contents/zip.ts';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const SIDE = 400;

/** A generated document that exactly one search query finds. */
export interface Made {
  readonly name: string;
  readonly content: Buffer;
  /** A word that no other document contains; undefined for a picture. */
  readonly word: string | undefined;
}

/** Generates distinct documents, alternating between four formats. */
export function made(count: number): Made[] {
  return Array.from({ length: count }, (_, index) => {
    const word = `kennwort${String(index).padStart(6, '0')}`;
    const make = [plainText, pdf, docx][index % 4];
    if (make) return { name: `${index}.${make.name}`, content: make(word), word };
    return { name: `${index}.png`, content: png(index), word: undefined };
  });
}

function plainText(word: string): Buffer {
  return Buffer.from(`${word}\n${'Auf den Dächern. '.repeat(500)}`);
}

function pdf(word: string): Buffer {
  return pdfWithPages([textDrawing(word), ...Array.from({ length: 20 }, () => textDrawing('Seite'))]);
}

function docx(word: string): Buffer {
  const types = `<Types><Override PartName="/word/document.xml" ContentType="${WORD_TYPE}"/></Types>`;
  const text = `<w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:t>${word}</w:t></w:r></w:p></w:body></w:document>`;
  return zip([part('[Content_Types].xml', types), part('word/document.xml', text)]);
}

/** A square in one shade of grey. The first line makes the picture unique. */
function png(index: number): Buffer {
  const lines = [index % 256, ...Array.from({ length: SIDE - 1 }, () => 128 + (index >> 8))];
  return pngOf(SIDE, SIDE, 8, Buffer.concat(lines.map(scanline)));
}

/** The first byte of a PNG line is its filter number. */
function scanline(shade: number): Buffer {
  return Buffer.alloc(1 + SIDE, shade).fill(0, 0, 1);
}
