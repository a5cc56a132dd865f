/**
 * Power-cut test: `npm run test:power -- [CUTS] [SEED] [--prove]`. Runs `dms serve` on file systems of its own (ext4 and
 * xfs, on loop devices), under the load of the crash test, and `dms backup` to another one of the same kind. Cuts the
 * power of both at random moments: what is not on the disk is lost. Then mounts again, compares the data with the
 * acknowledged operations, and verifies all backups. The exit code is 1 if data is
 * lost, corrupt, or there without having been written ("phantom"), and 2 where the test cannot run: it needs Linux,
 * root, loop devices and the Debian packages e2fsprogs and xfsprogs.
 *
 * `--prove` shows that the test can fail: no sync of the service does anything (the Debian package eatmydata). Then the
 * exit code is 0 if the test finds damage on each file system.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ServiceProcess } from '../../test/support/process.ts';
import { TrialBackups } from './backups.ts';
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

/** @returns number of faults */
async function tryOn(
  kind: FileSystemKind,
  fileSystem: LoopFileSystem,
  other: LoopFileSystem,
): Promise<number> {
  const directory = join(fileSystem.mountPoint, 'service');
  await mkdir(directory);
  // The test itself made the folder: it is not what is tried.
  await fileSystem.sync();
  const environment = values.prove ? { LD_PRELOAD: 'libeatmydata.so' } : {};
  const service = await ServiceProcess.start({ directory, environment });
  try {
    const trial = await Trial.begin(service, seed);
    // Without the user and the folders nothing could be compared.
    if (values.prove) await fileSystem.sync();
    const destination = join(other.mountPoint, 'backups');
    const backups = new TrialBackups(service, trial, {
      destination,
      random: new Random(seed),
      environment,
      mayFail: true,
    });
    const done = await trial.run(cuts, {
      begin: () => backups.begin(),
      end: async () => {
        const { isAcknowledged } = backups;
        await Promise.all([fileSystem.cut(), other.cut()]);
        await service.kill('SIGKILL');
        await backups.ended();
        await fileSystem.remount();
        await other.remount();
        await backups.settle(isAcknowledged);
      },
      after: () => backups.verify(),
    });
    trial.report(`${kind}, ${String(done)} power cuts, ${backups.summary}`);
    return trial.faultCount;
  } finally {
    await service.kill('SIGKILL');
  }
}

console.log(`seed ${String(seed)}: ${String(cuts)} power cuts on each file system`);
for (const kind of ['ext4', 'xfs'] as const) {
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
