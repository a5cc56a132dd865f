import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { collectGarbage } from '../../support/garbage.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { makeFolder, write } from '../../support/tree.ts';
import { type Client, clientOf } from '../client.ts';

const run = promisify(execFile);

interface Made {
  readonly url: string;
  readonly name: string;
  readonly entries: number;
  readonly bytes: number;
  readonly expires_at: string;
}

/** What python reads of an archive: names, sizes and times. */
const PYTHON = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, i.file_size, list(i.date_time), i.flag_bits & 0x800] for i in z.infolist()]))
`;

/** What is in use. */
function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('an archive', () => {
  let service: Service;
  let ann: Account;
  let client: Client;
  let directory: string;
  let now: number;

  beforeEach(async () => {
    now = Date.UTC(2026, 10, 23, 12, 34, 56);
    service = await startService({ now: () => now });
    ann = await service.createUser('ann');
    client = await clientOf(service, ann);
    directory = await mkdtemp(join(tmpdir(), 'dms-zip-'));
  });
  afterEach(async () => {
    await service.stop();
    await rm(directory, { recursive: true });
  });

  async function make(...ids: number[]): Promise<Made> {
    return (await client.post('/archives', { ids }).expect(201)).body.data;
  }

  function path({ url }: Made): string {
    assert.ok(url.startsWith('/api/archives/'));
    return url.slice('/api'.length);
  }

  /** Fetches an archive into a file. @returns the path of the file */
  async function fetched(made: Made): Promise<string> {
    const { secret } = await service.dms.tokens.create(ann.actor, { name: 'zip', scopes: ['read'] });
    const file = join(directory, 'archive.zip');
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${service.url}${made.url}`, { headers: { Authorization: `Bearer ${secret}` } }, resolve).once(
        'error',
        reject,
      );
    });
    assert.equal(response.statusCode, 200);
    assert.equal(Number(response.headers['content-length']), made.bytes);
    assert.equal(response.headers['content-type'], 'application/zip');
    await pipeline(response, createWriteStream(file));
    return file;
  }

  async function listed(file: string): Promise<[string, number, number[], number][]> {
    await run('unzip', ['-tqq', file]);
    const { stdout } = await run('python3', ['-c', PYTHON, file], { maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(stdout);
  }

  it('has folders with their trees, under names that are distinct, at their times', async () => {
    const folder = await client.folder('Akten — Müller');
    await client.folder('leer', folder.id);
    const deep = await client.folder('tief', folder.id);
    await client.document('日本語 📄.txt', 'content', deep.id);
    await client.document('empty', '', deep.id);
    const large = Buffer.alloc(200_000, 'x');
    await client.document('large.bin', large, folder.id);
    const other = await client.folder('other');
    const same = await client.folder('Akten — Müller', other.id);
    const made = await make(folder.id, same.id, deep.id);
    assert.equal(made.name, 'Archive.zip');
    assert.equal(made.entries, 7);
    assert.equal(Date.parse(made.expires_at), now + 5 * 60_000);
    const found = await listed(await fetched(made));
    assert.deepEqual(
      found.map(([name, size]) => [name, size]),
      [
        ['Akten — Müller/', 0],
        ['Akten — Müller/large.bin', 200_000],
        ['Akten — Müller/leer/', 0],
        ['Akten — Müller/tief/', 0],
        ['Akten — Müller/tief/empty', 0],
        ['Akten — Müller/tief/日本語 📄.txt', 7],
        ['Akten — Müller (2)/', 0],
      ],
    );
    for (const [, , time, isUtf8] of found)
      assert.deepEqual([time, isUtf8], [[2026, 11, 23, 12, 34, 56], 0x800]);
    const file = join(directory, 'archive.zip');
    const { stdout } = await run('unzip', ['-p', file, '*large.bin'], { encoding: 'buffer' });
    assert.deepEqual(stdout, large);
  });

  it('is called as its entry, or as the folder of its entries; no name leads out of it', async () => {
    const folder = await client.folder('folder');
    const one = await client.document('one.txt', '1', folder.id);
    const two = await write(service.dms, ann.actor, '..\\..\\two.txt', '2', folder.id);
    assert.equal((await make(one.id)).name, 'one.txt.zip');
    const made = await make(one.id, two);
    assert.equal(made.name, 'folder.zip');
    const { headers } = await client.get(path(made)).expect(200);
    assert.match(headers['content-disposition'] ?? '', /^attachment; filename="?folder\.zip/);
    const names = (await listed(await fetched(made))).map(([name]) => name);
    assert.deepEqual(names, ['one.txt', '.._.._two.txt']);
    const head = await client.head(path(made)).expect(200);
    assert.equal(Number(head.headers['content-length']), made.bytes);
  });

  it('has nothing that its maker cannot read, and is nobody else’s', async () => {
    const bens = await service.createUser('ben');
    const asBen = await clientOf(service, bens);
    const folder = await client.folder('folder');
    const shared = await client.document('shared.txt', 'x', folder.id);
    const gone = await client.document('gone.txt', 'x', folder.id);
    const share = { users: ['ben'], permissions: 1 };
    await client.post('/shares', { document_id: shared.id, ...share }).expect(201);
    const { body } = await client.post('/shares', { document_id: gone.id, ...share }).expect(201);
    const ids = [folder.id, shared.id, gone.id];
    const made: Made = (await asBen.post('/archives', { ids }).expect(201)).body.data;
    assert.deepEqual([made.entries, made.name], [2, 'Archive.zip']);
    await client.get(path(made)).expect(404);
    await client.delete(`/shares/${body.data.id}`).expect(200);
    const answer = await asBen.get(path(made)).expect(200).responseType('blob');
    const file = join(directory, 'bens.zip');
    await writeFile(file, answer.body);
    assert.deepEqual(
      (await listed(file)).map(([name]) => name),
      ['shared.txt'],
    );
    const refused = await asBen.post('/archives', { ids: [folder.id] }).expect(422);
    assert.deepEqual(Object.keys(refused.body.errors), ['ids']);
  });

  it('costs little memory while it is kept, however long the paths in it are', async () => {
    const top = await client.folder('d'.repeat(250));
    let { id } = top;
    for (let depth = 0; depth < 60; depth += 1) id = (await client.folder('d'.repeat(250), id)).id;
    for (let count = 0; count < 200; count += 1) await client.folder(`f${count}`, id);
    const { bytes } = await make(top.id);
    const before = heapBytes();
    for (let count = 0; count < 7; count += 1) await make(top.id);
    assert.ok(bytes > 5_000_000);
    assert.ok(heapBytes() - before < bytes);
  });

  it('is gone after five minutes', async () => {
    const { id } = await client.document('one.txt');
    const made = await make(id);
    now += 5 * 60_000;
    await client.get(path(made)).expect(404);
    await client.get('/archives/12345').expect(404);
  });

  it('breaks off when something in it is deleted meanwhile, which is no fault of the service', async () => {
    const big = await client.document('big.bin', Buffer.alloc(30_000_000));
    const after = await client.document('after.txt');
    const made = await make(big.id, after.id);
    const { secret } = await service.dms.tokens.create(ann.actor, { name: 'zip', scopes: ['read'] });
    const headers = { Authorization: `Bearer ${secret}` };
    const response = await fetch(`${service.url}${made.url}`, { headers });
    const reader = response.body?.getReader();
    await reader?.read();
    await client.delete(`/documents/${after.id}`).expect(200);
    await client.delete(`/trash/${after.id}`).expect(200);
    await assert.rejects(async () => {
      while ((await reader?.read())?.done === false);
    });
    assert.deepEqual(service.errors(), []);
  });

  it('breaks off when its maker is disabled meanwhile', async () => {
    const big = await client.document('big.bin', Buffer.alloc(30_000_000));
    const after = await client.document('after.txt');
    const made = await make(big.id, after.id);
    const { secret } = await service.dms.tokens.create(ann.actor, { name: 'zip', scopes: ['read'] });
    const response = await fetch(`${service.url}${made.url}`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    const reader = response.body?.getReader();
    await reader?.read();
    await service.dms.users.update(service.admin.actor, ann.id, { isDisabled: true });
    await assert.rejects(async () => {
      while ((await reader?.read())?.done === false);
    });
    assert.deepEqual(service.errors(), []);
  });

  it('has each folder once, also one that is moved while it is prepared', async () => {
    const top = await client.folder('top');
    const [one, other] = [await client.folder('one', top.id), await client.folder('other', top.id)];
    for (const place of [one, other])
      for (let count = 0; count < 260; count++) await client.folder(`f${String(count)}`, place.id);
    const moved = await client.folder('moved', one.id);
    const targets = [other.id, one.id];
    for (let round = 0; round < 4; round++) {
      const target = targets[round % 2];
      const [made] = await Promise.all([
        make(top.id),
        client.post(`/folders/${String(moved.id)}/move`, { folder_id: target }).expect(200),
      ]);
      assert.equal(made.entries, 524);
    }
  });

  it('is sent to its maker three times at once', async () => {
    const { id } = await client.document('big.bin', Buffer.alloc(30_000_000));
    const made = await make(id);
    const { secret } = await service.dms.tokens.create(ann.actor, { name: 'zip', scopes: ['read'] });
    const ask = () => fetch(`${service.url}${made.url}`, { headers: { Authorization: `Bearer ${secret}` } });
    const running = [await ask(), await ask(), await ask()];
    assert.deepEqual(
      running.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal((await ask()).status, 429);
    for (const { body } of running) await body?.cancel();
  });

  it('of thousands of documents is whole', async () => {
    const folder = await makeFolder(service.dms, ann.actor, 'folder');
    for (let part = 0; part < 3; part += 1) {
      const id = await makeFolder(service.dms, ann.actor, `part ${part}`, folder);
      await Promise.all(
        Array.from({ length: 1000 }, (_, index) => write(service.dms, ann.actor, `file ${index}`, 'x', id)),
      );
    }
    const made = await make(folder);
    assert.equal(made.entries, 3004);
    assert.equal((await listed(await fetched(made))).length, 3004);
  });
});
