import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import { violationsOf } from '../support/axe.ts';
import { EVERY_PAGE } from '../support/every-page.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { examinedIn, LOOKS } from '../support/looks.ts';
import { gridFaultsOn, headingFaultsOn, namelessOn } from '../support/names.ts';
import { idOf, officeOf } from '../support/office.ts';
import { idlenessOf } from '../support/requests.ts';

const WIDE = 1440;

inBrowsers(
  'accessibility',
  (setting) => {
    let ids: ReadonlyMap<string, number | string>;
    const at = (path: string): string =>
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids.get(name)));

    before(async () => {
      const { service } = setting();
      const office = await officeOf(service, service.admin);
      const folder = await office.folder('Contracts');
      await office.upload('a picture.png', 'no picture', folder);
      // Its page opens a line of the tree of folders.
      const within = await office.folder('2026', folder);
      const document = await office.upload('notes.txt', 'one\n', folder);
      await office.upload('notes.txt', 'two\n', folder);
      const gone = await office.upload('gone.txt', 'gone', folder);
      await office.call('DELETE', `/documents/${String(gone)}`);
      const group = idOf(await office.call('POST', '/groups', { name: 'Accounting', users: ['admin'] }));
      ids = new Map<string, number | string>([
        ['at', new Date().toISOString()],
        ['folder', folder],
        ['within', within],
        ['document', document],
        ['group', group],
      ]);
    });

    it('axe finds nothing wrong with tiles', async () => {
      for (const { width, theme } of LOOKS) {
        const page = await setting().open(setting().service.admin, at('/folders/{folder}'), {
          width,
          theme,
        });
        await page.waitForSelector('[role=grid]');
        if ((await page.$('.tiles')) === null) await page.locator('button[aria-label=Tiles]').click();
        await page.waitForSelector('.tiles [role=row]');
        assert.deepEqual(await violationsOf(page), [], `${String(width)} px, ${theme}`);
      }
    });

    for (const look of LOOKS)
      it(`axe finds nothing wrong with any page, and all has its name: ${String(look.width)} px, ${look.theme}`, async () => {
        const { width, theme } = look;
        const { service } = setting();
        // One for guests, and one for the administrator, because each new page starts a process of the browser.
        const pages = {
          guest: await setting().open(null, '/', look),
          admin: await setting().open(service.admin, '/', look),
        };
        const idle = { guest: idlenessOf(pages.guest), admin: idlenessOf(pages.admin) };
        for (const { name, path, isGuest = false } of examinedIn(look, EVERY_PAGE)) {
          const visitor = isGuest ? 'guest' : 'admin';
          const page = pages[visitor];
          await page.goto(service.url + at(path));
          await page.waitForSelector('h1, .notice');
          await idle[visitor]();
          if (width === WIDE && !isGuest) await page.waitForSelector('[role=treeitem]');
          assert.equal(
            await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'light'),
            theme,
          );
          const faults = [
            ...(await violationsOf(page)),
            ...(await namelessOn(page)),
            ...(await headingFaultsOn(page)),
            ...(await gridFaultsOn(page)),
          ];
          assert.deepEqual(faults, [], name);
        }
      });
  },
  { browsers: ['chromium'] },
);
