import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { dms, run, ServiceProcess } from '../support/process.ts';
import { DMS } from '../support/program.ts';
import { waiter } from '../support/until.ts';

/** Real files: the installed packages of this checkout. */
const PACKAGES = new URL('../../node_modules/', import.meta.url).pathname;
const PASSWORD = 'a long enough password';

/**
 * Copies packages with their times until there are enough files, and adds unusual names and sizes.
 * @returns number of files from packages
 */
async function makeSource(directory: string, files: number, largeBytes: number): Promise<number> {
  await mkdir(join(directory, 'packages'), { recursive: true });
  let count = 0;
  for (const name of (await readdir(PACKAGES)).sort()) {
    if (count >= files) break;
    // Scoped packages are nested deeper, and some of them contain programs of 100 MB.
    if (/^[.@]/.test(name)) continue;
    const copy = join(directory, 'packages', name);
    await run('cp', ['-a', '--no-preserve=links', join(PACKAGES, name), copy]);
    count += (await list(copy)).length;
  }
  const odd = join(directory, 'odd');
  await mkdir(join(odd, 'empty folder/in a folder'), { recursive: true });
  const names = [
    '.dotfile',
    '.DS_Store',
    'Thumbs.db',
    '~$a.docx',
    'a.tmp',
    '#%?&+ "\'\\:*<>|',
    ' ',
    'CON',
    'end.',
    'ünï',
  ];
  for (const name of [...names, 'é'.normalize('NFD'), 'x'.repeat(255), '漢'.repeat(85)])
    await writeFile(join(odd, name), name);
  await writeFile(join(odd, 'empty'), '');
  await writeFile(join(odd, 'large'), Buffer.alloc(largeBytes, 'large'));
  await cp(join(odd, 'large'), join(odd, 'the same'), { preserveTimestamps: true });
  return count;
}

/** Names, sizes and times of all files below a directory. */
async function list(directory: string): Promise<string[]> {
  const { stdout } = await run('find', [directory, '-type', 'f', '-printf', '%P %s %T@\\0']);
  return stdout.split('\0').filter(Boolean).map(withMilliseconds).sort();
}

/** dms rounds times to milliseconds. */
function withMilliseconds(line: string): string {
  return line.replace(/(\d+)\.(\d{9})\d*$/, (_, seconds: string, nanoseconds: string) =>
    String((BigInt(seconds + nanoseconds) + 500_000n) / 1_000_000n),
  );
}

async function assertSame(directory: string, other: string): Promise<void> {
  const { code, stdout } = await run('diff', ['-r', '--no-dereference', directory, other]);
  assert.deepEqual([code, stdout.slice(0, 1000)], [0, '']);
  assert.deepEqual(await list(directory), await list(other));
}

/** Number of documents of an office; 0 while it has no database. */
function countDocuments(dataDirectory: string): number {
  try {
    const sqlite = new BetterSqlite(join(dataDirectory, 'dms.sqlite'), { readonly: true });
    try {
      const count = sqlite.prepare<[], number>('SELECT count(*) FROM entries WHERE is_folder = 0').pluck();
      return count.get() ?? 0;
    } finally {
      sqlite.close();
    }
  } catch {
    return 0;
  }
}

async function countFiles(directory: string): Promise<number> {
  try {
    return (await readdir(directory, { recursive: true })).length;
  } catch {
    return 0;
  }
}

/** Extent of a round trip. */
interface RoundTrip {
  /** Minimum number of files copied from packages. */
  readonly files: number;
  /** Size of two additional files. */
  readonly largeBytes: number;
  /** Number of killed imports, and of killed exports. */
  readonly kills: number;
}

/** Defines the tests of `dms import` and `dms export` over real files. */
export function testRoundTrip({ files, largeBytes, kills }: RoundTrip): void {
  let directory: string;
  let count = 0;
  const at = (name: string): string => join(directory, name);
  const until = waiter(() => 'the command does not go on');

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-round-trip-'));
    count = await makeSource(at('source'), files, largeBytes);
    assert.ok(count >= files, `only ${String(count)} files`);
    // Links are not imported, and some packages contain links to their programs.
    await run('find', [at('source'), '-type', 'l', '-delete']);
  });
  after(() => rm(directory, { recursive: true, force: true }));

  it('bring real files in and out again, unchanged, beside a service and without one', async () => {
    const service = await ServiceProcess.start({ isReading: false });
    try {
      await service.createAdmin('anna', PASSWORD);
      const imported = JSON.parse(
        await service.command(['import', at('source'), '/Office', '--as', 'anna', '--json']),
      );
      assert.deepEqual([imported.omitted, imported.ignored], [[], []]);
      await service.command(['export', '/Office', at('exported'), '--quiet']);
      await assertSame(at('source'), at('exported'));
      assert.equal((await fetch(`${service.url}/healthz`)).status, 200);

      const again = JSON.parse(
        await service.command(['import', at('source'), '/Office', '--as', 'anna', '--json']),
      );
      assert.deepEqual([again.documents, again.created, again.versions], [imported.documents, 0, 0]);
      const exported = JSON.parse(await service.command(['export', '/Office', at('exported'), '--json']));
      assert.deepEqual([exported.documents, exported.written], [imported.documents, 0]);
    } finally {
      await service.dispose();
    }
    const data = ['--data-dir', at('data')];
    const create = ['create-admin', '--login', 'bert', '--email', 'bert@example.org', '--password-stdin'];
    const commands = [
      [...create, ...data],
      ['import', at('exported'), 'bert:/all of it', '--as', 'bert', ...data],
      ['export', 'bert:/all of it', at('exported again'), ...data],
    ];
    for (const args of commands) {
      const { code, stderr } = await dms(args, { cwd: directory, stdin: `${PASSWORD}\n` });
      assert.equal(code, 0, stderr);
    }
    await assertSame(at('exported'), at('exported again'));
  });

  /** Starts a command and kills it once `isFar` returns true. @returns false if it ended before */
  async function killed(args: readonly string[], isFar: () => boolean | Promise<boolean>): Promise<boolean> {
    const child = spawn(DMS.file, [...DMS.args, ...args], { cwd: directory, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await until(async () => child.exitCode !== null || (await isFar()));
    child.kill('SIGKILL');
    await ended;
    return child.signalCode === 'SIGKILL';
  }

  it('continue after a kill, and a service may start and stop meanwhile', async () => {
    const service = await ServiceProcess.start({ isReading: false });
    try {
      await service.createAdmin('anna', PASSWORD);
      const data = ['--data-dir', service.dataDirectory];
      const imports = ['import', at('source'), '/Office', '--as', 'anna', ...data];
      const exports = ['export', '/Office', at('killed'), ...data];
      let killedImports = 0;
      let killedExports = 0;
      for (let kill = 1; kill <= kills; kill += 1) {
        const far = Math.floor((count * kill) / (kills + 1));
        const { dataDirectory } = service;
        if (await killed(imports, () => countDocuments(dataDirectory) >= far)) killedImports += 1;
        await service.kill('SIGKILL');
        const exported = await countFiles(at('killed'));
        const some = exported + Math.floor(far / 4);
        if (await killed(exports, async () => (await countFiles(at('killed'))) > some)) killedExports += 1;
        await service.restart();
      }
      assert.ok(killedImports > 0, 'no import was killed');
      assert.ok(killedExports > 0, 'no export was killed');
      const finished = service.command([...imports, '--checksum']);
      await service.kill('SIGTERM');
      await service.restart();
      await finished;
      await service.command(exports);
      await assertSame(at('source'), at('killed'));
      const { versions } = JSON.parse(await service.command([...imports, '--checksum', '--json']));
      assert.equal(versions, 0);
    } finally {
      await service.dispose();
    }
  });
}
