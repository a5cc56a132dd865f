import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { isLoopback, limitConnectionsPerAddress } from '../../../src/http/connections/connection-limits.ts';
import { answersIn, headOf } from '../raw.ts';

const MOST = 3;

describe('the connections of one address', () => {
  let server: Server;
  let port: number;
  let refused: number;

  beforeEach(async () => {
    refused = 0;
    server = createServer((_request, response) => response.end());
    limitConnectionsPerAddress(server, {
      most: MOST,
      isShared: (address) => address === '127.0.0.4',
      onRefused: () => (refused += 1),
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    ({ port } = address);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** A connection that has got an answer; undefined if it was closed instead. */
  async function open(localAddress: string): Promise<Socket | undefined> {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    socket.write(headOf('GET /'));
    const heard = await new Promise<string>((resolve) => {
      socket.once('data', (bytes) => resolve(String(bytes))).once('close', () => resolve(''));
    });
    return answersIn(heard).length === 1 ? socket : undefined;
  }

  it('are a share of all, and others find room', async () => {
    const sockets: (Socket | undefined)[] = [];
    for (let count = 0; count < MOST; count += 1) sockets.push(await open('127.0.0.2'));
    assert.ok(sockets.every((socket) => socket !== undefined));
    assert.equal(await open('127.0.0.2'), undefined);
    assert.equal(refused, 1);
    assert.ok(await open('127.0.0.3'));
    const [first] = sockets;
    assert.ok(first);
    first.destroy();
    while ((await open('127.0.0.2')) === undefined) await new Promise(setImmediate);
  });

  it('that many clients share are not counted', async () => {
    for (let count = 0; count < 2 * MOST; count += 1) assert.ok(await open('127.0.0.4'));
    assert.equal(refused, 0);
  });

  it('of the machine itself are known', () => {
    assert.deepEqual(['127.0.0.1', '127.8.0.1', '::1', '128.0.0.1', '::2', '10.127.0.1'].map(isLoopback), [
      ...[true, true, true],
      ...[false, false, false],
    ]);
  });
});
