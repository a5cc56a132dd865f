import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'mocha';
import { pageBeside } from '../support/browsers.ts';
import { drop } from '../support/drop.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { intercept } from '../support/intercept.ts';
import { hold } from '../support/requests.ts';

inBrowsers('an unfinished upload that the service does not delete', (setting) => {
  it('is told of', async () => {
    const anna = await setting().service.createUser('anna');
    const first = await setting().open(anna);
    const held = await hold(first, (request) => request.method() === 'PATCH');
    await drop(first, { name: 'film.bin', bytes: 9_000_000 });
    await held.first;
    await held.breakOff();
    const page = await pageBeside(first);
    await first.close({ runBeforeUnload: false });
    await page.goto(setting().service.url);
    await intercept(page, (request) => {
      if (request.method() !== 'DELETE') return false;
      const body = JSON.stringify({ message: 'Not today.', code: 'forbidden' });
      void request.respond({ status: 403, contentType: 'application/json', body });
      return true;
    });
    await page.locator('.uploads button ::-p-text(Discard)').click();
    await page.waitForSelector('.toast ::-p-text(Not today.)');
  });
});

inBrowsers('a file that is gone from the disk', (setting) => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-gone-'));
  });

  after(() => rm(directory, { recursive: true }));

  for (const [size, bytes] of [
    ['small', 1000],
    ['large', 9_000_000],
  ] as const)
    it(`has failed, and the user reads why (${size})`, async () => {
      const path = join(directory, `${size}.bin`);
      await writeFile(path, 'x'.repeat(bytes));
      const page = await setting().open(await setting().service.createUser(size));
      await page.waitForSelector('.upload-button');
      const held = await hold(page, (request) => request.url().endsWith('/conflicts'));
      const input = await page.$('input[type=file][multiple]');
      await (await input?.toElement('input'))?.uploadFile(path);
      await held.first;
      await unlink(path);
      await held.letGo();
      await page.waitForSelector('.uploads li.failed ::-p-text(The file was moved)');
    });
});
