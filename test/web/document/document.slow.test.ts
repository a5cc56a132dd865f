import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, it } from 'mocha';
import { pngOf } from '../../support/contents/pictures.ts';
import { renderAll } from '../../support/renditions/renditions.ts';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';
import { hold } from '../support/requests.ts';

const MARKUP = '<img src=x onerror=alert(1)>.html';
/** Ten pixels high and wide, black. */
const PICTURE = pngOf(10, 10, 8, new Uint8Array(110));

inBrowsers('the page of a document', (setting) => {
  let anna: Account;
  let office: Office;
  let letters: number;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
    letters = await office.folder('Letters');
  });

  const pathOf = (id: number, query = ''): string => `/documents/${String(id)}${query}`;

  async function threeVersions(name: string): Promise<number> {
    const id = await office.upload(name, 'The first text\n', letters);
    await office.upload(name, 'The second text\n', letters);
    await office.upload(name, 'The third text\n', letters);
    return id;
  }

  it('is opened from its folder, and leads to its neighbours and back', async () => {
    const folder = await office.folder('In a row');
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await office.upload(name, `This is ${name}.`, folder);
    const page = await setting().open(anna, `/folders/${String(folder)}`);
    await page.waitForSelector('::-p-text(a.txt)');
    await page.focus('[role=grid]');
    await page.keyboard.type('a');
    await page.waitForSelector('[role=row][aria-selected=true] ::-p-text(a.txt)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('pre ::-p-text(This is a.txt.)');
    assert.equal(await page.title(), 'a.txt · dms');
    await page.waitForSelector('button[aria-label="Next document"]:not(:disabled)');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('pre ::-p-text(This is b.txt.)');
    await page.locator('button[aria-label="Next document"]:not(:disabled)').click();
    await page.waitForSelector('pre ::-p-text(This is c.txt.)');
    await page.waitForSelector('button[aria-label="Next document"]:disabled');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('pre ::-p-text(This is b.txt.)');
    await page.locator('a[aria-label="Back to In a row"]').click();
    await page.waitForSelector('[role=grid] ::-p-text(c.txt)');
  });

  it('finds the neighbours without the list of the folder', async () => {
    const folder = await office.folder('Alone');
    const first = await office.upload('one.txt', 'This is one.', folder);
    await office.upload('two.txt', 'This is two.', folder);
    const page = await setting().open(anna, pathOf(first));
    await page.waitForSelector('button[aria-label="Next document"]:not(:disabled)');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('pre ::-p-text(This is two.)');
  });

  it('renames by F2, and takes it back', async () => {
    const id = await office.upload('draft.txt', 'draft', letters);
    const page = await setting().open(anna, pathOf(id));
    await page.waitForSelector('h1 ::-p-text(draft.txt)');
    await page.keyboard.press('F2');
    await page.waitForSelector('.rename input:focus');
    await page.keyboard.type('final');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h1 ::-p-text(final.txt)');
    await page.locator('.toast button.link').click();
    await page.waitForSelector('h1 ::-p-text(draft.txt)');
  });

  it('deletes to the trash, leads to the folder, and takes it back', async () => {
    const id = await office.upload('old.txt', 'old', letters);
    const page = await setting().open(anna, pathOf(id));
    await page.locator('button[aria-label="Actions for old.txt"]').click();
    await page.locator('[role=menuitem] ::-p-text(Delete)').click();
    await page.waitForSelector('.toast ::-p-text(old.txt)');
    assert.equal(new URL(page.url()).pathname, `/folders/${String(letters)}`);
    await page.locator('.toast button.link').click();
    await page.waitForSelector('[role=grid] ::-p-text(old.txt)');
  });

  it('shows media type, id and SHA-256 only under More, and copies the SHA-256', async () => {
    const id = await office.upload('sums.txt', 'sums', letters);
    const page = await setting().open(anna, pathOf(id), { width: 360 });
    await page.waitForSelector('.more-facts:not([open])');
    const copied = page.evaluate(
      async () =>
        new Promise((resolve) => {
          Object.defineProperty(navigator, 'clipboard', {
            value: {
              writeText: (text: string) => {
                resolve(text);
                return Promise.resolve();
              },
            },
          });
        }),
    );
    const visible = (): Promise<string> =>
      page.$eval('.document-side', (side) => (side instanceof HTMLElement ? side.innerText : ''));
    assert.doesNotMatch(await visible(), /text\/plain|SHA-256/);
    await page.focus('.more-facts summary');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.more-facts[open]');
    assert.match(
      await visible(),
      new RegExp(`text/plain\\s+Size in bytes\\s+4\\s+ID\\s+${String(id)}\\s+SHA-256`),
    );
    await page.locator('button[aria-label="Copy: SHA-256"]').click();
    assert.equal(await copied, createHash('sha256').update('sums').digest('hex'));
    await page.waitForSelector('.more-facts [role=status] ::-p-text(Copied.)');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });

  it('changes title and comments where they stand', async () => {
    const id = await office.upload('plan.txt', 'plan', letters);
    const page = await setting().open(anna, pathOf(id));
    await page.locator('button[aria-label="Edit: Title"]').click();
    await page.waitForSelector('input[name=title]:focus');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type('The plan');
    await page.keyboard.press('Enter');
    // The words in the field itself count as text, too.
    await page.waitForSelector('input[name=title]', { hidden: true });
    await page.waitForSelector('.facts ::-p-text(The plan)');
    await page.locator('button[aria-label="Add comments: Comments"]').click();
    await page.waitForSelector('textarea[name=comments]:focus');
    await page.keyboard.type('first line');
    await page.keyboard.press('Enter');
    await page.keyboard.type('second line');
    await page.locator('form button[type=submit]').click();
    await page.waitForSelector('.facts textarea', { hidden: true });
    await page.waitForSelector('.facts ::-p-text(second line)');
    assert.equal(
      JSON.stringify(await office.call('GET', pathOf(id))).includes('"comments":"first line\\nsecond line"'),
      true,
    );
  });

  it('leaves the focus in the field that was opened while another was saved', async () => {
    const id = await office.upload('draft.txt', 'draft', letters);
    const page = await setting().open(anna, pathOf(id));
    const held = await hold(page, (request) => request.method() === 'PATCH');
    await page.locator('button[aria-label="Edit: Title"]').click();
    await page.waitForSelector('input[name=title]:focus');
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    await held.first;
    await page.locator('button[aria-label="Add comments: Comments"]').click();
    await page.waitForSelector('textarea[name=comments]:focus');
    await held.letGo();
    await page.waitForSelector('input[name=title]', { hidden: true });
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'comments');
  });

  it('shows both texts if somebody else has changed the document meanwhile', async () => {
    const id = await office.upload('shared.txt', 'shared', letters);
    const page = await setting().open(anna, pathOf(id));
    await page.locator('button[aria-label="Add comments: Comments"]').click();
    await page.waitForSelector('textarea[name=comments]:focus');
    await page.keyboard.type('mine');
    await office.call('PATCH', pathOf(id), { comments: 'theirs' });
    await page.locator('form button[type=submit]').click();
    await page.waitForSelector('dialog ::-p-text(theirs)');
    await page.waitForSelector('dialog ::-p-text(mine)');
    await page.locator('dialog ::-p-text(Keep the current text)').click();
    await page.waitForSelector('.facts ::-p-text(theirs)');

    const tag = page.waitForResponse((response) => response.url().includes('/download'));
    await page.locator('button[aria-label="Edit: Comments"]').click();
    await tag;
    await page.waitForSelector('textarea[name=comments]:focus');
    await page.keyboard.type(' and mine');
    await office.upload('shared.txt', 'another content', letters);
    await page.locator('form button[type=submit]').click();
    await page.locator('dialog ::-p-text(Save my text)').click();
    await page.waitForSelector('.facts ::-p-text(theirs and mine)');
    await page.waitForSelector('pre ::-p-text(another content)');
  });

  it('shows the source of HTML, and runs nothing', async () => {
    const id = await office.upload(MARKUP, '<h1>Hello</h1><script>document.title = "run"</script>', letters);
    const page = await setting().open(anna, pathOf(id));
    await page.waitForSelector('pre ::-p-text(<h1>Hello</h1>)');
    await page.waitForSelector('h1 ::-p-text(<img src=x onerror=alert(1)>.html)');
    assert.equal(await page.title(), `${MARKUP} · dms`);
  });

  it('reads texts that are not UTF-8', async () => {
    const id = await office.upload('alt.txt', new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65]), letters);
    const page = await setting().open(anna, pathOf(id));
    await page.waitForSelector('pre ::-p-text(Grüße)');
  });

  it('shows pictures, and zooms them', async () => {
    const folder = await office.folder('Pictures');
    const id = await office.upload('dot.png', new Uint8Array(PICTURE), folder);
    await office.upload(
      'drawing.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>document.title="run"</script><rect width="40" height="40"/></svg>',
      folder,
    );
    const page = await setting().open(anna, pathOf(id));
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.preview img')?.naturalWidth === 10,
    );
    await page.locator('button[aria-label="Zoom in"]').click();
    await page.waitForFunction(
      () => document.querySelector('.preview img')?.getBoundingClientRect().width === 12.5,
    );
    await page.waitForSelector('button[aria-label="Next document"]:not(:disabled)');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.preview img')?.alt === 'drawing.svg',
    );
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.preview img')?.complete);
    assert.equal(await page.title(), 'drawing.svg · dms');
  });

  it('makes large pictures fit, and scrolls them when they are zoomed', async () => {
    const id = await office.upload(
      'large.png',
      new Uint8Array(pngOf(2000, 3000, 8, new Uint8Array(3000 * 2001))),
    );
    const page = await setting().open(anna, pathOf(id));
    await page.waitForFunction(() => {
      const picture = document.querySelector<HTMLImageElement>('.preview-frame img');
      const frame = document.querySelector('.preview-frame');
      if (picture?.naturalWidth !== 2000 || frame === null) return false;
      const ratio = picture.height / picture.width;
      return Math.abs(ratio - 1.5) < 0.01 && frame.scrollHeight === frame.clientHeight;
    });
    for (let step = 0; step < 8; step++) await page.locator('button[aria-label="Zoom in"]').click();
    await page.waitForFunction(() => {
      const frame = document.querySelector('.preview-frame');
      return frame !== null && frame.scrollWidth > frame.clientWidth && frame.scrollLeft > 0;
    });
  });

  it('plays sound', async () => {
    const id = await office.upload('beep.wav', silence(), letters);
    const page = await setting().open(anna, pathOf(id));
    await page.waitForFunction(() => Number(document.querySelector('audio')?.duration) > 0);
  });

  it('shows the text inside Office files', async () => {
    const id = await office.upload('letter.rtf', '{\\rtf1\\ansi Dear customer}', letters);
    const page = await setting().open(anna, pathOf(id));
    await page.waitForSelector('.preview-office [role=status]');
    await renderAll(setting().service.dms);
    await page.waitForSelector('.preview-office pre ::-p-text(Dear customer)');
  });

  it('offers what it cannot show', async () => {
    const page = await setting().open(anna);
    for (const [name, content, reason] of [
      ['data.bin', new Uint8Array([0, 1, 2]), 'There is no preview'],
      ['empty.txt', '', 'This document is empty'],
      ['long.txt', 'x'.repeat(1024 * 1024 + 1), 'The text is too large to preview'],
      ['broken.png', 'this is no picture', 'No preview is possible'],
      ['binary.txt', new Uint8Array([65, 0, 66]), 'No preview is possible'],
    ] as const) {
      await page.goto(setting().service.url + pathOf(await office.upload(name, content, letters)));
      await page.waitForSelector(`.preview ::-p-text(${reason})`);
      await page.waitForSelector('.preview a[download]');
    }
  });

  it('restores an earlier version, and takes it back', async () => {
    const id = await threeVersions('restored.txt');
    const page = await setting().open(anna, pathOf(id));
    await page.waitForSelector('pre ::-p-text(third text)');
    await page.locator('[role=tab] ::-p-text(Versions)').click();
    await page.locator('button[aria-label="Restore version 1"]').click();
    await page.waitForSelector('pre ::-p-text(first text)');
    await page.waitForSelector('[aria-current=true] ::-p-text(Version 4)');
    await page.locator('.toast button.link').click();
    await page.waitForSelector('pre ::-p-text(third text)');
    await page.waitForSelector('[aria-current=true] ::-p-text(Version 5)');
  });

  it('comments on a version, shows and deletes old ones', async () => {
    const id = await threeVersions('commented.txt');
    const page = await setting().open(anna, pathOf(id, '?tab=versions'));
    await page.locator('button[aria-label="Add comment: Comment on version 2"]').click();
    await page.waitForSelector('textarea[name=comment]:focus');
    await page.keyboard.type('As sent');
    await page.locator('form button[type=submit]').click();
    await page.waitForSelector('.records ::-p-text(As sent)');
    await page.locator('a[aria-label="Preview version 2"]').click();
    await page.waitForSelector('pre ::-p-text(second text)');
    await page.waitForSelector('.preview-old ::-p-text(This is version 2)');
    await page.locator('.preview-old a').click();
    await page.waitForSelector('pre ::-p-text(third text)');
    await page.locator('button[aria-label="Delete version 1"]').click();
    await page.waitForSelector('dialog[open] ::-p-text(permanently)');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('dialog') === null);
    await page.locator('button[aria-label="Delete version 1"]').click();
    await page.locator('dialog .button.danger').click();
    await page.waitForFunction(
      () => document.querySelector('button[aria-label="Delete version 1"]') === null,
    );
    await page.waitForSelector('.toast ::-p-text(Version 1 is deleted)');
  });

  it('shows what has happened', async () => {
    const id = await threeVersions('busy.txt');
    const page = await setting().open(anna, pathOf(id));
    await page.waitForSelector('[role=tab][aria-selected=true]');
    await page.focus('[role=tab][aria-selected=true]');
    await page.keyboard.press('End');
    await page.waitForSelector('.records ::-p-text(Uploaded)');
    await page.waitForSelector('.records ::-p-text(New version)');
    assert.equal(new URL(page.url()).search, '?tab=activity');
  });

  it('moves to a folder that is picked, and takes it back', async () => {
    const id = await office.upload('wanderer.txt', 'here', letters);
    const attic = await office.folder('Attic', letters);
    const page = await setting().open(anna, pathOf(id));
    await page.locator('button[aria-label="Actions for wanderer.txt"]').click();
    await page.locator('[role=menuitem] ::-p-text(Move to)').click();
    await page.locator('dialog[open] .picker-line ::-p-text(Attic)').click();
    await page.waitForSelector('dialog ::-p-text(Destination: “Attic”)');
    await page.locator('dialog ::-p-text(Move here)').click();
    await page.waitForSelector('a[aria-label="Back to Attic"]');
    assert.match(JSON.stringify(await office.call('GET', `/folders/${String(attic)}/contents`)), /wanderer/);
    await page.locator('.toast button.link').click();
    await page.waitForSelector('a[aria-label="Back to Letters"]');
  });

  it('shows who has locked a document, and ends the lock', async () => {
    const cara = await setting().service.createUser('cara');
    const id = await office.upload('locked.txt', 'locked', letters);
    await office.call('POST', '/shares', { document_id: id, users: ['cara'], permissions: 3 });
    const lock = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 600 } as const;
    await setting().service.dms.lockCreation.create(cara.actor, id, lock);
    const page = await setting().open(anna, pathOf(id));
    await page.waitForSelector('.document-lock ::-p-text(Locked by cara until)');
    const list = await setting().open(anna, `/folders/${String(letters)}`);
    await list.waitForSelector('.padlock[title^="Locked by cara until"]');
    await page.bringToFront();
    await page.locator('button[aria-label="Actions for locked.txt"]').click();
    await page.waitForSelector(
      '[role=menuitem][aria-disabled=true] ::-p-text(cara has locked this document)',
    );
    await page.keyboard.press('Escape');
    await page.locator('.document-lock button').click();
    await page.locator('dialog[open] .button.danger').click();
    await page.waitForSelector('button[aria-label="Rename locked.txt"]');
    assert.equal(await page.$('.document-lock'), null);
  });

  it('says that a document is not there', async () => {
    const page = await setting().open(anna, '/documents/999999');
    await page.waitForSelector(
      '[role=alert] ::-p-text(This page does not exist, or you do not have access.)',
    );
  });

  it('shows readers why they cannot change a document', async () => {
    const ben = await setting().service.createUser('ben');
    const id = await office.upload('read me.txt', 'read', letters);
    await office.call('POST', '/shares', { document_id: id, users: ['ben'], permissions: 1 });
    const page = await setting().open(ben, pathOf(id, '?tab=shares'));
    await page.waitForSelector('.records ::-p-text(Can view)');
    assert.equal(await page.$('button[aria-label="Rename read me.txt"]'), null);
    await page.locator('button[aria-label="Actions for read me.txt"]').click();
    await page.waitForSelector(
      '[role=menuitem][aria-disabled=true] ::-p-text(You may only read this document)',
    );
  });
});

/** A second without a sound. */
function silence(): Uint8Array<ArrayBuffer> {
  const rate = 8000;
  const bytes = Buffer.alloc(44 + rate, 128);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + rate, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(rate, 40);
  return new Uint8Array(bytes);
}
