import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { pdfWithPages } from '../../support/contents/pdf.ts';
import type { Account } from '../../support/service.ts';
import { inBrowsers, inEveryBrowser, type Setting } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

/** Pages with a line of text each. */
function pdfOfLines(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(pdfWithPages(lines.map((line) => `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`)));
}

async function stateOfFind(page: Page, state: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector('.pdf-find [role=status]')?.textContent === wanted,
    {},
    state,
  );
}

const LINES = Array.from({ length: 12 }, (_, index) => `This is page ${String(index + 1)}`);

/** A user who has a PDF. */
function reader(setting: () => Setting) {
  let anna: Account;
  let office: Office;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
  });

  return {
    open: (path?: string) => setting().open(anna, path),
    upload: (name: string, content: string | Uint8Array<ArrayBuffer>) => office.upload(name, content),
    opened: async (): Promise<Page> => {
      const id = await office.upload('report.pdf', pdfOfLines(LINES));
      const page = await setting().open(anna, `/documents/${String(id)}`);
      await page.waitForSelector('[data-page="1"] .pdf-text ::-p-text(This is page 1)');
      return page;
    },
  };
}

inEveryBrowser('the pages of a PDF', (setting) => {
  const { opened } = reader(setting);

  it('draws the pages that are looked at, with fonts of our own', async () => {
    const page = await opened();
    await page.waitForSelector('.preview-bar ::-p-text(of 12)');
    // Something black was drawn where the text is.
    await page.waitForFunction(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('[data-page="1"] canvas');
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return pixels.some((value, index) => index % 4 === 0 && value < 64);
    });
    assert.equal(await page.$('[data-page="12"] canvas'), null);
    assert.equal(await page.$$eval('[data-page]', (pages) => pages.length), 12);
  });

  it('finds words on all pages', async () => {
    const page = await opened();
    await page.type('.pdf-find input', 'IS  page 1');
    await stateOfFind(page, '1 of 4');
    await page.keyboard.press('Enter');
    await stateOfFind(page, '2 of 4');
    await page.waitForSelector('[data-page="10"] .pdf-text ::-p-text(This is page 10)');
    await page.waitForFunction(() => {
      const [range] = CSS.highlights.get('pdf-current') ?? [];
      return (
        range instanceof Range && range.toString() === 'is page 1' && CSS.highlights.get('pdf-found')?.size
      );
    });
    await page.type('.pdf-find input', ' nowhere');
    await stateOfFind(page, 'Not found');
  });
});

inBrowsers('the preview of a PDF', (setting) => {
  const { open, opened, upload } = reader(setting);

  it('asks nobody else for anything', async () => {
    const id = await upload('own.pdf', pdfOfLines(['Only ours']));
    const page = await open();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(setting().service.url) && !/^(?:data|blob):/.test(request.url()))
        elsewhere.push(request.url());
    });
    await page.goto(`${setting().service.url}/documents/${String(id)}`);
    await page.waitForSelector('[data-page="1"] .pdf-text ::-p-text(Only ours)');
    assert.deepEqual(elsewhere, []);
  });

  it('goes to a page by its number', async () => {
    const page = await opened();
    await page.locator('.pdf-number input').fill('9');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-page="9"] .pdf-text ::-p-text(This is page 9)');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('.pdf-number input')?.value === '9',
    );
  });

  it('zooms', async () => {
    const page = await opened();
    const before = await page.$eval('[data-page="1"]', (each) => each.clientWidth);
    await page.locator('button[aria-label="Zoom out"]').click();
    await page.waitForFunction(
      (width) => Number(document.querySelector('[data-page="1"]')?.clientWidth) < width,
      {},
      before,
    );
    await page.locator('button[aria-label="Fit to width"]').click();
    await page.waitForFunction(
      (width) => document.querySelector('[data-page="1"]')?.clientWidth === width,
      {},
      before,
    );
  });

  it('offers a PDF that it cannot read', async () => {
    const id = await upload('broken.pdf', 'this is no PDF');
    const page = await open(`/documents/${String(id)}`);
    await page.waitForSelector('.preview ::-p-text(No preview is possible)');
  });
});
