import assert from 'node:assert/strict';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import type BetterSqlite from 'better-sqlite3';
import { withConnection } from '../support/database/connection.ts';
import { type Account, type Service, startService } from '../support/service.ts';

const SMALL = Buffer.alloc(40 * 1024, 1);
const LARGE = Buffer.alloc(200 * 1024, 1);

describe('a disk that cannot be written', () => {
  let service: Service;
  let connection: BetterSqlite.Database;
  let ann: Account;
  const open = fsPromises.open;

  beforeEach(async () => {
    ({ result: service, connection } = await withConnection(() => startService()));
    ann = await service.createUser('ann');
  });
  afterEach(async () => {
    Object.assign(fsPromises, { open });
    syncBuiltinESMExports();
    await service.stop();
  });

  function request(
    method: string,
    path: string,
    body?: string | Buffer<ArrayBuffer> | FormData,
    type?: string,
  ): Promise<Response> {
    const credentials = Buffer.from(`${ann.login}:${ann.password}`).toString('base64');
    const headers = { Authorization: `Basic ${credentials}`, ...(type && { 'Content-Type': type }) };
    return fetch(`${service.url}${path}`, { method, headers, ...(body && { body }) });
  }

  async function rest(
    method: string,
    path: string,
    body: string | Buffer<ArrayBuffer> | FormData,
    type?: string,
  ): Promise<Response> {
    const { secret } = await token();
    const headers = { Authorization: `Bearer ${secret}`, ...(type && { 'Content-Type': type }) };
    return fetch(`${service.url}${path}`, { method, headers, body });
  }

  let known: Promise<{ secret: string }> | undefined;
  const token = () =>
    (known ??= service.dms.tokens.createFor({ kind: 'system', name: 'test' }, 'ann', { name: 'test' }));
  beforeEach(async () => {
    known = undefined;
    await token();
  });

  function form(content: Buffer<ArrayBuffer>): FormData {
    const data = new FormData();
    data.set('folder_id', '0');
    data.set('file', new Blob([content]), 'file.bin');
    return data;
  }

  /** SQLite gets no further page. */
  function fill(): void {
    const pages = connection.pragma('page_count', { simple: true });
    connection.pragma(`max_page_count = ${String(pages)}`);
  }

  /** Every file that is opened from now on fails with this code of the operating system. */
  function failOpen(code: string): void {
    Object.assign(fsPromises, {
      open: () => Promise.reject(Object.assign(new Error(`${code}: no`), { code })),
    });
    syncBuiltinESMExports();
  }

  async function assertSentence(response: Response, status: number, sentence: RegExp): Promise<void> {
    const text = await response.text();
    assert.equal(response.status, status, text);
    assert.match(text, sentence);
    assert.doesNotMatch(text, /SQLITE|EROFS|EIO|\/tmp/);
  }

  const FULL = /disk of the server is full/;
  const UNUSABLE = /server cannot use its disk at the moment/;

  it('as the database is full: 507, and 422 with the field', async () => {
    fill();
    await assertSentence(await request('PUT', '/webdav/file.bin', SMALL), 507, FULL);
    const response = await rest('POST', '/api/documents/upload', form(SMALL));
    await assertSentence(response.clone(), 422, FULL);
    assert.match(await response.text(), /"errors":\{"file":/);
  });

  it('as the database is read-only: 503, and 500 with a sentence; reading goes on', async () => {
    connection.pragma('query_only = 1');
    await assertSentence(await request('MKCOL', '/webdav/folder'), 503, UNUSABLE);
    await assertSentence(await request('PUT', '/webdav/file.bin', SMALL), 503, UNUSABLE);
    const body = JSON.stringify({ folder_id: 0, name: 'folder' });
    await assertSentence(await rest('POST', '/api/folders', body, 'application/json'), 500, UNUSABLE);
    assert.equal((await request('GET', '/webdav/')).status, 200);
  });

  for (const [code, dav, api, sentence] of [
    ['ENOSPC', 507, 422, FULL],
    ['EDQUOT', 507, 422, FULL],
    ['EROFS', 503, 500, UNUSABLE],
    ['EIO', 503, 500, UNUSABLE],
  ] as const) {
    it(`as a file cannot be made (${code}): ${String(dav)}, and ${String(api)} with a sentence`, async () => {
      failOpen(code);
      await assertSentence(await request('PUT', '/webdav/file.bin', LARGE), dav, sentence);
      await assertSentence(await rest('POST', '/api/documents/upload', form(LARGE)), api, sentence);
    });
  }
});
