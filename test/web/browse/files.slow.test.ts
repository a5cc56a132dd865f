import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { choose, press } from '../support/keyboard.ts';
import { type Office, officeOf } from '../support/office.ts';

inBrowsers('the list of a folder', (setting) => {
  let anna: Account;
  let office: Office;
  let letters: number;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
    letters = await office.folder('Letters');
    for (const name of ['alpha.txt', 'beta.txt', 'gamma.txt']) await office.upload(name, name, letters);
  });

  it('leads guests to the sign-in, and from there to where they wanted to be', async () => {
    const page = await setting().open(null, `/folders/${String(letters)}`);
    await page.waitForSelector('input[name=login]');
    assert.equal(new URL(page.url()).pathname, '/sign-in');
    await page.type('input[name=login]', 'anna');
    await page.type('input[name=password]', anna.password);
    await page.keyboard.press('Enter');
    await page.waitForSelector('::-p-text(beta.txt)');
    assert.equal(new URL(page.url()).pathname, `/folders/${String(letters)}`);
  });

  it('loads a folder on which the pointer or the selection rests, so that it is there when it is opened', async () => {
    const hovered = await office.folder('Hovered');
    const chosen = await office.folder('Selected');
    for (const id of [hovered, chosen]) await office.upload('inside.txt', 'inside', id);
    const page = await setting().open(anna);
    await page.waitForSelector('[role=grid] ::-p-text(Selected)');
    const asked = (id: number) =>
      page.waitForResponse((response) => response.url().includes(`/folders/${String(id)}/contents`));
    await Promise.all([asked(hovered), page.hover('[role=row] a::-p-text(Hovered)')]);
    await Promise.all([asked(chosen), choose(page, 'Selected')]);
  });

  it('goes to a folder and back by the keyboard', async () => {
    const page = await setting().open(anna);
    await page.waitForSelector('::-p-text(Letters)');
    await page.focus('[role=grid]');
    await page.keyboard.type('let');
    await page.waitForSelector('[role=row][aria-selected=true] ::-p-text(Letters)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('::-p-text(alpha.txt)');
    await page.goBack();
    await page.waitForSelector('::-p-text(Letters)');
  });

  it('asks what is to become of an entry whose name is taken where it is moved to', async () => {
    const target = await office.folder('Target');
    await office.upload('twice.txt', 'there', target);
    await office.upload('twice.txt', 'moved');
    const page = await setting().open(anna);
    await page.waitForSelector('::-p-text(twice.txt)');
    await choose(page, 'twice.txt');
    await press(page, 'Control', 'KeyX');
    await choose(page, 'Target');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h1::-p-text(Target)');
    await page.waitForSelector('[role=grid] ::-p-text(twice.txt)');
    await press(page, 'Control', 'KeyV');
    await page.waitForSelector('dialog button.primary:focus ::-p-text(New name)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=grid] ::-p-text(twice (2).txt)');
  });

  it('does not rename what others have renamed meanwhile, nor by undoing', async () => {
    const folder = await office.folder('Names');
    const id = await office.upload('one.txt', 'one', folder);
    const page = await setting().open(anna, `/folders/${String(folder)}`);
    await page.waitForSelector('::-p-text(one.txt)');
    await choose(page, 'one.txt');
    await page.keyboard.press('F2');
    await page.waitForSelector('.rename input:focus');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.toast ::-p-text(Renamed to “two.txt”)');
    await office.call('PATCH', `/documents/${String(id)}`, { name: 'three.txt' });
    await press(page, 'Control', 'KeyZ');
    await page.waitForSelector('.toast ::-p-text(has been renamed to)');
    await page.waitForSelector('[role=grid] ::-p-text(three.txt)');
    await choose(page, 'three.txt');
    await page.keyboard.press('F2');
    await page.waitForSelector('.rename input:focus');
    await office.call('PATCH', `/documents/${String(id)}`, { name: 'four.txt' });
    await page.keyboard.type('five');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.rename .fault::-p-text(has been renamed to)');
    assert.match(JSON.stringify(await office.call('GET', `/documents/${String(id)}`)), /"four.txt"/);
    await page.waitForSelector('.rename [aria-label*="four.txt"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.toast ::-p-text(Renamed to “five.txt”)');
  });

  it('offers to upload where there is nothing', async () => {
    const folder = await office.folder('Nothing');
    const page = await setting().open(anna, `/folders/${String(folder)}`);
    await page.waitForSelector('.notice ::-p-text(This folder is empty.)');
    const [chooser] = await Promise.all([
      page.waitForFileChooser(),
      page.locator('.notice button::-p-text(Upload files)').click(),
    ]);
    assert.equal(chooser.isMultiple(), true);
  });

  it('renames in the row, with the name before the extension selected', async () => {
    await office.upload('draft.txt', 'draft', letters);
    const page = await setting().open(anna, `/folders/${String(letters)}`);
    await page.waitForSelector('::-p-text(draft.txt)');
    await page.focus('[role=grid]');
    await page.keyboard.type('draft');
    await page.waitForSelector('[role=row][aria-selected=true] ::-p-text(draft.txt)');
    await page.keyboard.press('F2');
    await page.keyboard.type('alpha');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=alert]');
    await page.keyboard.type('final');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=grid] ::-p-text(alphafinal.txt)');
  });

  it('deletes at once, and takes it back', async () => {
    await office.upload('old.txt', 'old', letters);
    const page = await setting().open(anna, `/folders/${String(letters)}`);
    await page.waitForSelector('::-p-text(old.txt)');
    await page.focus('[role=grid]');
    await page.keyboard.type('old');
    await page.waitForSelector('[role=row][aria-selected=true] ::-p-text(old.txt)');
    await page.keyboard.press('Delete');
    await page.waitForFunction(() => !document.querySelector('[role=grid]')?.textContent.includes('old.txt'));
    const undo = await page.waitForSelector('.toast button.link');
    await undo?.click();
    await page.waitForSelector('[role=grid] ::-p-text(old.txt)');
  });

  it('makes a folder, moves into it by cutting and pasting, and takes the move back', async () => {
    await office.upload('loose.txt', 'loose', letters);
    const page = await setting().open(anna, `/folders/${String(letters)}`);
    await page.waitForSelector('::-p-text(loose.txt)');
    await press(page, 'Alt', 'KeyN');
    await page.waitForSelector('dialog input[name=name]');
    await page.keyboard.type('Drafts of mine');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=grid] ::-p-text(of mine)');
    await choose(page, 'loose.txt');
    await press(page, 'Control', 'KeyX');
    await choose(page, 'Drafts of mine');
    await page.keyboard.press('Enter');
    await page.waitForSelector('::-p-text(This folder is empty.)');
    await press(page, 'Control', 'KeyV');
    await page.waitForSelector('[role=grid] ::-p-text(loose.txt)');
    await press(page, 'Control', 'KeyZ');
    await page.waitForSelector('::-p-text(This folder is empty.)');
    await press(page, 'Alt', 'ArrowUp');
    await page.waitForSelector('[role=grid] ::-p-text(loose.txt)');
  });

  it('moves a selection to a folder that is picked', async () => {
    const target = await office.folder('Archive', letters);
    for (const name of ['m1.txt', 'm2.txt']) await office.upload(name, name, letters);
    const page = await setting().open(anna, `/folders/${String(letters)}`);
    await page.waitForSelector('::-p-text(m2.txt)');
    await choose(page, 'm1.txt');
    await press(page, 'Shift', 'ArrowDown');
    await page.locator('.selection-bar ::-p-text(Move to)').click();
    await page.locator('dialog ::-p-text(Archive)').click();
    await page.waitForSelector('dialog ::-p-text(Destination: “Archive”)');
    await page.locator('dialog ::-p-text(Move here)').click();
    await page.waitForSelector('.toast ::-p-text(2 entries moved)');
    await page.goto(`${setting().service.url}/folders/${String(target)}`);
    await page.waitForSelector('[role=grid] ::-p-text(m1.txt)');
    await page.waitForSelector('[role=grid] ::-p-text(m2.txt)');
  });
});
