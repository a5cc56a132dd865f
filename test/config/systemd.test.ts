import assert from 'node:assert/strict';
import { readSystemdEnvironment } from '../../src/config/systemd.ts';

describe('what systemd tells', () => {
  const nothing = { sockets: [], notifySocket: undefined, watchdogMs: undefined };

  it('is nothing without systemd', () => {
    assert.deepEqual(readSystemdEnvironment(7, {}), nothing);
    assert.deepEqual(
      readSystemdEnvironment(7, { LISTEN_FDS: '2', NOTIFY_SOCKET: '', WATCHDOG_USEC: '' }),
      nothing,
    );
  });

  it('is nothing that is meant for another process', () => {
    const environment = { LISTEN_PID: '8', LISTEN_FDS: '2', WATCHDOG_PID: '8', WATCHDOG_USEC: '1000' };
    assert.deepEqual(readSystemdEnvironment(7, environment), nothing);
  });

  it('is nothing that is no number', () => {
    for (const text of ['-1', 'x', '1e9', '0'])
      assert.deepEqual(
        readSystemdEnvironment(7, { LISTEN_PID: '7', LISTEN_FDS: text, WATCHDOG_USEC: text }),
        nothing,
        text,
      );
  });

  it('is the sockets with their names, where to tell, and how often', () => {
    const environment = {
      LISTEN_PID: '7',
      LISTEN_FDS: '3',
      LISTEN_FDNAMES: 'https:redirect',
      NOTIFY_SOCKET: '@/run/notify',
      WATCHDOG_PID: '7',
      WATCHDOG_USEC: '3000000',
    };
    assert.deepEqual(readSystemdEnvironment(7, environment), {
      sockets: [
        { fd: 3, name: 'https' },
        { fd: 4, name: 'redirect' },
        { fd: 5, name: '' },
      ],
      notifySocket: '@/run/notify',
      watchdogMs: 3000,
    });
  });
});
