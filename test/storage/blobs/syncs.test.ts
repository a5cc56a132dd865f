import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Blobs, type ReceivedBlob, type Staging } from '../../../src/storage/blobs/blobs.ts';
import { KeyFile } from '../../../src/storage/disk/key-file.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../../support/database/database.ts';
import { Syncs } from '../../support/disk/syncs.ts';
import { waiter } from '../../support/until.ts';

const MIB = 1024 * 1024;
const unavailable = { code: 'unavailable', message: 'The disk has failed; no changes are possible.' };

describe('syncs', () => {
  let fixture: DatabaseFixture;
  let blobs: Blobs;
  let syncs: Syncs;

  beforeEach(async () => {
    fixture = await openDatabaseFixture();
    blobs = new Blobs(fixture.database, fixture.directory);
    syncs = new Syncs();
  });
  afterEach(async () => {
    syncs.putBack();
    await fixture.close();
  });

  /** The same piece several times, as the service takes it in. */
  async function received(pieces: number, piece: Buffer): Promise<Staging> {
    const staging = blobs.stage([]);
    try {
      for (let count = 0; count < pieces; count += 1) await staging.write(piece);
      await staging.finish();
      return staging;
    } catch (error) {
      await staging.abandon();
      throw error;
    }
  }

  async function receive(bytes: Buffer): Promise<ReceivedBlob> {
    const staging = await received(1, bytes);
    const digests = staging.digests();
    return {
      sha256: digests.get('sha256') ?? '',
      size: bytes.length,
      digests,
      bytes: undefined,
      staged: staging.path,
    };
  }

  /** Stores a content as an upload does whose transaction is not looked at here. */
  const place = (blob: ReceivedBlob, into = blobs): Promise<void> =>
    into.store([blob], () => Promise.resolve());
  const root = (...names: string[]): string => join(fixture.directory, 'blobs', ...names);

  /** Two contents whose files go into the same folder, as their hashes begin alike. */
  async function pair(): Promise<[ReceivedBlob, ReceivedBlob]> {
    const bytes = randomBytes(100 * 1024);
    const one = await receive(bytes);
    const other = await receive(bytes);
    return [one, other];
  }

  /** Gives everything the time that does not wait for a sync: each step takes as long as one of theirs. */
  async function steps(): Promise<void> {
    for (let step = 0; step < 200; step += 1) await stat(fixture.directory);
  }

  describe('that fail are final:', () => {
    const failures: Record<string, () => Promise<unknown>> = {
      'a content on its way in': () => receive(Buffer.alloc(MIB)),
      'a content that still arrives': () => received(70, Buffer.alloc(MIB)),
      'the folder of a content': async () => {
        syncs.sync = () => undefined;
        const blob = await receive(Buffer.alloc(MIB));
        syncs.fail();
        await place(blob);
      },
      'the key': async () => {
        await Promise.resolve();
        new KeyFile(fixture.directory, randomBytes, fixture.database.disk).read();
      },
    };
    for (const [title, work] of Object.entries(failures)) {
      it(title, async () => {
        syncs.fail();
        await assert.rejects(work(), unavailable);
        syncs.sync = () => undefined;
        assert.throws(() => fixture.database.assertWritable(), unavailable);
      });
    }
  });

  it('of a content that still arrives do not hold it up, and are waited for before the next and at its end', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    syncs.sync = () => held;
    const staging = blobs.stage([]);
    // Two syncs are due; the second waits for the first, and the content for the second.
    let arrived = 0;
    const until = waiter(() => `${arrived} MiB have come`);
    const all = (async () => {
      for (; arrived < 80; arrived += 1) await staging.write(Buffer.alloc(MIB));
      await staging.finish();
    })();
    try {
      await until(() => arrived >= 64);
      await steps();
      const { size } = staging;
      assert.ok(arrived < 70, `${arrived} MiB have come`);
      await steps();
      assert.equal(staging.size, size);
    } finally {
      release();
      await all;
    }
    assert.equal(syncs.done.length, 3);
  });

  it('of a folder and those above it are waited for by whoever finds it made by another', async () => {
    const [one, other] = await pair();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    syncs.sync = (path) => (path === root() ? held : undefined);
    const first = place(one);
    await steps();
    let isPlaced = false;
    const second = place(other).then(() => (isPlaced = true));
    await steps();
    assert.equal(isPlaced, false);
    release();
    await Promise.all([first, second]);
  });

  it('of a folder are made once more after a restart, as nothing tells whether it was synced before', async () => {
    const [one, other] = await pair();
    await place(one);
    const restarted = new Blobs(fixture.database, fixture.directory);
    syncs.done.length = 0;
    await place(other, restarted);
    const [top, folder] = [one.sha256.slice(0, 2), one.sha256.slice(2, 4)];
    assert.deepEqual(syncs.done, [root(), root(top), root(top, folder)]);
  });

  it('do not stand in the way of a folder that could not be created before', async () => {
    const [one] = await pair();
    const obstacle = root(one.sha256.slice(0, 2));
    writeFileSync(obstacle, '');
    await assert.rejects(place(one), /EEXIST|ENOTDIR/);
    rmSync(obstacle);
    await place(one);
    fixture.database.assertWritable();
  });
});
