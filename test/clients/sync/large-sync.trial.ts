// Would catch: a large upload that begins again from its first byte after a client or the service was killed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { CLIENTS } from './device.ts';
import { SyncedOffice } from './office.ts';

const PIECE_BYTES = 10_000_000;
const CHUNK = /^\/remote\.php\/dav\/uploads\/anna\/\d+\/\d/;

trial('sync clients that send a large file', { small: 10, full: 180 }, function ({ bySize }) {
  needs(this, ...CLIENTS);
  const pieces = bySize(20, 320);
  const size = pieces * PIECE_BYTES;
  let office: SyncedOffice;

  beforeEach(async () => {
    office = await SyncedOffice.open();
  });
  afterEach(() => office.close());

  for (const client of CLIENTS)
    for (const victim of ['the client', 'the service'] as const)
      it(`${client} goes on where it was, after ${victim} was killed at half`, async () => {
        const device = office.device('anna', client);
        const path = join(device.folder, 'large.bin');
        for (let piece = 0; piece < pieces; piece += 1) await appendFile(path, randomBytes(PIECE_BYTES));
        await utimes(path, 1_600_000_000, 1_600_000_000);
        const { front, service } = office;
        let isKilled = false;
        front.watch = () => {
          if (isKilled || front.sentTo(CHUNK) < size / 2) return;
          isKilled = true;
          if (victim === 'the client') device.kill();
          else service.signal('SIGKILL');
        };
        await device.run();
        assert.ok(isKilled);
        if (victim === 'the service') {
          await service.ended();
          await service.restart();
        }
        const chunks = front.seen.filter(({ path: sentTo }) => CHUNK.test(sentTo));
        const counted = chunks
          .filter(({ status }) => status === 201)
          .reduce((sum, { sent }) => sum + sent, 0);
        front.seen.length = 0;
        await office.settle(device);
        // A chunk may have counted although the client has not received the response.
        assert.ok(front.sentTo(CHUNK) <= size - counted, `${String(front.sentTo(CHUNK))} bytes were sent`);
        process.stdout.write(
          `${client}: ${String(counted)} of ${String(size)} bytes in ${String(chunks.length)} chunks counted before, ` +
            `${String(front.sentTo(CHUNK))} were sent afterwards\n`,
        );
      });
});
