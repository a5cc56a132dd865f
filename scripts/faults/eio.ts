/**
 * Failing-disk test: `npm run test:eio -- [ROUNDS] [SEED] [--percent P]`. Needs Linux and a C compiler (`cc`).
 *
 * - Runs `dms serve` under the load of the crash test, and `dms backup` at the same time, while 2 % (P) of the syncs,
 *   writes and renames in the data directory and in the backups fail with EIO.
 * - In each round, stops the service and restarts it on the same disk without further faults. Then compares the data
 *   with the acknowledged operations, verifies all backups, and restores one.
 *
 * Exit codes: 1 if data is lost, corrupt, or present although never written ("phantom"), or if nothing failed; 2 if the
 * test cannot run on this machine.
 */
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ServiceProcess } from '../../test/support/process.ts';
import { TrialBackups } from '../crash/backups.ts';
import { Random } from '../crash/random.ts';
import { Trial } from '../crash/trial.ts';
import { FailingDisk } from './failing-disk.ts';
import { FailingService } from './failing-service.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { percent: { type: 'string', default: '2' } },
});
const rounds = Number(positionals[0] ?? 50);
const seed = Number(positionals[1] ?? Date.now() % 1_000_000);
const percent = Number(values.percent);

async function tryOn(disk: FailingDisk, directory: string): Promise<boolean> {
  const service = await ServiceProcess.start({ directory, environment: disk.environment });
  try {
    console.log(`seed ${String(seed)}: ${String(rounds)} rounds, ${service.dataDirectory}`);
    const trial = await Trial.begin(service, { seed });
    const backups = new TrialBackups(service, trial, {
      destination: join(directory, 'backups'),
      random: new Random(seed),
      environment: disk.environment,
      mayFail: true,
    });
    const ended = await trial.run(rounds, new FailingService(service, { disk, backups, percent, seed }));
    const failures = await disk.failures();
    trial.report(`${String(ended)} rounds, ${summary(failures)}, ${backups.summary}`);
    return trial.faultCount === 0 && failures.length > 0;
  } finally {
    await service.dispose();
  }
}

/** Counts the failures by call, and by file or folder in the data directory or in the backups. */
function summary(failures: readonly string[]): string {
  const counts = Map.groupBy(failures, (line) => line.replace(/ .*\/(data|backups)\/([^/]+).*$/, ' $1/$2'));
  const parts = [...counts].map(([what, lines]) => `${what} ${String(lines.length)}`);
  return `${String(failures.length)} calls failed${parts.length > 0 ? ` (${parts.sort().join(', ')})` : ''}`;
}

const directory = await realpath(await mkdtemp(join(tmpdir(), 'dms-eio-')));
let disk: FailingDisk | undefined;
try {
  disk = await FailingDisk.create([join(directory, 'data'), join(directory, 'backups')], seed);
} catch (error) {
  console.log(`cannot run here: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
if (disk) {
  try {
    if (!(await tryOn(disk, directory))) process.exitCode = 1;
  } finally {
    await disk.dispose();
  }
}
