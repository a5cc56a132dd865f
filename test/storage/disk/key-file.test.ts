import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Disk } from '../../../src/storage/disk/disk.ts';
import { KeyFile } from '../../../src/storage/disk/key-file.ts';

describe('key file', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-key-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const file = () => join(directory, 'secret.key');

  it('is made at first use, for its owner only, and nothing is left beside it', async () => {
    const keys = new KeyFile(directory, randomBytes, new Disk());
    assert.deepEqual(await readdir(directory), []);
    const key = keys.read();
    assert.equal(key.length, 32);
    assert.deepEqual(await readFile(file()), key);
    assert.equal((await stat(file())).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(directory), ['secret.key']);
  });

  it('is the same after a restart', () => {
    const key = new KeyFile(directory, randomBytes, new Disk()).read();
    assert.deepEqual(new KeyFile(directory, randomBytes, new Disk()).read(), key);
  });

  it('stays what it is while the service runs, whatever becomes of the file', async () => {
    const keys = new KeyFile(directory, randomBytes, new Disk());
    const key = keys.read();
    await rm(file());
    assert.deepEqual(keys.read(), key);
    assert.deepEqual(await readdir(directory), []);
  });

  it('is that of the first where two processes make it at once', async () => {
    const other = randomBytes(32);
    let calls = 0;
    const late = new KeyFile(
      directory,
      (size) => {
        calls += 1;
        // The other one comes between the look for the file and its making.
        if (calls === 1) new KeyFile(directory, () => other, new Disk()).read();
        return randomBytes(size);
      },
      new Disk(),
    );
    assert.deepEqual(late.read(), other);
    assert.deepEqual(await readdir(directory), ['secret.key']);
  });

  it('is not replaced when it is damaged', async () => {
    await writeFile(file(), 'short');
    assert.throws(
      () => new KeyFile(directory, randomBytes, new Disk()).read(),
      /secret\.key is damaged: it has 5 bytes/,
    );
    assert.equal(await readFile(file(), 'utf8'), 'short');
  });
});
