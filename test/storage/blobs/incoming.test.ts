import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { abandonedIn, Incoming, incomingBytes } from '../../../src/storage/blobs/incoming.ts';
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

  it('loses what a killed command left, and nothing of commands that are alive or of uploads', async () => {
    const left = join(incoming.path, 'command-left');
    mkdirSync(left);
    for (const name of ['lock', 'content']) writeFileSync(join(left, name), name === 'lock' ? '' : 'half');
    await incoming.use(async (own) => {
      assert.deepEqual(abandonedIn(directory), { commands: 0, bytes: 0 });
      const ours = own.newPath();
      writeFileSync(ours, 'of a living one');
      mkdirSync(left);
      for (const name of ['lock', 'content']) writeFileSync(join(left, name), name === 'lock' ? '' : 'half');
      assert.deepEqual(abandonedIn(directory), { commands: 1, bytes: 4 });
      await new Incoming(directory).use(() => {
        assert.deepEqual(abandonedIn(directory), { commands: 0, bytes: 0 });
        return Promise.resolve();
      });
      assert.equal(incoming.removeAbandoned(), 0);
      assert.ok(existsSync(ours));
      assert.equal(incomingBytes(directory), 'of a living one'.length + 1);
    });
    assert.deepEqual(readdirSync(incoming.path), [basename(file)]);
  });

  for (const files of [[], ['lock']])
    it(`loses the folder of a command that was killed at its start, with ${files.length} files`, async () => {
      const left = join(incoming.path, 'new-left');
      await incoming.use(async () => {
        mkdirSync(left);
        for (const name of files) writeFileSync(join(left, name), '');
        // This command could have made it.
        assert.deepEqual(abandonedIn(directory), { commands: 0, bytes: 0 });
        await new Incoming(directory).use(() => Promise.resolve());
        assert.equal(incoming.clear(new Set()), 0);
        assert.ok(existsSync(left));
      });
      assert.deepEqual(abandonedIn(directory), { commands: 1, bytes: 0 });
      await incoming.use(() => Promise.resolve());
      assert.deepEqual(readdirSync(incoming.path), [basename(file)]);
    });
});
