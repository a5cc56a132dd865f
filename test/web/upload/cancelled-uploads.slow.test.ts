import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'mocha';
import type { HTTPRequest, Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { chunkWith } from '../support/chunks.ts';
import { drop } from '../support/drop.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';
import { hold } from '../support/requests.ts';

/** More than is sent with one request. */
const LARGE = 9_000_000;

const isPart = (request: HTTPRequest): boolean => request.method() === 'PATCH';
const isBeginning = (request: HTTPRequest): boolean =>
  request.method() === 'POST' && request.url().endsWith('/uploads');
/** Of web/upload/sending/send-in-parts.ts. */
const isScript = (request: HTTPRequest): boolean => request.url().endsWith(chunkWith('retryDelays:null'));

inBrowsers('an upload that is broken off', (setting) => {
  let anna: Account;
  let office: Office;
  let folder: number;
  let page: Page;
  let tests = 0;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
  });

  beforeEach(async () => {
    folder = await office.folder(`Inbox ${String(++tests)}`);
    page = await setting().open(anna, `/folders/${String(folder)}`);
    await page.waitForSelector('.upload-button');
  });

  function press(label: string): Promise<void> {
    return page.locator(`.uploads button[aria-label="${label}"]`).click();
  }

  async function names(): Promise<unknown[]> {
    const contents = await office.call('GET', `/folders/${String(folder)}/contents`);
    assert.ok(Array.isArray(contents));
    return contents.map(({ name }) => name);
  }

  /** What the service has a part of only. */
  async function unfinished(): Promise<unknown[]> {
    const uploads = await office.call('GET', '/uploads');
    assert.ok(Array.isArray(uploads));
    return uploads;
  }

  const until = waiter(() => 'the service still has an unfinished upload');

  function stored(): Promise<string[]> {
    return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus::')));
  }

  /** Waits until the service has nothing that is unfinished, and looks whether the browser has. */
  async function seesItGone(): Promise<void> {
    await until(async () => (await unfinished()).length === 0);
    assert.deepEqual(await stored(), []);
    assert.deepEqual(await names(), []);
  }

  it('is not sent if it was cancelled before anything of it was', async () => {
    const held = await hold(page, isScript);
    await drop(page, { name: 'film.bin', bytes: LARGE });
    await held.first;
    await press('Cancel film.bin');
    await held.letGo();
    await drop(page, { name: 'other.bin', bytes: LARGE });
    await page.waitForFunction(() => document.querySelectorAll('.uploads li.done').length > 0);
    await page.waitForSelector('.uploads h2 ::-p-text(1 file uploaded)');
    assert.deepEqual(await names(), ['other.bin']);
    assert.deepEqual(await unfinished(), []);
  });

  it('is not sent while the queue is paused, and is afterwards', async () => {
    const held = await hold(page, isScript);
    await drop(page, { name: 'film.bin', bytes: LARGE });
    await held.first;
    await press('Pause');
    await held.letGo();
    await page.waitForSelector('.uploads .upload-note ::-p-text(Waiting)');
    assert.deepEqual(await names(), []);
    await press('Resume');
    await page.waitForSelector('.uploads ::-p-text(1 file uploaded)');
    assert.deepEqual(await names(), ['film.bin']);
  });

  it('is gone everywhere if it is cancelled in the middle', async () => {
    const held = await hold(page, isPart);
    await drop(page, { name: 'film.bin', bytes: LARGE });
    await held.first;
    assert.equal((await stored()).length, 1);
    await press('Cancel film.bin');
    await held.letGo();
    await seesItGone();
  });

  it('is gone everywhere if it is cancelled while it is begun', async () => {
    const held = await hold(page, isBeginning);
    await drop(page, { name: 'film.bin', bytes: LARGE });
    await held.first;
    await press('Cancel film.bin');
    const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
    await held.letGo();
    await deleted;
    await seesItGone();
  });

  it('stays with the service while it is paused, and is gone everywhere if it is cancelled then', async () => {
    const held = await hold(page, isPart);
    await drop(page, { name: 'film.bin', bytes: LARGE });
    await held.first;
    await press('Pause');
    await held.letGo();
    await page.waitForSelector('.uploads .upload-note ::-p-text(Waiting)');
    assert.equal((await unfinished()).length, 1);
    assert.equal((await stored()).length, 1);
    await press('Cancel film.bin');
    await seesItGone();
  });
});
