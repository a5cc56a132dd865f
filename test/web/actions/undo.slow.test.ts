import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { choose, press } from '../support/keyboard.ts';
import { type Office, officeOf } from '../support/office.ts';

/** Goes to another folder as a link of ours does. */
async function goTo(page: Page, folder: number): Promise<void> {
  await page.evaluate((id) => {
    history.pushState(null, '', `/folders/${String(id)}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, folder);
}

inBrowsers('what is taken back', (setting) => {
  let anna: Account;
  let office: Office;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
  });

  /** Opens a folder that is empty, and makes another one in it. */
  async function makeFolder(place: number): Promise<Page> {
    const page = await setting().open(anna, `/folders/${String(place)}`);
    await page.waitForSelector('::-p-text(This folder is empty.)');
    await press(page, 'Alt', 'KeyN');
    await page.waitForSelector('dialog input[name=name]');
    await page.keyboard.type('Mine');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=grid] ::-p-text(Mine)');
    // An event may have brought it before the answer to the dialog, which has the keys until it closes.
    await page.waitForSelector('dialog', { hidden: true });
    return page;
  }

  it('is no folder that has got something in it', async () => {
    const place = await office.folder('Place');
    const page = await makeFolder(place);
    const { id } = await page.$eval('[role=grid] a[href^="/folders/"]', ({ href }) => ({
      id: Number(/\d+$/.exec(href)?.[0]),
    }));
    const inside = await office.upload('letter.txt', 'letter', id);
    await press(page, 'Control', 'KeyZ');
    await page.waitForSelector('.toast ::-p-text(is not empty)');
    assert.equal(await office.download(inside), 'letter');
  });

  it('is a folder that is still empty', async () => {
    const place = await office.folder('Other place');
    const page = await makeFolder(place);
    await press(page, 'Control', 'KeyZ');
    await page.waitForSelector('::-p-text(This folder is empty.)');
  });

  it('is no move of what somebody has moved since', async () => {
    const [from, to, elsewhere] = [
      await office.folder('From'),
      await office.folder('To'),
      await office.folder('Elsewhere'),
    ];
    const taken = await office.upload('taken.txt', 'taken', from);
    await office.upload('kept.txt', 'kept', from);
    const page = await setting().open(anna, `/folders/${String(from)}`);
    await page.waitForSelector('::-p-text(taken.txt)');
    await choose(page, 'kept.txt');
    await press(page, 'Control', 'KeyA');
    await press(page, 'Control', 'KeyX');
    await goTo(page, to);
    await page.waitForSelector('::-p-text(This folder is empty.)');
    await press(page, 'Control', 'KeyV');
    await page.waitForSelector('.toast ::-p-text(2 entries moved)');
    await office.call('POST', `/documents/${String(taken)}/move`, { folder_id: elsewhere });
    await press(page, 'Control', 'KeyZ');
    await page.waitForSelector('.toast ::-p-text(has been moved in the meantime)');
    await page.waitForSelector('::-p-text(This folder is empty.)');
    const names = async (folder: number): Promise<string> =>
      JSON.stringify(await office.call('GET', `/folders/${String(folder)}/contents`));
    assert.match(await names(elsewhere), /taken\.txt/);
    assert.match(await names(from), /kept\.txt/);
  });

  it('can be chosen, or its message closed, beside the upload button of a phone', async () => {
    const place = await office.folder('On a phone');
    await office.upload('small.txt', 'small', place);
    const page = await setting().open(anna, `/folders/${String(place)}`);
    await page.setViewport({ width: 400, height: 780 });
    await page.waitForSelector('.upload-button');
    await choose(page, 'small.txt');
    await page.keyboard.press('Delete');
    await page.waitForSelector('.toast');
    const covered = await page.$$eval('.toast button', (buttons) =>
      buttons.flatMap((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const shown = document.elementFromPoint(left + width / 2, top + height / 2);
        return button.contains(shown) ? [] : [button.outerHTML];
      }),
    );
    assert.deepEqual(covered, []);
  });

  it('is the new name, too, that an entry got where it was moved', async () => {
    const [from, to] = [await office.folder('Source'), await office.folder('Target')];
    await office.upload('letter.txt', 'mine', from);
    await office.upload('letter.txt', 'theirs', to);
    const page = await setting().open(anna, `/folders/${String(from)}`);
    await page.waitForSelector('::-p-text(letter.txt)');
    await choose(page, 'letter.txt');
    await press(page, 'Control', 'KeyX');
    await page.evaluate((id) => {
      history.pushState(null, '', `/folders/${String(id)}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, to);
    await page.waitForSelector('[aria-rowcount="2"]');
    // As when the stream of events has broken off: lists that are not on the screen are forgotten.
    await page.evaluate(() =>
      new BroadcastChannel('dms-events').postMessage({ say: 'change', change: { kind: 'reset' } }),
    );
    await pause(300);
    await press(page, 'Control', 'KeyV');
    await page.waitForSelector('dialog ::-p-text(The name is taken)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=grid] ::-p-text(letter \\(2\\).txt)');
    await page.waitForSelector('dialog', { hidden: true });
    await press(page, 'Control', 'KeyZ');
    await page.waitForFunction(() => document.querySelector('[role=grid]')?.ariaRowCount === '2');
    const names = async (folder: number) =>
      JSON.stringify(await office.call('GET', `/folders/${String(folder)}/contents`));
    const until = waiter(() => 'the name is not back');
    await until(async () => (await names(from)).includes('"letter.txt"'));
  });

  it('leaves a name that an entry got between cutting and pasting', async () => {
    const [from, to] = [await office.folder('Here'), await office.folder('There')];
    const id = await office.upload('draft.txt', 'x', from);
    const page = await setting().open(anna, `/folders/${String(from)}`);
    await page.waitForSelector('::-p-text(draft.txt)');
    await choose(page, 'draft.txt');
    await press(page, 'Control', 'KeyX');
    await office.call('PATCH', `/documents/${String(id)}`, { name: 'final.txt' });
    await page.waitForSelector('[role=grid] ::-p-text(final.txt)');
    await page.evaluate((folder) => {
      history.pushState(null, '', `/folders/${String(folder)}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, to);
    await page.waitForSelector('::-p-text(This folder is empty.)');
    await press(page, 'Control', 'KeyV');
    await page.waitForSelector('[role=grid] ::-p-text(final.txt)');
    await page.waitForSelector('.toast .link');
    await press(page, 'Control', 'KeyZ');
    await page.waitForSelector('::-p-text(This folder is empty.)');
    await pause(500);
    const contents = JSON.stringify(await office.call('GET', `/folders/${String(from)}/contents`));
    assert.match(contents, /"final\.txt"/);
  });

  /** Moves a document out of the home of another user, which makes a copy. */
  async function takeAway(owner: string) {
    const his = await officeOf(setting().service, await setting().service.createUser(owner));
    const place = await his.folder('Place');
    const document = await his.upload('shared.txt', 's', place);
    await his.call('POST', '/shares', { folder_id: place, users: ['anna'], permissions: 15 });
    const target = await office.folder(`Taken from ${owner}`);
    const page = await setting().open(anna, `/folders/${String(place)}`);
    await page.waitForSelector('::-p-text(shared.txt)');
    await choose(page, 'shared.txt');
    await press(page, 'Control', 'KeyX');
    await goTo(page, target);
    await page.waitForSelector('::-p-text(This folder is empty.)');
    await press(page, 'Control', 'KeyV');
    await page.waitForSelector('.grid-row ::-p-text(shared.txt)');
    await page.waitForSelector(`.toast ::-p-text(The original is in the trash of ${owner}.)`);
    return { page, his, document };
  }

  it('is the move of an entry of another user', async () => {
    const { page, his, document } = await takeAway('ben');
    await press(page, 'Control', 'KeyZ');
    await page.waitForSelector('::-p-text(This folder is empty.)');
    assert.equal(await his.download(document), 's');
  });

  it('is only the deletion of the original, if the user keeps it; then the copy', async () => {
    const { page, his, document } = await takeAway('cleo');
    await page.locator('.toast button ::-p-text(Keep the original)').click();
    await page.waitForSelector('.toast ::-p-text(Copied to “Taken from cleo”)');
    assert.equal(await his.download(document), 's');
    await page.waitForSelector('.grid-row ::-p-text(shared.txt)');
    await press(page, 'Control', 'KeyZ');
    await page.waitForSelector('::-p-text(This folder is empty.)');
    assert.equal(await his.download(document), 's');
  });
});
