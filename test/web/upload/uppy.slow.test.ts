import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { after, before, beforeEach, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { pageBeside } from '../support/browsers.ts';
import { Cutter } from '../support/cutter.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';
import type { UppyFile } from './uppy-page.ts';

const PROGRAM = fileURLToPath(new URL('./uppy-page.ts', import.meta.url));
const LARGE = 40_000_000;

/** The hash of what the page makes (`uppy-page.ts`). */
function sha256Of(size: number): string {
  const content = new Uint8Array(size).map((_, index) => (index * 31) % 251);
  return createHash('sha256').update(content).digest('hex');
}

inBrowsers('Uppy', (setting) => {
  let anna: Account;
  let office: Office;
  let token: string;
  let program: string;
  let network: Cutter;
  let page: Page;

  before(async () => {
    const { service } = setting();
    anna = await service.createUser('anna');
    office = await officeOf(service, anna);
    const scopes = ['read', 'write'] as const;
    token = (await service.dms.tokens.create(anna.actor, { name: 'Uppy', scopes })).secret;
    network = await Cutter.open(service.port);
    const { outputFiles } = await build({
      entryPoints: [PROGRAM],
      bundle: true,
      write: false,
      logLevel: 'silent',
    });
    program = outputFiles[0]?.text ?? '';
  });

  after(() => network.close());

  beforeEach(async () => {
    const first = await setting().open(null);
    page = await otherPageOf(first);
  });

  /** A page of the same browser, whose console may show that the network was cut. */
  async function otherPageOf(earlier: Page): Promise<Page> {
    const next = await pageBeside(earlier);
    await next.goto(network.url);
    await next.evaluate(program);
    return next;
  }

  function send(
    name: string,
    size: number,
    meta: UppyFile['meta'] = {},
    { from = page } = {},
  ): Promise<number | null> {
    return from.evaluate((file) => globalThis.sendByUppy(file), { token, name, size, meta });
  }

  async function sentBytes(count: number): Promise<void> {
    const end = network.bytes + count;
    while (network.bytes < end) await setTimeout(5);
  }

  async function assertStored(path: string, size: number): Promise<void> {
    const found = await office.call('GET', `/entries?path=${encodeURIComponent(path)}`);
    assert.ok(typeof found === 'object' && found !== null && 'sha256' in found);
    assert.equal(found.sha256, sha256Of(size));
  }

  it('uploads in parts, into folders that it names', async () => {
    assert.equal(await send('parts.bin', 12_000_000, { path: 'a/b' }), null);
    await assertStored('/a/b/parts.bin', 12_000_000);
  });

  it('goes on by itself after the network was cut', async () => {
    const before = network.bytes;
    const sending = send('cut.bin', LARGE);
    await sentBytes(LARGE / 3);
    network.cut();
    await setTimeout(50);
    network.mend();
    assert.equal(await sending, null);
    await assertStored('/cut.bin', LARGE);
    assert.ok(network.bytes - before < LARGE * 1.4, 'what had arrived is not sent again');
  });

  it('goes on in another page after the first was closed', async () => {
    const other = await otherPageOf(page);
    const sending = send('closed.bin', LARGE).catch(() => 'closed');
    await sentBytes(LARGE / 2);
    await page.close({ runBeforeUnload: false });
    assert.equal(await sending, 'closed');
    const before = network.bytes;
    assert.equal(await send('closed.bin', LARGE, {}, { from: other }), null);
    await assertStored('/closed.bin', LARGE);
    assert.ok(network.bytes - before < LARGE * 0.9, 'what had arrived is not sent again');
  });

  it('is told of names that are taken, and can keep both', async () => {
    await office.upload('taken.bin', 'before');
    assert.equal(await send('taken.bin', 1000, { conflict: 'fail' }), 422);
    assert.equal(await office.download(await idOf('/taken.bin')), 'before');
    assert.equal(await send('taken.bin', 1000, { conflict: 'rename' }), null);
    await assertStored('/taken (2).bin', 1000);
  });

  async function idOf(path: string): Promise<number> {
    const found = await office.call('GET', `/entries?path=${encodeURIComponent(path)}`);
    assert.ok(typeof found === 'object' && found !== null && 'id' in found);
    return Number(found.id);
  }
});
