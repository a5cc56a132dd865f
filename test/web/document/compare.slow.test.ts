import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

inBrowsers('the comparison of versions', (setting) => {
  let anna: Account;
  let office: Office;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
  });

  async function versions(name: string, ...contents: (string | Uint8Array<ArrayBuffer>)[]): Promise<number> {
    let id = 0;
    for (const content of contents) id = await office.upload(name, content);
    return id;
  }

  it('marks the words that differ, side by side or one below the other', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `Paragraph ${String(index)}`).join('\n');
    const id = await versions(
      'lease.txt',
      `${many}\nThe rent is 900 euros <b>.\nEnd`,
      `${many}\nThe rent is 950 euros <b>.\nNew line\nEnd`,
    );
    const page = await setting().open(anna, `/documents/${String(id)}?tab=versions`);
    await page.locator('a[aria-label="Compare version 1 with the newest"]').click();
    await page.waitForSelector('table.side');
    const marked = (): Promise<unknown> =>
      page.$$eval('del, ins', (all) => all.map(({ tagName, textContent }) => [tagName, textContent]));
    assert.deepEqual(await marked(), [
      ['DEL', '900'],
      ['INS', '950'],
      ['INS', 'New line'],
    ]);
    await page.waitForSelector('[role=status] ::-p-text(1 line removed, 2 added)');
    assert.equal(await page.title(), 'Compare versions of lease.txt · dms');
    await page.locator('.hidden-lines button').click();
    await page.waitForSelector('.differences ::-p-text(Paragraph 0)');
    await page.locator('button[aria-label="One below the other"]').click();
    await page.waitForSelector('table.unified');
    await page.reload();
    await page.waitForSelector('table.unified');
    assert.equal((await page.$$('del, ins')).length, 3);
  });

  it('compares the versions that are chosen', async () => {
    const id = await versions('list.txt', 'one', 'two', 'three');
    const page = await setting().open(anna, `/documents/${String(id)}/compare?from=1&to=3`);
    await page.waitForSelector('ins ::-p-text(three)');
    const [from = null] = await page.$$('select');
    await from?.select('2');
    await page.waitForSelector('del ::-p-text(two)');
    assert.equal(new URL(page.url()).search, '?from=2&to=3');
    await from?.select('3');
    await page.waitForSelector('::-p-text(The texts of the two versions are the same.)');
  });

  it('offers what it cannot compare', async () => {
    const binary = await versions('data.bin', new Uint8Array([0, 1]), new Uint8Array([0, 2]));
    const large = await versions('large.txt', 'x'.repeat(1024 * 1024 + 1), 'small');
    for (const [id, reason] of [
      [binary, 'Only text can be compared'],
      [large, 'too large to compare'],
    ] as const) {
      const page = await setting().open(anna, `/documents/${String(id)}/compare`);
      await page.waitForSelector(`.notice ::-p-text(${reason})`);
      assert.equal((await page.$$('.notice a[download]')).length, 2);
    }
  });
});
