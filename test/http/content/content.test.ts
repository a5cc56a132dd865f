import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { type Representation, representationOf, sendContent } from '../../../src/http/content/content.ts';
import { openFiles } from '../../support/disk/open-files.ts';

const etag = '"abc-1"';
const lastModified = Date.UTC(2026, 0, 31, 12, 0, 0, 500);
const date = 'Sat, 31 Jan 2026 12:00:00 GMT';

/** A server that sends one content, and what went wrong in it. */
interface Sender {
  readonly server: Server;
  readonly faults: unknown[];
}

async function serve(content: Representation['content'], modified = lastModified): Promise<Sender> {
  const faults: unknown[] = [];
  const server = createServer((req, res) => {
    const headers = { 'Content-Disposition': 'attachment', 'Content-Language': undefined };
    sendContent(
      req,
      res,
      representationOf({ content, etag, lastModified: modified, mimeType: 'text/plain', headers }),
    )?.catch((error: unknown) => {
      faults.push(error);
      res.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, faults };
}

function inMemory(text: string): Representation['content'] {
  const bytes = Buffer.from(text);
  return {
    size: bytes.length,
    bytes,
    read: () => {
      throw new Error('a small content is not read piece by piece');
    },
  };
}

function onDisk(path: string, size: number): Representation['content'] {
  return {
    size,
    bytes: undefined,
    read: async (range, take) => {
      for await (const chunk of createReadStream(path, range)) {
        if (Buffer.isBuffer(chunk)) await take(chunk);
      }
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

async function textOf(response: IncomingMessage): Promise<string> {
  return Buffer.concat(await response.toArray()).toString('latin1');
}

describe('sending a content', () => {
  const text = '0123456789';
  let sender: Sender;
  let directory: string;
  const servers: Server[] = [];

  async function start(content: Representation['content']): Promise<Sender> {
    const started = await serve(content);
    servers.push(started.server);
    return started;
  }

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-content-'));
    sender = await start(inMemory(text));
  });

  after(async () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await rm(directory, { recursive: true });
  });

  it('answers GET with the whole and its validators', async () => {
    const response = await request(sender.server).get('/').expect(200, text);
    assert.equal(response.get('ETag'), etag);
    assert.equal(response.get('Last-Modified'), date);
    assert.equal(response.get('Accept-Ranges'), 'bytes');
    assert.equal(response.get('Content-Length'), '10');
    assert.equal(response.get('Content-Type'), 'text/plain');
    assert.equal(response.get('Content-Disposition'), 'attachment');
  });

  it('answers HEAD with the same headers and no body', async () => {
    const response = await request(sender.server).head('/').set('Range', 'bytes=0-1').expect(200);
    assert.equal(response.get('Content-Length'), '10');
    assert.equal(response.get('ETag'), etag);
    await request(sender.server).head('/').set('If-Match', '"x"').expect(412).expect('Content-Length', '0');
  });

  it('reads nothing where nothing is sent', async () => {
    const { server, faults } = await start(onDisk(join(directory, 'missing'), 10));
    await request(server).head('/').expect(200).expect('Content-Length', '10');
    const empty = await start(onDisk(join(directory, 'missing'), 0));
    await request(empty.server).get('/').expect(200, '');
    assert.deepEqual([...faults, ...empty.faults], []);
  });

  it('answers one range with 206', async () => {
    const response = await request(sender.server).get('/').set('Range', 'bytes=2-4').expect(206, '234');
    assert.equal(response.get('Content-Range'), 'bytes 2-4/10');
    assert.equal(response.get('Content-Length'), '3');
  });

  it('answers several ranges with multipart/byteranges', async () => {
    const response = await new Promise<IncomingMessage>((resolve) =>
      get({ port: portOf(sender.server), headers: { range: 'bytes=0-1,-2' } }, resolve),
    );
    assert.equal(response.statusCode, 206);
    const boundary =
      /^multipart\/byteranges; boundary=(\w+)$/.exec(response.headers['content-type'] ?? '')?.[1] ?? '';
    const body = await textOf(response);
    assert.equal(Number(response.headers['content-length']), body.length);
    const part = (range: string, bytes: string) =>
      `--${boundary}\r\nContent-Type: text/plain\r\nContent-Range: bytes ${range}/10\r\n\r\n${bytes}\r\n`;
    assert.equal(body, `${part('0-1', '01')}${part('8-9', '89')}--${boundary}--\r\n`);
  });

  it('answers ranges outside the content with 416 and its size', async () => {
    const response = await request(sender.server).get('/').set('Range', 'bytes=10-').expect(416);
    assert.equal(response.get('Content-Range'), 'bytes */10');
    assert.equal(response.get('Content-Disposition'), undefined);
  });

  it('ignores a range whose If-Range is a date of less than two seconds ago: there may be another since', async () => {
    // In the future, so that a slow machine changes nothing.
    const young = await serve(inMemory(text), Date.now() + 60_000);
    try {
      const whole = await request(young.server).get('/').expect(200);
      const validator = whole.get('Last-Modified') ?? '';
      await request(young.server)
        .get('/')
        .set({ Range: 'bytes=2-4', 'If-Range': validator })
        .expect(200, text);
    } finally {
      young.server.close();
    }
  });

  it('ignores a range whose If-Range no longer fits', async () => {
    for (const condition of ['"x"', 'W/"abc-1"', 'Sat, 31 Jan 2026 11:59:59 GMT', 'nonsense']) {
      await request(sender.server)
        .get('/')
        .set({ Range: 'bytes=2-4', 'If-Range': condition })
        .expect(200, text);
    }
    for (const condition of [etag, date]) {
      await request(sender.server)
        .get('/')
        .set({ Range: 'bytes=2-4', 'If-Range': condition })
        .expect(206, '234');
    }
  });

  it('answers 304 without a body and without Content-Length', async () => {
    const response = await request(sender.server).get('/').set('If-None-Match', etag).expect(304, '');
    assert.equal(response.get('ETag'), etag);
    assert.equal(response.get('Content-Length'), undefined);
  });

  it('answers 412 before it looks at ranges', async () => {
    await request(sender.server).get('/').set({ 'If-Match': '"x"', Range: 'bytes=0-1' }).expect(412);
  });

  it('answers an empty content with 200, and a range of it with 416', async () => {
    const { server } = await start(inMemory(''));
    await request(server).get('/').expect(200, '').expect('Content-Length', '0');
    await request(server).get('/').set('Range', 'bytes=0-').expect(416);
  });

  it('streams a large content, whole and in several ranges', async () => {
    const path = join(directory, 'large');
    const bytes = Buffer.alloc(3_000_000, 'abcdefghij');
    await writeFile(path, bytes);
    const { server, faults } = await start(onDisk(path, bytes.length));
    const whole = await request(server).get('/').buffer(true).expect(200);
    assert.equal(whole.text, bytes.toString());
    const response = await new Promise<IncomingMessage>((resolve) =>
      get({ port: portOf(server), headers: { range: 'bytes=0-999999,2000000-' } }, resolve),
    );
    const body = await textOf(response);
    assert.equal(Number(response.headers['content-length']), body.length);
    assert.ok(body.includes(bytes.toString('latin1', 2_000_000)));
    assert.deepEqual(faults, []);
  });

  it('leaves nothing behind at the connection with each piece', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => warnings.push(warning);
    process.on('warning', listen);
    const { server } = await start({
      size: 100,
      bytes: undefined,
      read: async (_range, take) => {
        for (let sent = 0; sent < 100; sent += 1) await take(Buffer.alloc(1));
      },
    });
    await request(server).get('/').buffer(true).expect(200);
    process.off('warning', listen);
    assert.deepEqual(warnings, []);
  });

  it('ends in silence when the client has gone before a piece is there', async () => {
    const gone = Promise.withResolvers<undefined>();
    const ended = Promise.withResolvers<unknown>();
    const { server, faults } = await start({
      size: 10,
      bytes: undefined,
      read: async (_range, take) => {
        await take(Buffer.alloc(5));
        await gone.promise;
        await take(Buffer.alloc(5)).then(ended.resolve, (error: unknown) => {
          ended.resolve(error);
          throw error;
        });
      },
    });
    server.on('connection', (socket) => socket.on('close', () => gone.resolve(undefined)));
    const response = await new Promise<IncomingMessage>((resolve) =>
      get({ port: portOf(server), agent: false }, resolve),
    );
    response.destroy();
    assert.ok((await ended.promise) instanceof Error);
    await new Promise(setImmediate);
    assert.deepEqual(faults, []);
  });

  it('closes the file when the client goes away', async () => {
    const path = join(directory, 'gone');
    await writeFile(path, Buffer.alloc(20_000_000));
    const { server, faults } = await start(onDisk(path, 20_000_000));
    const response = await new Promise<IncomingMessage>((resolve) =>
      get({ port: portOf(server), agent: false }, resolve),
    );
    response.destroy();
    while (openFiles(path).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(faults, []);
  });

  it('closes the connection when the file is shorter than it should be', async () => {
    const path = join(directory, 'short');
    await writeFile(path, Buffer.alloc(100_000));
    const { server, faults } = await start(onDisk(path, 200_000));
    await assert.rejects(request(server).get('/').buffer(true));
    assert.equal(faults.length, 1);
  });

  it('closes the connection when the file cannot be read', async () => {
    const { server, faults } = await start(onDisk(join(directory, 'missing'), 100_000));
    await assert.rejects(request(server).get('/').buffer(true));
    assert.equal(faults.length, 1);
  });
});
