/**
 * Test of a full disk: `npm run test:full -- [ROUNDS] [SEED]`. Runs `dms serve` on a file system of 64 MiB (tmpfs) under
 * the load of the crash test, until its uploads have filled it. Then another program takes what is left: first once, so
 * that the reserve of the service has to do, and then in each round anew. The service is ended and started again on the
 * full disk. Then the file system grows, and nothing may be refused any more. After each step the data are compared
 * with the acknowledged operations. At last another program fills the file system of the backups before and amid
 * `dms backup`: those that are there must stay whole, and nothing else may be left once there is room. The exit code is 1 if data is lost, corrupt, or there without having been written
 * ("phantom"), or if the service refuses what it must not, and 2 where the test cannot run: it needs Linux and root.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceProcess } from '../../test/support/process.ts';
import { SmallDisk } from '../../test/support/small-disk.ts';
import { TrialBackups } from '../crash/backups.ts';
import { Random } from '../crash/random.ts';
import type { Ordeal } from '../crash/round.ts';
import { Trial } from '../crash/trial.ts';
import { withoutReserve, withReserve } from './full-disk.ts';

const MEBIBYTES = 64;
/** So many contents must have been refused before the disk counts as filled. */
const REFUSALS = 50;
/** About the duration of a backup. */
const LONGEST_BACKUP_MS = 3000;
/** The reserve lasts for these. */
const ROUNDS_WITH_RESERVE = 3;

const rounds = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

async function fill(service: ServiceProcess, disk: SmallDisk, trial: Trial): Promise<void> {
  const roundOf = async (ordeal: Ordeal): Promise<void> => {
    await trial.round(ordeal);
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

/** Another program fills the disk of the backups before and amid them. */
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
    const trial = await Trial.begin(service, seed);
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
