/**
 * Power-cut test: `npm run test:power -- [CUTS] [SEED] [--prove]`. Needs Linux, root, loop devices, and the Debian
 * packages e2fsprogs, xfsprogs and btrfs-progs.
 *
 * - Runs `dms serve` on separate file systems (ext4, xfs and btrfs, on loop devices) under the load of the crash test, and
 *   `dms backup` and `dms export` to a second file system of the same kind.
 * - Cuts the power of both at random moments: data that is not on the disk is lost.
 * - Mounts them again, compares the data with the acknowledged operations, verifies all backups, and runs an
 *   unfinished export again.
 *
 * `--prove` shows that the test can fail: it disables every sync of the service (Debian package eatmydata). The exit
 * code is then 0 if the test finds damage on each file system.
 *
 * Exit codes: 1 if data is lost, corrupt, or present although never written ("phantom"); 2 if the test cannot run on
 * this machine.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ServiceProcess } from '../../test/support/process.ts';
import { TrialArchives } from './archives.ts';
import { TrialBackups } from './backups.ts';
import { TrialExports } from './exports.ts';
import { type FileSystemKind, LoopFileSystem } from './loop-file-system.ts';
import { Random } from './random.ts';
import { Trial } from './trial.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { prove: { type: 'boolean', default: false } },
});
const cuts = Number(positionals[0] ?? 30);
const seed = Number(positionals[1] ?? Date.now() % 1_000_000);

async function create(kind: FileSystemKind): Promise<LoopFileSystem | undefined> {
  try {
    return await LoopFileSystem.create(kind);
  } catch (error) {
    console.log(`cannot run on ${kind} here: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** @returns the number of faults */
async function tryOn(
  kind: FileSystemKind,
  fileSystem: LoopFileSystem,
  other: LoopFileSystem,
): Promise<number> {
  const directory = join(fileSystem.mountPoint, 'service');
  await mkdir(directory);
  // The test created this folder itself; its durability is not under test.
  await fileSystem.sync();
  const environment = values.prove ? { LD_PRELOAD: 'libeatmydata.so' } : {};
  const service = await ServiceProcess.start({ directory, environment });
  try {
    const trial = await Trial.begin(service, { seed, undoWriters: 2 });
    // Without the user and the folders, there would be nothing to compare.
    if (values.prove) await fileSystem.sync();
    const destination = join(other.mountPoint, 'backups');
    const backups = new TrialBackups(service, trial, {
      destination,
      random: new Random(seed),
      environment,
      mayFail: true,
    });
    const archives = new TrialArchives(trial, new Random(seed));
    const exported = join(other.mountPoint, 'exported');
    const exports = new TrialExports(service, trial, {
      directory: exported,
      random: new Random(seed + 1),
      mayFail: true,
    });
    const done = await trial.run(cuts, {
      begin: async () => {
        archives.begin();
        await backups.begin();
        await exports.begin();
      },
      end: async () => {
        const { isAcknowledged } = backups;
        archives.ending();
        await Promise.all([fileSystem.cut(), other.cut()]);
        await service.kill('SIGKILL');
        await archives.settle();
        await backups.ended();
        await exports.ended();
        await fileSystem.remount();
        await other.remount();
        await backups.settle(isAcknowledged);
        await exports.settle();
      },
      after: async () => {
        await backups.verify();
        await exports.finish();
      },
    });
    trial.report(
      `${kind}, ${String(done)} power cuts, ${trial.undoSummary}, ${backups.summary}, ${archives.summary}, ${exports.summary}`,
    );
    return trial.faultCount;
  } finally {
    await service.kill('SIGKILL');
  }
}

console.log(`seed ${String(seed)}: ${String(cuts)} power cuts on each file system`);
for (const kind of ['ext4', 'xfs', 'btrfs'] as const) {
  const fileSystem = await create(kind);
  const other = fileSystem && (await create(kind));
  try {
    if (!other) process.exitCode = 2;
    else if ((await tryOn(kind, fileSystem, other)) > 0 !== values.prove) process.exitCode = 1;
  } finally {
    await other?.dispose();
    await fileSystem?.dispose();
  }
}
