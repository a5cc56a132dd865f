/**
 * Takes screenshots of pages for review: `npm run web:look -- PATH…`, for example `/` or `/account/tokens`. For each
 * path it takes one in Chromium per theme and per screen size (desktop and phone), and writes it to `dist/looks`. The
 * pages show a user with a small office; `{folder}`, `{document}` and `{text}` in a path stand for ids in that office.
 * `npm run web:look -- --readme` writes the screenshots of the README instead (scripts/pictures/readme.ts).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { startService } from '../../test/support/service.ts';
import { openBrowser, visit } from '../../test/web/support/browsers.ts';
import { officeOf } from '../../test/web/support/office.ts';
import { openAs } from '../../test/web/support/sign-in.ts';
import { takeReadmePictures } from './readme.ts';

const OUT = 'dist/looks';
const WIDTHS = [1440, 360];
const THEMES = ['light', 'dark'];
const SETTLED_MS = 800;

async function look(browser: Browser, paths: readonly string[]): Promise<void> {
  await mkdir(OUT, { recursive: true });
  const service = await startService();
  try {
    const office = await officeOf(service, service.admin);
    const folder = await office.folder('Contracts');
    for (const name of ['Invoices 2026', 'Photos', 'Templates']) await office.folder(name);
    const files = [
      'Offer Müller & Söhne.pdf',
      'budget.xlsx',
      'logo.png',
      'talk.pptx',
      'archive.zip',
      'song.mp3',
    ];
    for (const [index, name] of files.entries()) await office.upload(name, 'x'.repeat(4 ** (index + 4)));
    const text = await office.upload('notes.txt', 'First line\nSecond line\n');
    await office.upload('notes.txt', 'First line\nSecond line, changed\nThird line\n');
    const document = await office.upload('Lease.pdf', 'not really a PDF', folder);
    const ids = new Map([
      ['{folder}', folder],
      ['{document}', document],
      ['{text}', text],
    ]);
    for (const path of paths.length > 0 ? paths : ['/']) {
      const real = path.replace(/\{\w+\}/, (name) => String(ids.get(name)));
      for (const width of WIDTHS)
        for (const theme of THEMES) {
          const opened = await visit(browser, { width });
          const { page, faults } = opened;
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
          await openAs(page, service, service.admin, real);
          await page.waitForNetworkIdle({ idleTime: SETTLED_MS });
          const file = join(OUT, `${path.replaceAll(/[^\w]+/g, '-')}-${String(width)}-${theme}.png`);
          await page.screenshot({ path: `./${file}` });
          console.log(file, ...faults);
          await opened.close();
        }
    }
  } finally {
    await service.stop();
  }
}

const args = process.argv.slice(2);
const browser = await openBrowser('chromium');
try {
  await (args.includes('--readme') ? takeReadmePictures(browser) : look(browser, args));
} finally {
  await browser.close();
}
