import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Incoming } from '../../../src/storage/blobs/incoming.ts';
import { FileLock } from '../../../src/storage/disk/file-lock.ts';

describe('the folder of what comes in', () => {
  let directory: string;
  let incoming: Incoming;
  let file: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-incoming-'));
    incoming = new Incoming(directory);
    file = incoming.newPath();
    writeFileSync(file, 'x');
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('is not emptied while a command writes to it, and two may', async () => {
    await incoming.use(() =>
      new Incoming(directory).use(() => {
        assert.equal(new Incoming(directory).clear(new Set()), 0);
        return Promise.resolve();
      }),
    );
    assert.equal(existsSync(file), true);
    assert.equal(incoming.clear(new Set()), 1);
    assert.equal(existsSync(file), false);
  });

  it('is emptied after a command that failed', async () => {
    await assert.rejects(
      incoming.use(() => Promise.reject(new Error('failed'))),
      /failed/,
    );
    assert.equal(incoming.clear(new Set()), 1);
  });

  it('is not written to while a service empties it', async () => {
    const lock = FileLock.acquire(join(directory, 'incoming.lock'));
    let isUsed = false;
    const using = incoming.use(() => {
      isUsed = true;
      return Promise.resolve();
    });
    await new Promise(setImmediate);
    assert.equal(isUsed, false);
    lock?.release();
    await using;
    assert.equal(isUsed, true);
  });
});
