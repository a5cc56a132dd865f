import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Target } from './targets.ts';

const run = promisify(execFile);
const LOCK_FILE = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
const NODE_MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
});

/**
 * Places Node.js for a target into pkg's cache, so that pkg downloads nothing. Node.js comes from npm, in the version
 * of the lock file.
 * @param home the directory that pkg uses as home directory
 * @returns the version of Node.js, for example `26.10.0`
 * @throws {Error} if the registry delivers a package that does not match the lock file
 */
export async function layRuntime(target: Target, home: string): Promise<string> {
  const { version, integrity } = await locked(target.runtime.package);
  const system = target.platform === 'win32' ? 'win' : target.platform;
  const name = `node-v${version}-${system}-${target.arch}`;
  const cache = join(home, '.pkg-cache', 'sea');
  const isWindows = system === 'win';
  const archive = join(cache, `${name}.${isWindows ? 'zip' : 'tar.gz'}`);
  const program = isWindows ? join(cache, `${name}.exe`) : join(cache, name, 'bin', 'node');
  await mkdir(dirname(program), { recursive: true });
  await withProgram(target, { version, integrity }, (path) => copyFile(path, program));
  // pkg treats these marker files as a verified download, and never opens the archive.
  for (const mark of [archive, `${archive}.ok`, `${program}.ok`]) await writeFile(mark, '');
  return version;
}

async function locked(name: string): Promise<{ version: string; integrity: string }> {
  const { packages } = lockSchema.parse(JSON.parse(await readFile(LOCK_FILE, 'utf8')));
  const { version, integrity } = packages[`node_modules/${name}`] ?? {};
  if (version === undefined || integrity === undefined)
    throw new Error(`package-lock.json does not say which ${name} it is`);
  return { version, integrity };
}

/** For the build machine's own system, npm has already installed and verified the package. */
async function withProgram(
  { platform, arch, runtime }: Target,
  { version, integrity }: { version: string; integrity: string },
  use: (path: string) => Promise<void>,
): Promise<void> {
  if (platform === process.platform && arch === process.arch) {
    await use(join(NODE_MODULES, runtime.package, runtime.program));
    return;
  }
  const directory = await mkdtemp(join(tmpdir(), 'dms-runtime-'));
  try {
    const wanted = `${runtime.package}@${version}`;
    const { stdout } = await run('npm', ['pack', wanted, '--silent', '--pack-destination', directory]);
    const file = join(directory, stdout.trim());
    const found = `sha512-${createHash('sha512')
      .update(await readFile(file))
      .digest('base64')}`;
    if (found !== integrity) throw new Error(`${wanted} is not what package-lock.json says`);
    await run('tar', ['-xzf', file, '-C', directory]);
    await use(join(directory, 'package', runtime.program));
  } finally {
    await rm(directory, { recursive: true });
  }
}
