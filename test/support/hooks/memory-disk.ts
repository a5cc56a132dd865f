import { existsSync, readFileSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** All workers together need a fifth of this. */
const NEEDED_BYTES = 2 ** 30;
/** Tests of real files, programs and processes, and trials: they use the disk. */
const ON_DISK = /\.slow\.test\.ts$|\.trial\.ts$|\/test\/(?:storage\/.*|[^/]*)$/;

const usual = process.env['TMPDIR'];
const isAvailable = usual === undefined && isUsable();

/** Whether files in memory have room, and may be executed as in `/tmp`. */
function isUsable(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const [, options = 'noexec'] = / \/dev\/shm tmpfs (\S+)/.exec(readFileSync('/proc/mounts', 'utf8')) ?? [];
  const { bavail, bsize } = statfsSync(MEMORY);
  return !options.split(',').includes('noexec') && bavail * bsize >= NEEDED_BYTES;
}

/**
 * Hooks around every test file. The fast tests create thousands of databases, whose opening, changes and closing wait
 * for the disk, which is not under test there. Their files are in memory if the machine has room for them and `TMPDIR`
 * is not set.
 */
export const mochaHooks: Mocha.RootHookObject = {
  beforeAll(this: Mocha.Context) {
    const files = this.test?.parent?.suites.map(({ file }) => file ?? '') ?? [];
    if (isAvailable && !files.some((file) => ON_DISK.test(file))) process.env['TMPDIR'] = MEMORY;
    else if (isAvailable) delete process.env['TMPDIR'];
  },
};
