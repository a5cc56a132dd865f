/** A PDF object: a dictionary, or a dictionary with the bytes of a stream. */
export type PdfObject = string | { dictionary: string; stream: string };

/** A PDF file with these objects, numbered from 1. The first object is the catalogue. */
export function pdfOf(objects: readonly PdfObject[]): Buffer {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${written(object)}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function written(object: PdfObject): string {
  if (typeof object === 'string') return object;
  const { dictionary, stream } = object;
  return `<< ${dictionary} /Length ${stream.length} >>\nstream\n${stream}\nendstream`;
}

/**
 * A PDF with one page per drawing, in the syntax of PDF content streams. `/F1` is a font with the characters of
 * Windows-1252.
 * @param pageSize in points
 */
export function pdfWithPages(drawings: readonly string[], pageSize = '595 842'): Buffer {
  const pages = drawings.map((_, index) => `${4 + 2 * index} 0 R`);
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...drawings.flatMap((drawing, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageSize}] /Contents ${5 + 2 * index} 0 R
         /Resources << /Font << /F1 3 0 R >> >> >>`,
      { dictionary: '', stream: drawing },
    ]),
  ]);
}

/** A drawing of lines of text. */
export function textDrawing(...lines: string[]): string {
  return `BT /F1 20 Tf 24 TL 50 780 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
}
