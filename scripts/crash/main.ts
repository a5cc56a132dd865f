/**
 * Crash test: `npm run test:crash -- [KILLS] [SEED]`.
 *
 * - Kills `dms serve` with SIGKILL at random moments while 8 writers change documents and 4 append to one.
 * - Two more writers undo their changes as the page does, also after a restart.
 * - After each restart, compares the data with the acknowledged operations; `dms check --deep` must find no damage.
 * - In every second round, runs `dms backup` at the same time, and sometimes kills it. Restores backups to another
 *   directory, and compares them with the states of the service between their start and their end.
 * - Downloads folders as archives the whole time, and in every second round runs `dms export`, and sometimes kills it;
 *   compares both with the states of the service meanwhile.
 * - Finally, changes one byte in each kind of file of a backup and of the data directory; the checks must find it.
 *
 * The exit code is 1 if data is lost, corrupt, or present although never written ("phantom").
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from '../../test/support/process.ts';
import { TrialArchives } from './archives.ts';
import { TrialBackups } from './backups.ts';
import { TrialExports } from './exports.ts';
import { Random } from './random.ts';
import { Trial } from './trial.ts';

const kills = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

const service = await ServiceProcess.start();
const copies = await mkdtemp(join(tmpdir(), 'dms-copies-'));
const destination = join(copies, 'backups');
const exported = join(copies, 'exported');
try {
  console.log(`seed ${String(seed)}: ${String(kills)} kills, ${service.dataDirectory}`);
  const trial = await Trial.begin(service, { seed, undoWriters: 2 });
  const backups = new TrialBackups(service, trial, { destination, random: new Random(seed) });
  const archives = new TrialArchives(trial, new Random(seed));
  const exports = new TrialExports(service, trial, { directory: exported, random: new Random(seed + 1) });
  const killed = await trial.run(kills, {
    begin: async () => {
      archives.begin();
      await backups.begin();
      await exports.begin();
    },
    end: async () => {
      await service.kill('SIGKILL');
      await archives.settle();
      await backups.settle();
      await exports.settle();
    },
    after: async () => {
      await backups.restoreOne();
      await exports.finish();
    },
  });
  await trial.attempt(async () => {
    await backups.verify();
    await backups.flipBytes();
    await trial.flipBytes();
  });
  trial.report(
    `${String(killed)} kills, ${trial.undoSummary}, ${backups.summary}, ${archives.summary}, ${exports.summary}`,
  );
  process.exitCode = trial.faultCount === 0 ? 0 : 1;
} finally {
  await service.dispose();
  await rm(copies, { recursive: true });
}
