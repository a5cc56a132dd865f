import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import type { Page } from '../../src/jobs/child/ocr-pages.ts';
import { CHILD_LAUNCH } from '../../src/jobs/child/sandbox.ts';
import { pdfGreyPages } from '../../src/jobs/formats/pdfium.ts';
import { type Ocr, ocrState, openOcr } from '../../src/jobs/ocr.ts';
import { loadMagick } from '../../src/jobs/pictures/magick.ts';
import { Rendering } from '../../src/jobs/rendering.ts';
import { createLogger } from '../../src/log.ts';
import { pdfWithPages, textDrawing } from '../support/contents/pdf.ts';
import { needs } from '../support/needs.ts';
import { renderSettings } from '../support/renditions/render-settings.ts';
import { MemoryQueue } from '../support/renditions/rendition-queue.ts';

const LIMITS = { timeoutSeconds: 60, memoryBytes: 768 * 2 ** 20 };
const log = createLogger({ level: 'silent', format: 'json' });

async function open(limits = LIMITS): Promise<Ocr> {
  const ocr = await openOcr('deu+eng', limits, log);
  assert.ok(ocr);
  return ocr;
}

/** A PDF as a scanner makes it: a picture on each page, and no text. */
function scanOf(pages: readonly Page[]): Buffer {
  const drawings = pages.map(({ width, height, grey }) => {
    const attributes = `/W ${width} /H ${height} /CS /G /BPC 8 /F [/AHx /Fl]`;
    return `595 0 0 842 0 0 cm BI ${attributes} ID ${deflateSync(grey).toString('hex')}> EI`;
  });
  return pdfWithPages(drawings);
}

async function pagesOf(document: Buffer): Promise<Page[]> {
  const pages: Page[] = [];
  await pdfGreyPages(document, { resolution: 150, longestSide: 4000, maxPages: 5 }, async (page) => {
    pages.push(page);
  });
  return pages;
}

describe('the reading of scans', function () {
  // At the lowest priority, what takes a second may take many beside other tests.
  needs(this, 'tesseract');

  it('says whether the program has the languages', async () => {
    assert.deepEqual(await ocrState(null), { state: 'off' });
    assert.deepEqual(await ocrState('deu+eng'), { state: 'ready', languages: 'deu+eng' });
    const reason = 'tesseract has no language tlh';
    assert.deepEqual(await ocrState('deu+tlh'), { state: 'unavailable', reason });
  });

  it('is off, or says in the log what is missing', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const told = createLogger({ level: 'warn', format: 'json', destination });
    assert.equal(await openOcr(null, LIMITS, told), undefined);
    assert.deepEqual(lines, []);
    assert.equal(await openOcr('tlh', LIMITS, told), undefined);
    assert.match(lines.join(), /tesseract has no language tlh.*scans are not searchable/);
  });

  describe('in the queue', () => {
    const queue = new MemoryQueue();
    let rendering: Rendering;
    before(async () => {
      const settings = renderSettings({ launch: CHILD_LAUNCH, ocr: await open() });
      rendering = new Rendering(queue, settings, log);
      rendering.start();
    });
    after(() => rendering.stop());

    it('finds what the pages of a PDF without text say', async () => {
      const first = textDrawing('Sehr geehrte Frau Müller,', 'wir kündigen den Vertrag.');
      const drawings = [first, textDrawing('Zweite Seite: 4711')];
      queue.add('scan', scanOf(await pagesOf(pdfWithPages(drawings))));
      const found = await queue.resultOf('scan');
      assert.match(found, /Frau Müller,\s+wir kündigen den Vertrag\.\s+Zweite Seite: 4711/);
    });

    it('finds what pictures say, on all pages of a TIFF', async () => {
      const pages = await pagesOf(
        pdfWithPages([textDrawing('Erste Seite: Köln'), textDrawing('Noch eine: 4711')]),
      );
      const magick = await loadMagick();
      const { MagickFormat, MagickImage, MagickImageCollection } = magick;
      const pictures = MagickImageCollection.create();
      for (const { grey, width, height } of pages) {
        const settings = new magick.MagickReadSettings({
          format: MagickFormat.Gray,
          width,
          height,
          depth: 8,
        });
        pictures.push(MagickImage.create(grey, settings));
      }
      queue.add(
        'tiff',
        pictures.write(MagickFormat.Tiff, (bytes) => Buffer.from(bytes)),
      );
      queue.add(
        'jpeg',
        pictures.write(MagickFormat.Jpeg, (bytes) => Buffer.from(bytes)),
      );
      pictures.dispose();
      assert.match(await queue.resultOf('tiff'), /^Erste Seite: Köln\s+Noch eine: 4711$/);
      assert.equal(await queue.resultOf('jpeg'), 'Erste Seite: Köln');
    });

    it('leaves a PDF with text alone', async () => {
      queue.add('letter', pdfWithPages([textDrawing('Mit freundlichen Grüßen')]));
      assert.equal(await queue.resultOf('letter'), 'Mit freundlichen Grüßen');
    });

    it('finds nothing on an empty page', async () => {
      queue.add('empty', pdfWithPages(['']));
      assert.equal(await queue.resultOf('empty'), 'none');
    });
  });

  it('goes on without the text of a page that takes too long', async () => {
    const [page] = await pagesOf(pdfWithPages([textDrawing('Text')]));
    assert.ok(page);
    const ocr = await open({ ...LIMITS, timeoutSeconds: 0.001 });
    ocr.add(Buffer.from(`P5 ${page.width} ${page.height} 255\n`));
    ocr.add(page.grey);
    assert.equal(await ocr.read(), '');
  });

  it('goes on when the program gets what is no picture', async () => {
    const ocr = await open();
    ocr.add(Buffer.from('P5 30000 30000 255\n'));
    assert.equal(await ocr.read(), '');
  });

  it('ends the program when it is not needed any more', async () => {
    const ocr = await open();
    ocr.add(Buffer.from('P5 3000 3000 255\n'));
    const reading = ocr.read();
    ocr.stop();
    assert.equal(await reading, '');
  });
});
