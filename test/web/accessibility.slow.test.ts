import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import { violationsOf } from './support/axe.ts';
import { inBrowsers } from './support/in-browsers.ts';
import { gridFaultsOn, headingFaultsOn, namelessOn } from './support/names.ts';
import { officeOf } from './support/office.ts';

const WIDE = 1440;
const WIDTHS = [WIDE, 360];
const THEMES = ['light', 'dark'] as const;

inBrowsers(
  'accessibility',
  (setting) => {
    const paths = new Map<string, string>();

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
      for (const path of ['/', '/search?q=notes', '/shared', '/shared?by=me', '/trash', '/activity'])
        paths.set(path, path);
      for (const tab of ['profile', 'security', 'tokens', 'connect']) paths.set(tab, `/account/${tab}`);
      for (const tab of ['status', 'people', 'folders', 'locks', 'backups'])
        paths.set(`administration: ${tab}`, `/admin/${tab}`);
      paths.set('a folder', `/folders/${String(folder)}`);
      paths.set('a folder in a folder', `/folders/${String(within)}`);
      paths.set('a document', `/documents/${String(document)}`);
      paths.set('a comparison', `/documents/${String(document)}/compare?from=1&to=2`);
      paths.set('nothing', '/nowhere');
    });

    it('axe finds nothing wrong with tiles', async () => {
      for (const width of WIDTHS)
        for (const theme of THEMES) {
          const page = await setting().open(setting().service.admin, paths.get('a folder'), { width, theme });
          await page.waitForSelector('[role=grid]');
          if ((await page.$('.tiles')) === null) await page.locator('button[aria-label=Tiles]').click();
          await page.waitForSelector('.tiles [role=row]');
          assert.deepEqual(await violationsOf(page), [], `${String(width)} px, ${theme}`);
        }
    });

    for (const width of WIDTHS)
      for (const theme of THEMES)
        it(`axe finds nothing wrong with any page, and all has its name: ${String(width)} px, ${theme}`, async () => {
          for (const [name, path] of paths) {
            const page = await setting().open(setting().service.admin, path, { width, theme });
            await page.waitForSelector('h1, .notice');
            await page.waitForNetworkIdle({ idleTime: 300 });
            if (width === WIDE) await page.waitForSelector('[role=treeitem]');
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
