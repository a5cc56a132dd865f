import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { pdfPicture, pdfText } from '../../../src/jobs/formats/pdfium.ts';
import { Unreadable } from '../../../src/jobs/formats/unreadable.ts';
import { pdfOf, pdfWithPages, textDrawing } from '../../support/contents/pdf.ts';

const MAX = 2 ** 20;

function unreadable(message: string): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof Unreadable, String(error));
    assert.equal(error.message, message);
    return true;
  };
}

/** Whether a promise ends well or with a reason for users. Every other error fails the test. */
async function ended(promise: Promise<unknown>): Promise<void> {
  await promise.catch((error: unknown) => assert.ok(error instanceof Unreadable, String(error)));
}

describe('the text of a PDF', () => {
  it('is that of all pages, in their order', async () => {
    const pdf = pdfWithPages([textDrawing('Grüße an Müller', '2nd line'), textDrawing('Seite 2: 5 \x80')]);
    assert.equal(await pdfText(pdf, MAX), 'Grüße an Müller\n2nd line\nSeite 2: 5 €');
  });

  it('has words whole that are divided at the end of a line', async () => {
    assert.equal(await pdfText(pdfWithPages([textDrawing('Jahresrech-', 'nung')]), MAX), 'Jahresrechnung');
  });

  it('is cut between two characters', async () => {
    const pdf = pdfWithPages([textDrawing('Grüße'), textDrawing('never read')]);
    assert.equal(await pdfText(pdf, 3), 'Gr');
    assert.equal(await pdfText(pdf, 4), 'Grü');
  });

  it('is empty where the pages are pictures', async () => {
    assert.equal(await pdfText(pdfWithPages(['1 0 0 rg 0 0 595 421 re f']), MAX), '');
  });

  it('misses a damaged page only', async () => {
    const pdf = pdfWithPages([textDrawing('first'), textDrawing('second')]).toString('latin1');
    const damaged = Buffer.from(pdf.replace('[4 0 R', '[9 0 R'), 'latin1');
    assert.equal(await pdfText(damaged, MAX), 'second');
  });
});

describe('the picture of a PDF', () => {
  it('is the first page on white paper, its longest side as wanted', async () => {
    const picture = await pdfPicture(pdfWithPages(['1 0 0 rg 0 421 595 421 re f', '']), 512);
    assert.deepEqual([picture.width, picture.height], [362, 512]);
    const pixel = (x: number, y: number): number[] =>
      [...picture.rgba.subarray((y * 362 + x) * 4)].slice(0, 4);
    assert.deepEqual(pixel(180, 10), [255, 0, 0, 255]);
    assert.deepEqual(pixel(180, 500), [255, 255, 255, 255]);
  });

  it('is wide if the page is', async () => {
    const { width, height } = await pdfPicture(pdfWithPages([''], '842 595'), 512);
    assert.deepEqual([width, height], [512, 362]);
  });

  it('shows what is filled in', async () => {
    const pdf = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Annots [4 0 R] >>',
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (b) /Rect [0 0 100 100] /F 4 /AP << /N 5 0 R >> >>',
      {
        dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 100 100]',
        stream: '0 0 1 rg 0 0 100 100 re f',
      },
    ]);
    const { rgba } = await pdfPicture(pdf, 100);
    assert.deepEqual([...rgba.subarray(20_200, 20_204)], [0, 0, 255, 255]);
  });

  it('takes no more memory where the page is huge, and has a pixel where it is a line', async () => {
    const huge = await pdfPicture(pdfWithPages([''], '2000000000 2000000000'), 512);
    assert.ok(huge.rgba.length <= 512 * 512 * 4);
    const line = await pdfPicture(pdfWithPages([''], '1000000 0.001'), 512);
    assert.ok(line.rgba.length >= 4 && line.rgba.length <= 512 * 512 * 4);
  });
});

describe('a PDF that cannot be read', () => {
  const both = (pdf: Uint8Array): Promise<unknown>[] => [pdfText(pdf, MAX), pdfPicture(pdf, 512)];

  it('is protected by a password', async () => {
    const pdf = await readFile(new URL('../../fixtures/password.pdf', import.meta.url));
    const reason = unreadable('The file is protected by a password.');
    for (const reading of both(pdf)) await assert.rejects(reading, reason);
  });

  it('is damaged', async () => {
    const reason = unreadable('The file is damaged.');
    for (const reading of both(Buffer.from('%PDF-1.7\nnothing'))) await assert.rejects(reading, reason);
    await assert.rejects(pdfPicture(pdfWithPages([]), 512), reason);
  });

  it('needs too much memory', async () => {
    const reason = unreadable('The file needs too much memory.');
    for (const reading of both(Buffer.alloc(400 * 2 ** 20))) await assert.rejects(reading, reason);
  });
});

describe('a hostile PDF', () => {
  it('has a loop in its tree of pages', async () => {
    const pdf = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [2 0 R] /Count 1000000 >>',
    ]);
    await ended(pdfText(pdf, MAX));
    await ended(pdfPicture(pdf, 512));
  });

  it('has a drawing that draws itself', async () => {
    const pdf = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 5 0 R /Resources << /XObject << /X 4 0 R >> >> >>',
      {
        dictionary:
          '/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << /XObject << /X 4 0 R >> >>',
        stream: '/X Do /X Do',
      },
      { dictionary: '', stream: '/X Do /X Do' },
    ]);
    await ended(pdfText(pdf, MAX));
    await ended(pdfPicture(pdf, 512));
  });

  it('holds JavaScript, which nobody runs', async () => {
    const pdf = pdfWithPages([textDrawing('quiet')]).toString('latin1');
    const script = '/OpenAction << /S /JavaScript /JS (while \\(true\\);) >> /Type /Catalog';
    const hostile = Buffer.from(pdf.replace('/Type /Catalog', script), 'latin1');
    assert.equal(await pdfText(hostile, MAX), 'quiet');
    assert.equal((await pdfPicture(hostile, 512)).height, 512);
  });

  it('holds a picture that is larger than memory', async () => {
    const image = '/Type /XObject /Subtype /Image /BitsPerComponent 8 /ColorSpace /DeviceRGB';
    const pdf = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 5 0 R /Resources << /XObject << /X 4 0 R >> >> >>',
      { dictionary: `${image} /Width 30000 /Height 30000 /Filter /RunLengthDecode`, stream: '\x80' },
      { dictionary: '', stream: '100 0 0 100 0 0 cm /X Do' },
    ]);
    await ended(pdfPicture(pdf, 512));
  });

  it('ends somewhere', async () => {
    const pdf = pdfWithPages([textDrawing('first'), textDrawing('second')]);
    for (let tenth = 0; tenth < 10; tenth++) {
      const part = pdf.subarray(0, Math.floor((pdf.length * tenth) / 10));
      await ended(pdfText(part, MAX));
      await ended(pdfPicture(part, 512));
    }
  });
});
