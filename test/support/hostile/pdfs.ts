import { deflateSync } from 'node:zlib';
import { type PdfObject, pdfOf, pdfWithPages, textDrawing } from '../contents/pdf.ts';
import type { HostileContents } from './hostile.ts';

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

/** One page with this drawing and these resources. The other objects are numbered from 5. */
function onePage(resources: string, drawing: PdfObject, others: readonly PdfObject[] = []): Buffer {
  return pdfOf([
    CATALOGUE,
    PAGES,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << ${resources} >> >>`,
    drawing,
    ...others,
  ]);
}

function drawing(stream: string): PdfObject {
  return { dictionary: '', stream };
}

/** A doubly compressed stream that unpacks to `bytes`. */
function packed(bytes: Buffer): PdfObject {
  const stream = deflateSync(deflateSync(bytes)).toString('latin1');
  return { dictionary: '/Filter [/FlateDecode /FlateDecode]', stream };
}

function script(code: string): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (CODE) >> >>'.replace('CODE', code),
    PAGES,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /AA << /O << /S /JavaScript /JS (${code}) >> >> >>`,
  ]);
}

/** PDFs with circular references, deep nesting, huge unpacked sizes or huge claimed sizes. */
export function* hostilePdfs(): HostileContents {
  yield {
    name: 'PDF whose pages contain themselves',
    content: () => pdfOf([CATALOGUE, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>']),
  };
  yield {
    name: 'PDF with two loops of pages',
    content: () =>
      pdfOf([
        CATALOGUE,
        '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 4 >>',
        '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 2 0 R] /Count 4 >>',
      ]),
  };
  const depth = 50_000;
  yield {
    name: 'PDF whose tree of pages is deep',
    content: () =>
      pdfOf([
        CATALOGUE,
        ...Array.from(
          { length: depth },
          (_, index) => `<< /Type /Pages /Kids [${index + 3} 0 R] /Count 1 >>`,
        ),
        '<< /Type /Page /MediaBox [0 0 600 800] >>',
      ]),
  };
  yield {
    name: 'PDF with 100,000 pages',
    content: () => pdfWithPages(Array.from({ length: 100_000 }, (_, index) => textDrawing(`page ${index}`))),
  };
  for (const size of ['1000000000 1000000000', '14400 0.0001', '-1 1', '1e308 1e308', '0 0'])
    yield { name: `PDF with a page of ${size}`, content: () => pdfWithPages([textDrawing('text')], size) };
  const fonts = Array.from({ length: 20_000 }, (_, index) => index);
  yield {
    name: 'PDF with 20,000 fonts',
    content: () =>
      onePage(
        `/Font << ${fonts.map((font) => `/F${font} ${font + 5} 0 R`).join(' ')} >>`,
        drawing(`BT ${fonts.map((font) => `/F${font} 9 Tf (x) Tj`).join(' ')} ET`),
        fonts.map((font) => `<< /Type /Font /Subtype /Type1 /BaseFont /Font${font} >>`),
      ),
  };
  yield { name: 'PDF with an endless script', content: () => script('while\\(true\\);') };
  yield {
    name: 'PDF with a script that calls out',
    content: () =>
      script('app.launchURL\\("http://127.0.0.1:9/"\\); this.submitForm\\("http://127.0.0.1:9/"\\)'),
  };
  yield { name: 'PDF with nested lists', content: () => onePage(`/X ${'['.repeat(1_000_000)}`, drawing('')) };
  yield {
    name: 'PDF with nested dictionaries',
    content: () => onePage('<< /A '.repeat(200_000), drawing('')),
  };
  yield {
    name: 'PDF with nested graphics states',
    content: () => onePage('', drawing(`${'q '.repeat(2_000_000)} 0 0 9 9 re f`)),
  };
  yield {
    name: 'PDF whose drawing unpacks to 256 MiB',
    content: () => onePage('', packed(Buffer.alloc(2 ** 28, '0 0 m 9 9 l S '))),
  };
  yield {
    name: 'PDF that draws itself',
    content: () =>
      onePage('/XObject << /X 5 0 R >>', drawing('/X Do'), [
        {
          dictionary:
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>',
          stream: '/X Do /X Do /X Do',
        },
      ]),
  };
  // Each form draws the next one ten times.
  yield {
    name: 'PDF that draws 10¹⁰ forms',
    content: () =>
      onePage('/XObject << /X 5 0 R >>', drawing('/X Do'), [
        ...Array.from({ length: 10 }, (_, index) => ({
          dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${index + 6} 0 R >> >>`,
          stream: '/X Do '.repeat(10),
        })),
        { dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 9 9]', stream: '0 0 9 9 re f' },
      ]),
  };
  yield {
    name: 'PDF with a picture of 30,000²',
    content: () =>
      onePage('/XObject << /X 5 0 R >>', drawing('600 0 0 800 0 0 cm /X Do'), [
        {
          dictionary:
            '/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode',
          stream: deflateSync(Buffer.alloc(200 * 2 ** 20)).toString('latin1'),
        },
      ]),
  };
  yield {
    name: 'PDF with 20 million characters',
    content: () =>
      onePage(
        '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>',
        drawing(`BT /F1 9 Tf ${`(${'word '.repeat(200)}) Tj `.repeat(20_000)} ET`),
      ),
  };
}
