import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryLock } from '../../src/storage/directory-lock.ts';

const MODULE = new URL('../../src/storage/directory-lock.ts', import.meta.url).href;

describe('the lock on a data directory', () => {
  let directory: string;
  let child: ChildProcess | undefined;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'dms-lock-'));
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
      import { DirectoryLock } from ${JSON.stringify(MODULE)};
      globalThis.lock = DirectoryLock.acquire(${JSON.stringify(directory)});
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
    const lock = DirectoryLock.acquire(directory);
    assert.ok(lock !== undefined);
    assert.equal(await another(), 'refused');
    lock.release();
  });

  it('is free again when the process that has it is killed', async () => {
    assert.equal(await another(), 'taken');
    assert.equal(DirectoryLock.acquire(directory), undefined);
    assert.ok(child !== undefined);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = DirectoryLock.acquire(directory);
    assert.ok(lock !== undefined);
    lock.release();
    DirectoryLock.acquire(directory)?.release();
  });

  it('says when the directory is not there at all', () => {
    assert.throws(() => DirectoryLock.acquire(join(directory, 'none')), /directory/);
  });
});
