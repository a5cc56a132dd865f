import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ServiceProcess } from '../support/process.ts';
import { waiter } from '../support/until.ts';

/** The first bytes of a ClientHello of 512 bytes (RFC 8446 §5.1, §4). */
const HALF_HELLO = Buffer.from('1603010200010001fc0303', 'hex');
const MOST = 10;

describe('connections that never agree on encryption', () => {
  let service: ServiceProcess;
  const until = waiter(() => service.log);

  beforeEach(async () => {
    const environment = {
      DMS_SERVER_TLS_SELF_SIGNED: 'localhost,127.0.0.1',
      DMS_SERVER_MAX_CONNECTIONS: String(MOST),
    };
    service = await ServiceProcess.start({ environment, isAsked: false });
  });
  afterEach(() => service.dispose());

  async function open(bytes: Buffer): Promise<Socket> {
    const socket = connect(service.port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  }

  function openMost(): Promise<Socket[]> {
    return Promise.all(
      Array.from({ length: MOST }, (_, index) => open(index % 2 === 0 ? HALF_HELLO : Buffer.alloc(0))),
    );
  }

  it('are closed, and others find room again', async () => {
    const sockets = await openMost();
    await until(() => sockets.every(({ closed }) => closed));
    // It ends with 1 when nothing answers, and that is an error here.
    await service.command(['health', '--url', service.url]);
  });

  it('do not keep the service from ending', async () => {
    await openMost();
    assert.deepEqual(await service.kill('SIGTERM'), { code: 0, signal: null });
  });
});
