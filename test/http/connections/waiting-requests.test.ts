import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { BodyStalls } from '../../../src/http/connections/body-stalls.ts';
import { listenWith } from '../../../src/http/connections/listener.ts';
import { type Service, startService } from '../../support/service.ts';
import { answersIn, headOf } from '../raw.ts';

/** More than any client has waiting: before there was a limit, each of them was kept. */
const FLOOD = 20_000;
/** What the service takes (docs/build/contract/service.md §28). */
const MOST_WAITING = 32;
/** Of one piece that a socket reads all requests are parsed: 64 KiB, and the shortest request. */
const PIECE_BYTES = 64 * 1024;

const SHORT = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

/** A connection that writes what it is given, and never fails. */
function connectTo(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined);
}

/** Resolves when the connection has ended, be it by a reset. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.resume().once('close', () => resolve());
  });
}

describe('requests that wait behind another one of their connection', () => {
  it('are bounded: with one too many the connection ends, and none of them is carried out', async () => {
    let parsed = 0;
    const answered: (string | undefined)[] = [];
    const server = createServer();
    const all = new Promise<void>((resolve) => {
      server.on('request', () => {
        parsed += 1;
        if (parsed === FLOOD + 1) resolve();
      });
    });
    listenWith(server, ({ url }) => void answered.push(url), {
      isStrict: false,
      stalls: new BodyStalls(0, () => undefined),
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connectTo(portOf(server));
    socket.write(headOf('GET /never'));
    socket.write(SHORT.repeat(FLOOD));
    await Promise.race([closed(socket), all]);
    socket.destroy();
    server.close();
    assert.deepEqual(answered, ['/never']);
    assert.ok(parsed <= MOST_WAITING + 2 + PIECE_BYTES / SHORT.length, `${parsed} requests were kept`);
  });

  it('are carried out in their order up to that bound', async () => {
    const waiting: ServerResponse[] = [];
    const answered: (string | undefined)[] = [];
    const server = createServer();
    listenWith(
      server,
      ({ url }, response) => {
        answered.push(url);
        if (url === '/first') waiting.push(response);
        else response.end();
      },
      { isStrict: false, stalls: new BodyStalls(0, () => undefined) },
    );
    let parsed = 0;
    const all = new Promise<void>((resolve) => {
      server.on('request', () => {
        parsed += 1;
        if (parsed === MOST_WAITING + 1) resolve();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connectTo(portOf(server));
    const later = Array.from({ length: MOST_WAITING }, (_, index) => `/${index}`);
    // Twice: what has been answered does not wait any more.
    for (const round of [1, 2]) {
      let text = '';
      const heard = new Promise<void>((resolve) => {
        socket.removeAllListeners('data').on('data', (bytes: Buffer) => {
          text += bytes.toString('latin1');
          if (answersIn(text).length === later.length + 1) resolve();
        });
      });
      parsed = 0;
      socket.write([headOf('GET /first'), ...later.map((path) => headOf(`GET ${path}`))].join(''));
      if (round === 1) await all;
      while (waiting.length === 0) await once(server, 'request');
      waiting.shift()?.end();
      await heard;
    }
    assert.deepEqual(answered, ['/first', ...later, '/first', ...later]);
    socket.destroy();
    server.close();
  });

  describe('in a service', () => {
    let service: Service;
    let events: string;

    before(async () => {
      service = await startService();
      const ann = await service.createUser('ann');
      const { secret } = await service.dms.tokens.create(ann.actor, { name: 'test', scopes: ['read'] });
      events = headOf('GET /api/events', `Authorization: Bearer ${secret}`);
    });

    after(() => service.stop());

    it('end a stream of events with them, and others are answered', async () => {
      const socket = connectTo(service.port);
      socket.write(events);
      await once(socket, 'data');
      socket.write(SHORT.repeat(FLOOD));
      await closed(socket);
      assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
      assert.deepEqual(service.errors(), []);
    });
  });
});
