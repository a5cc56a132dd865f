import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from '../../support/needs.ts';
import { ServiceProcess } from '../../support/process.ts';
import { DMS } from '../../support/program.ts';
import { freePort } from '../../support/servers/ports.ts';
import { waiter } from '../../support/until.ts';

/** Prints each datagram that comes to a Unix socket. Node.js has no such sockets. */
const RECEIVER = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print('ready', flush=True)
while True:
    print(receiver.recv(4096).decode().replace('\\n', ' '), flush=True)
`;

describe('dms serve under systemd', () => {
  let directory: string;
  let children: ChildProcess[];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-systemd-'));
    children = [];
  });

  afterEach(async () => {
    for (const child of children) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
    }
    await rm(directory, { recursive: true, force: true });
  });

  /** Starts a program. @returns what it has written so far, to both outputs */
  function launch(program: string, args: readonly string[]): () => string {
    const child = spawn(program, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let heard = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (heard += text));
    return () => heard;
  }

  it('tells when it is ready, lives, reads again and stops', async function () {
    needs(this, 'systemd-notify', 'python3');
    const path = join(directory, 'notify');
    const heard = launch('python3', ['-c', RECEIVER, path]);
    const until = waiter(heard);
    await until(() => heard().includes('ready'));
    const service = await ServiceProcess.start({
      environment: { NOTIFY_SOCKET: path, WATCHDOG_USEC: '1000000' },
    });
    try {
      await until(() => /READY=1[^]*(?:WATCHDOG=1[^]*){2}/.test(heard()));
      service.signal('SIGHUP');
      await until(() => /RELOADING=1 MONOTONIC_USEC=\d+[^]*READY=1/.test(heard()));
      service.signal('SIGTERM');
      await until(() => heard().includes('STOPPING=1'));
      assert.deepEqual(await service.ended(), { code: 0, signal: null });
    } finally {
      await service.dispose();
    }
  });

  it('listens on the sockets that it is given, TCP and Unix, and on no other', async function () {
    needs(this, 'systemd-socket-activate', 'curl');
    const port = await freePort();
    const socket = join(directory, 'dms.sock');
    const heard = launch('systemd-socket-activate', [
      ...['-l', `127.0.0.1:${String(port)}`, '-l', socket],
      ...[DMS.file, ...DMS.args, 'serve', '--port', '1'],
    ]);
    await waiter(heard)(() => heard().includes(socket));
    const answer = await fetch(`http://127.0.0.1:${String(port)}/healthz`);
    assert.equal(answer.status, 200);
    assert.match(
      heard(),
      new RegExp(`serving .* on http://127\\.0\\.0\\.1:${String(port)}, unix: a socket of systemd`),
    );
    const curl = spawn('curl', ['-sf', '--unix-socket', socket, 'http://dms/healthz'], { stdio: 'ignore' });
    assert.deepEqual(await once(curl, 'close'), [0, null]);
  });
});
