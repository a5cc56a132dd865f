import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileLock } from '../../../src/storage/disk/file-lock.ts';

const MODULE = new URL('../../../src/storage/disk/file-lock.ts', import.meta.url).href;

describe('a lock between processes', () => {
  let directory: string;
  let file: string;
  let child: ChildProcess | undefined;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'dms-lock-'));
    file = join(directory, 'serve.lock');
  });
  afterEach(async () => {
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    child = undefined;
    rmSync(directory, { recursive: true });
  });

  /** Another process that tries to take the lock, says how that went, and stays. */
  async function another(): Promise<string> {
    const script = `
      import { FileLock } from ${JSON.stringify(MODULE)};
      globalThis.lock = FileLock.acquire(${JSON.stringify(file)});
      process.stdout.write(globalThis.lock === undefined ? 'refused' : 'taken');
      setInterval(() => {}, 1000);`;
    child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    assert.ok(child.stdout !== null);
    const [said] = await once(child.stdout, 'data');
    return String(said);
  }

  it('keeps a second process out', async () => {
    const lock = FileLock.acquire(file);
    assert.ok(lock !== undefined);
    assert.equal(await another(), 'refused');
    lock.release();
  });

  it('is free again when the process that has it is killed', async () => {
    assert.equal(await another(), 'taken');
    assert.equal(FileLock.acquire(file), undefined);
    assert.ok(child !== undefined);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = FileLock.acquire(file);
    assert.ok(lock !== undefined);
    lock.release();
    FileLock.acquire(file)?.release();
  });

  it('is shared by several, and excludes one that wants it alone', () => {
    const shared = [FileLock.acquire(file, 'shared'), FileLock.acquire(file, 'shared')];
    assert.ok(shared.every((lock) => lock !== undefined));
    assert.equal(FileLock.acquire(file), undefined);
    for (const lock of shared) lock.release();
    const alone = FileLock.acquire(file);
    assert.ok(alone !== undefined);
    assert.equal(FileLock.acquire(file, 'shared'), undefined);
    alone.release();
  });

  it('says when the directory is not there at all', () => {
    assert.throws(() => FileLock.acquire(join(directory, 'none', 'serve.lock')), /directory/);
  });
});
