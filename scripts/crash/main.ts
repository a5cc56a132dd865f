/**
 * Crash test: `npm run test:crash -- [KILLS] [SEED]`.
 *
 * - Kills `dms serve` with SIGKILL at random moments while 8 writers change documents and 4 append to one.
 * - After each restart, compares the data with the acknowledged operations; `dms check --deep` must find no damage.
 * - In every second round, runs `dms backup` at the same time, and sometimes kills it. Restores backups to another
 *   directory, and compares them with the states of the service between their start and their end.
 * - Finally, changes one byte in each kind of file of a backup and of the data directory; the checks must find it.
 *
 * The exit code is 1 if data is lost, corrupt, or present although never written ("phantom").
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
