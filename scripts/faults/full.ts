/**
 * Full-disk test: `npm run test:full -- [ROUNDS] [SEED]`. Needs Linux and root.
 *
 * - Runs `dms serve` on a file system of 64 MiB (tmpfs) under the load of the crash test, until uploads have filled it.
 * - Then another program uses up the remaining space: first once, so that the service must live on its reserve, then
 *   again in each round.
 * - Stops and restarts the service on the full disk. Then enlarges the file system; after that, the service must not
 *   refuse anything.
 * - After each step, compares the data with the acknowledged operations.
 * - Finally, another program fills the file system of the backups before and during `dms backup`. Existing backups must
 *   stay complete, and no partial data may remain once there is space again.
 *
 * Exit codes: 1 if data is lost, corrupt, or present although never written ("phantom"), or if the service refuses a
 * request that it must accept; 2 if the test cannot run on this machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SmallDisk } from '../../test/support/disk/small-disk.ts';
import { ServiceProcess } from '../../test/support/process.ts';
import { TrialBackups } from '../crash/backups.ts';
import { Random } from '../crash/random.ts';
import type { FaultScenario } from '../crash/round.ts';
import { Trial } from '../crash/trial.ts';
import { withoutReserve, withReserve } from './full-disk.ts';

const MEBIBYTES = 64;
/** Number of refused contents after which the disk counts as full. */
const REFUSALS = 50;
/** Approximate duration of a backup. */
const LONGEST_BACKUP_MS = 3000;
/** Number of rounds that the reserve covers. */
const ROUNDS_WITH_RESERVE = 3;

const rounds = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

async function fill(service: ServiceProcess, disk: SmallDisk, trial: Trial): Promise<void> {
  const roundOf = async (scenario: FaultScenario): Promise<void> => {
    await trial.round(scenario);
    await trial.compare();
  };
  while (trial.refused < REFUSALS) await roundOf(withReserve);
  trial.report('filled by uploads');
  for (let round = 0; round < ROUNDS_WITH_RESERVE + rounds; round += 1) {
    const isReserveEaten = round >= ROUNDS_WITH_RESERVE;
    if (round === 0 || isReserveEaten) disk.fill();
    await roundOf(isReserveEaten ? withoutReserve : withReserve);
    await service.kill(round % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
    await service.listen();
  }
  trial.report(`another program took the rest ${String(1 + rounds)} times`);
  await disk.grow(4 * MEBIBYTES);
  await roundOf({});
}

/** Another program fills the disk of the backups before and during them. */
async function fillBackups(trial: Trial, backups: TrialBackups, disk: SmallDisk): Promise<void> {
  await backups.verify();
  const random = new Random(seed);
  for (let round = 0; round < 1 + rounds; round += 1) {
    await trial.round({
      begin: async () => {
        if (round === 0) disk.fill();
        backups.start();
        await sleep(random.below(LONGEST_BACKUP_MS));
        if (round > 0) disk.fill();
      },
    });
    await trial.compare();
    await backups.settle();
    disk.empty();
    await backups.verify();
  }
  await backups.restoreOne();
}

async function tryOn(disk: SmallDisk, other: SmallDisk, directory: string): Promise<number> {
  const environment = { DMS_LIMITS_RESERVE_BYTES: '16MiB' };
  const service = await ServiceProcess.start({ directory, environment });
  try {
    console.log(`seed ${String(seed)}: ${String(rounds)} rounds, ${disk.path}`);
    const trial = await Trial.begin(service, { seed });
    const destination = join(other.path, 'backups');
    const backups = new TrialBackups(service, trial, {
      destination,
      random: new Random(seed),
      mayFail: true,
    });
    await trial.attempt(async () => {
      await fill(service, disk, trial);
      await fillBackups(trial, backups, other);
      await trial.finish();
    });
    trial.report(`at the end, ${backups.summary}`);
    return trial.faultCount;
  } finally {
    await service.kill('SIGKILL');
  }
}

const directory = await mkdtemp(join(tmpdir(), 'dms-full-'));
const disks: SmallDisk[] = [];
try {
  const disk = await SmallDisk.mount(join(directory, 'data'), MEBIBYTES);
  disks.push(disk);
  const other = await SmallDisk.mount(join(directory, 'other'), 4 * MEBIBYTES);
  disks.push(other);
  if ((await tryOn(disk, other, directory)) > 0) process.exitCode = 1;
} catch (error) {
  if (disks.length > 0) throw error;
  console.log(`cannot run here: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
} finally {
  for (const disk of disks) await disk.unmount();
  await rm(directory, { recursive: true });
}
