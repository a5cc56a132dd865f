import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createClient, type FileStat, type WebDAVClient } from 'webdav';
import { propfindBody } from '../webdav/client.ts';
import { Desk } from './desk.ts';
import { ODD_NAMES } from './names.ts';

const LARGE = randomBytes(3 * 1024 * 1024);

describe('the npm package webdav', () => {
  let desk: Desk;
  let client: WebDAVClient;

  before(async () => {
    desk = await Desk.open();
    const { login, password } = desk.anna;
    client = createClient(`${desk.service.url}/webdav/`, { username: login, password });
  });

  after(() => desk.close());

  async function read(path: string): Promise<Buffer> {
    const content = await client.getFileContents(path);
    assert.ok(content instanceof ArrayBuffer || content instanceof Uint8Array);
    return content instanceof ArrayBuffer ? Buffer.from(content) : Buffer.from(content);
  }

  async function stat(path: string): Promise<FileStat> {
    const found = await client.stat(path);
    assert.ok('basename' in found);
    return found;
  }

  async function list(path: string): Promise<string[]> {
    return (await client.getDirectoryContents(path)).map(({ basename }) => basename).sort();
  }

  /** Reads a stream of the client, from `start` to `end`, both included. */
  function stream(path: string, range?: { start: number; end?: number }): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const pieces: Buffer[] = [];
      client
        .createReadStream(path, range === undefined ? {} : { range })
        .on('data', (piece: Buffer) => void pieces.push(piece))
        .on('end', () => resolve(Buffer.concat(pieces)))
        .on('error', reject);
    });
  }

  it('finds a server of class 1, 2 and 3', async () => {
    const { compliance } = await client.getDAVCompliance('/');
    assert.deepEqual(compliance.slice(0, 3), ['1', '2', '3']);
  });

  it('makes folders, many levels at once', async () => {
    await client.createDirectory('/papers');
    await client.createDirectory('/a/b/c', { recursive: true });
    assert.deepEqual(await list('/'), ['a', 'papers']);
    assert.equal((await stat('/a/b/c')).type, 'directory');
    assert.equal(await client.exists('/a/b/d'), false);
    await assert.rejects(client.createDirectory('/papers'), { status: 405 });
  });

  it('writes and reads text and bytes', async () => {
    assert.equal(await client.putFileContents('/papers/notes.txt', 'grüße'), true);
    assert.equal(await client.getFileContents('/papers/notes.txt', { format: 'text' }), 'grüße');
    await client.putFileContents('/papers/large.bin', LARGE);
    assert.ok((await read('/papers/large.bin')).equals(LARGE));
  });

  it('tells name, size, type, time and ETag', async () => {
    const { basename, filename, size, type, mime, etag, lastmod } = await stat('/papers/notes.txt');
    assert.deepEqual(
      { basename, filename, size, type, mime },
      { basename: 'notes.txt', filename: '/papers/notes.txt', size: 7, type: 'file', mime: 'text/plain' },
    );
    assert.equal(`"${etag ?? ''}"`, await desk.etag('papers/notes.txt'));
    assert.equal(new Date(lastmod).toUTCString(), lastmod);
  });

  it('overwrites, which makes a version and another ETag', async () => {
    const { etag } = await stat('/papers/notes.txt');
    await client.putFileContents('/papers/notes.txt', 'second');
    assert.notEqual((await stat('/papers/notes.txt')).etag, etag);
    const papers = await desk.rest.root('papers');
    const document = (await desk.rest.documents(papers.id)).get('notes.txt');
    assert.equal(document?.version, 2);
    assert.equal((await desk.rest.content(document.id, 1)).toString(), 'grüße');
    assert.equal((await desk.rest.content(document.id, 2)).toString(), 'second');
  });

  it('does not overwrite when told so', async () => {
    assert.equal(await client.putFileContents('/papers/notes.txt', 'third', { overwrite: false }), false);
    await assert.rejects(client.copyFile('/papers/large.bin', '/papers/notes.txt', { overwrite: false }), {
      status: 412,
    });
    assert.equal(await client.getFileContents('/papers/notes.txt', { format: 'text' }), 'second');
  });

  it('reads as a stream, whole and in part', async () => {
    assert.ok((await stream('/papers/large.bin')).equals(LARGE));
    const part = await stream('/papers/large.bin', { start: 1_000_000, end: 1_999_999 });
    assert.ok(part.equals(LARGE.subarray(1_000_000, 2_000_000)));
    assert.ok((await stream('/papers/large.bin', { start: LARGE.length - 5 })).equals(LARGE.subarray(-5)));
  });

  it('writes as a stream', async () => {
    const answered = new Promise<number>((resolve) => {
      const writing = client.createWriteStream('/papers/streamed.bin', {}, ({ status }) => resolve(status));
      for (let at = 0; at < LARGE.length; at += 65_536) writing.write(LARGE.subarray(at, at + 65_536));
      writing.end();
    });
    assert.equal(await answered, 201);
    assert.ok((await read('/papers/streamed.bin')).equals(LARGE));
  });

  it('copies and moves documents and folders, a move keeps the document', async () => {
    const { id } = await desk.rest.root('papers');
    const before = (await desk.rest.documents(id)).get('notes.txt');
    await client.moveFile('/papers/notes.txt', '/papers/moved.txt');
    await client.copyFile('/papers/moved.txt', '/papers/copy.txt');
    await client.copyFile('/papers', '/whole');
    await client.copyFile('/papers', '/shallow', { shallow: true });
    assert.deepEqual(await list('/papers'), ['copy.txt', 'large.bin', 'moved.txt', 'streamed.bin']);
    assert.deepEqual(await list('/whole'), await list('/papers'));
    assert.deepEqual(await list('/shallow'), []);
    const after = await desk.rest.documents(id);
    assert.equal(after.get('moved.txt')?.id, before?.id);
    assert.equal(after.get('moved.txt')?.version, 2);
    assert.equal(after.get('copy.txt')?.version, 1);
    await client.moveFile('/whole', '/a/b/moved');
    assert.deepEqual(await list('/a/b/moved'), await list('/papers'));
  });

  it('locks a document, and only who has the token writes', async () => {
    const path = '/papers/copy.txt';
    const { token } = await client.lock(path, { timeout: 'Second-60' });
    await assert.rejects(client.putFileContents(path, 'without the token'), { status: 423 });
    await client.putFileContents(path, 'with the token', { headers: { If: `(<${token}>)` } });
    await client.unlock(path, token);
    await client.putFileContents(path, 'unlocked');
    assert.equal(await client.getFileContents(path, { format: 'text' }), 'unlocked');
  });

  it('tells the quota', async () => {
    // Without a body it is allprop, in which RFC 4331 wants no quota.
    const data = propfindBody('<d:prop><d:quota-available-bytes/><d:quota-used-bytes/></d:prop>');
    const quota = await client.getQuota({ data });
    assert.ok(quota !== null && 'used' in quota);
    assert.ok(quota.used > 3 * LARGE.length);
  });

  it('cannot list everything beneath a folder at once', async () => {
    await assert.rejects(client.getDirectoryContents('/', { deep: true }), { status: 403 });
  });

  it('writes, lists, reads, moves and deletes odd names', async () => {
    await client.createDirectory('/odd');
    for (const name of ODD_NAMES) {
      await client.createDirectory(`/odd/${name}`);
      await client.putFileContents(`/odd/${name}/${name}`, name);
    }
    assert.deepEqual(await list('/odd'), [...ODD_NAMES].sort());
    const { id } = await desk.rest.root('odd');
    const documents = await desk.rest.documents(id);
    assert.deepEqual([...documents.keys()].sort(), ODD_NAMES.map((name) => `${name}/${name}`).sort());
    for (const name of ODD_NAMES) {
      assert.deepEqual(await list(`/odd/${name}`), [name]);
      assert.equal((await stat(`/odd/${name}/${name}`)).basename, name);
      await client.moveFile(`/odd/${name}/${name}`, `/odd/${name}/moved`);
      await client.copyFile(`/odd/${name}/moved`, `/odd/${name}/${name}`);
      assert.equal(await client.getFileContents(`/odd/${name}/${name}`, { format: 'text' }), name);
      await client.deleteFile(`/odd/${name}`);
    }
    assert.deepEqual(await list('/odd'), []);
  });

  it('deletes documents and folders, which go to the trash', async () => {
    const before = (await desk.rest.trash()).length;
    await client.deleteFile('/papers/large.bin');
    await client.deleteFile('/a');
    assert.equal(await client.exists('/a'), false);
    await assert.rejects(client.getFileContents('/papers/large.bin'), { status: 404 });
    await assert.rejects(client.deleteFile('/a'), { status: 404 });
    assert.equal((await desk.rest.trash()).length, before + 2);
  });
});
