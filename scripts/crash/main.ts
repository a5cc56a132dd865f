/**
 * Crash test: `npm run test:crash -- [KILLS] [SEED]`. Kills `dms serve` with SIGKILL at random moments while
 * 8 writers change documents and 4 append to one, and compares the data after each restart with the acknowledged
 * operations; `dms check --deep` must find nothing. In every second round `dms backup` runs beside it, and is killed at times, too. Backups are restored
 * elsewhere, and compared with what the service held between their start and their end. At last one byte is changed in
 * each kind of file of a backup and of the data directory, and has to be found. The exit code is 1 if data is lost, corrupt, or there without
 * having been written ("phantom").
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from '../../test/support/process.ts';
import { TrialBackups } from './backups.ts';
import { Random } from './random.ts';
import { Trial } from './trial.ts';

const kills = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

const service = await ServiceProcess.start();
const destination = await mkdtemp(join(tmpdir(), 'dms-backups-'));
try {
  console.log(`seed ${String(seed)}: ${String(kills)} kills, ${service.dataDirectory}`);
  const trial = await Trial.begin(service, seed);
  const backups = new TrialBackups(service, trial, { destination, random: new Random(seed) });
  const killed = await trial.run(kills, {
    begin: () => backups.begin(),
    end: async () => {
      await service.kill('SIGKILL');
      await backups.settle();
    },
    after: () => backups.restoreOne(),
  });
  await trial.attempt(async () => {
    await backups.verify();
    await backups.flipBytes();
    await trial.flipBytes();
  });
  trial.report(`${String(killed)} kills, ${backups.summary}`);
  process.exitCode = trial.faultCount === 0 ? 0 : 1;
} finally {
  await service.dispose();
  await rm(destination, { recursive: true });
}
