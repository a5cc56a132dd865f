// Would catch: a sync with nothing to do whose cost grows with the number of files.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { CLIENTS } from './device.ts';
import { SyncedOffice } from './office.ts';

const IN_A_FOLDER = 100;
/** Requests and bytes of a sync with nothing to do, whatever the number of files. */
const MOST_REQUESTS = 4;
const MOST_BYTES = 20_000;

trial('sync clients with many files and nothing to do', { small: 10, full: 240 }, function ({ bySize }) {
  needs(this, ...CLIENTS);
  const files = bySize(2000, 100_000);
  let office: SyncedOffice;

  before(async () => {
    office = await SyncedOffice.open();
  });
  after(() => office.close());

  for (const client of CLIENTS)
    it(`${client} sends at most ${String(MOST_REQUESTS)} requests`, async () => {
      const device = office.device('anna', client);
      if (client === CLIENTS[0]) {
        for (let index = 0; index < files; index += 1) {
          const folder = join(device.folder, 'Files', `f${String(Math.floor(index / IN_A_FOLDER))}`);
          if (index % IN_A_FOLDER === 0) await mkdir(folder, { recursive: true });
          await writeFile(join(folder, `file ${String(index)}.txt`), `content ${String(index)}`);
        }
      }
      const began = Date.now();
      await device.sync();
      // After an upload a client reads the folders that it has changed once more.
      await device.sync();
      const seconds = (Date.now() - began) / 1000;
      office.front.seen.length = 0;
      const idleBegan = Date.now();
      await device.sync();
      const { seen } = office.front;
      const bytes = seen.reduce((sum, { sent, received }) => sum + sent + received, 0);
      process.stdout.write(
        `${client}: ${String(files)} files in ${String(seconds)} s; then ${String(seen.length)} requests with ` +
          `${String(bytes)} bytes of bodies in ${String(Date.now() - idleBegan)} ms\n`,
      );
      assert.ok(seen.length <= MOST_REQUESTS, JSON.stringify(seen.slice(0, 20)));
      assert.ok(bytes <= MOST_BYTES, `${String(bytes)} bytes`);
    });
});
