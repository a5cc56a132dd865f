import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dms, run, ServiceProcess } from '../support/process.ts';
import { DMS } from '../support/program.ts';

/** Real files: the packages that this checkout has installed. */
const PACKAGES = new URL('../../node_modules/', import.meta.url).pathname;
const FILES = 5000;
const PASSWORD = 'a long enough password';

/** Copies packages with their times until there are enough files, and adds names and sizes that packages lack. */
async function makeSource(directory: string): Promise<number> {
  await mkdir(join(directory, 'packages'), { recursive: true });
  let count = 0;
  for (const name of (await readdir(PACKAGES)).sort()) {
    if (count >= FILES) break;
    if (name.startsWith('.')) continue;
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
  await writeFile(join(odd, 'large'), Buffer.alloc(70 * 2 ** 20, 'large'));
  await cp(join(odd, 'large'), join(odd, 'the same'), { preserveTimestamps: true });
  return count;
}

/** Names, sizes and times of all files beneath a directory. */
async function list(directory: string): Promise<string[]> {
  const { stdout } = await run('find', [directory, '-type', 'f', '-printf', '%P %s %T@\\0']);
  return stdout.split('\0').filter(Boolean).map(withMilliseconds).sort();
}

/** dms keeps the nearest millisecond of a time. */
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

describe('dms import and dms export', function () {
  this.timeout(600_000);
  let directory: string;
  const at = (name: string): string => join(directory, name);

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-round-trip-'));
    const count = await makeSource(at('source'));
    assert.ok(count >= FILES, `only ${String(count)} files`);
    // Links are not imported. The packages have some to their programs.
    await run('find', [at('source'), '-type', 'l', '-delete']);
  });
  after(() => rm(directory, { recursive: true, force: true }));

  it('bring thousands of real files in and out again, unchanged, beside a service and without one', async () => {
    const service = await ServiceProcess.start();
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

  /** Starts a command and kills it after a time. @returns false if it had ended before */
  async function killed(args: readonly string[], afterMs: number): Promise<boolean> {
    const child = spawn(DMS.file, [...DMS.args, ...args], { cwd: directory, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await Promise.race([ended, pause(afterMs)]);
    child.kill('SIGKILL');
    const [code]: unknown[] = await ended;
    return code !== 0;
  }

  it('go on where they were killed, and a service may start and stop meanwhile', async () => {
    const service = await ServiceProcess.start();
    try {
      await service.createAdmin('anna', PASSWORD);
      const data = ['--data-dir', service.dataDirectory];
      const imports = ['import', at('source'), '/Office', '--as', 'anna', ...data];
      const exports = ['export', '/Office', at('killed'), ...data];
      const wasKilled = [false, false];
      for (const afterMs of [1200, 2000, 2800]) {
        wasKilled[0] = (await killed(imports, afterMs)) || wasKilled[0] === true;
        await service.kill('SIGKILL');
        wasKilled[1] = (await killed(exports, afterMs - 300)) || wasKilled[1] === true;
        await service.restart();
      }
      const finished = service.command([...imports, '--checksum']);
      await service.kill('SIGTERM');
      await service.restart();
      await finished;
      // By now there is more to export than a machine writes in that time.
      for (const afterMs of [800, 1500])
        wasKilled[1] = (await killed(exports, afterMs)) || wasKilled[1] === true;
      assert.deepEqual(wasKilled, [true, true], 'nothing was killed');
      await service.command(exports);
      await assertSame(at('source'), at('killed'));
      const { versions } = JSON.parse(await service.command([...imports, '--checksum', '--json']));
      assert.equal(versions, 0);
    } finally {
      await service.dispose();
    }
  });
});
