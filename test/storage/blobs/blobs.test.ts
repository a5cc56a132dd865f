import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Blobs, type ReceivedBlob } from '../../../src/storage/blobs/blobs.ts';
import { bytesOf } from '../../support/bytes.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../../support/database/database.ts';

const KIB = 1024;

describe('blobs', () => {
  let fixture: DatabaseFixture;
  let blobs: Blobs;

  beforeEach(async () => {
    fixture = await openDatabaseFixture();
    blobs = new Blobs(fixture.database, fixture.directory);
  });
  afterEach(() => fixture.close());

  async function receive(bytes: Buffer): Promise<ReceivedBlob> {
    const staging = blobs.stage([]);
    await staging.write(bytes);
    const small = await staging.finish();
    const digests = staging.digests();
    const staged = small === undefined ? staging.path : undefined;
    return { sha256: digests.get('sha256') ?? '', size: staging.size, digests, bytes: small, staged };
  }

  /** Takes bytes in, as an upload does. */
  async function store(bytes: Buffer, now = Date.now()): Promise<string> {
    const blob = await receive(bytes);
    await place(blob);
    blobs.insert(blob, now);
    return blob.sha256;
  }

  /** Stores a file, as an upload does whose transaction fails. */
  const place = (blob: ReceivedBlob): Promise<void> => blobs.store([blob], () => Promise.resolve());

  function fileOf(sha256: string): string {
    return join(fixture.directory, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  function rows(): { sha256: string; created_at: number; inline: number }[] {
    return fixture.database
      .prepare<[], { sha256: string; created_at: number; inline: number }>(
        'SELECT sha256, created_at, content IS NOT NULL AS inline FROM blobs',
      )
      .all();
  }

  function contentOf(sha256: string, range?: { start: number; end: number }): Promise<Buffer> {
    return bytesOf(blobs.open(sha256), range);
  }

  it('of up to 64 KiB are rows, larger ones files of their own name', async () => {
    const small = await store(Buffer.alloc(64 * KIB, 1));
    const large = await store(Buffer.alloc(64 * KIB + 1, 2));
    assert.equal(existsSync(fileOf(small)), false);
    assert.equal(statSync(fileOf(large)).size, 64 * KIB + 1);
    assert.deepEqual(
      new Map(rows().map(({ sha256, inline }) => [sha256, inline])),
      new Map([
        [small, 1],
        [large, 0],
      ]),
    );
    assert.equal(blobs.open(small).bytes?.length, 64 * KIB);
    assert.equal(blobs.open(large).bytes, undefined);
  });

  it('give back their bytes, whole or a range of them', async () => {
    for (const size of [10, 100 * KIB]) {
      const bytes = Buffer.from(Array.from({ length: size }, (_, index) => index % 251));
      const sha256 = await store(bytes);
      assert.equal(blobs.open(sha256).size, size);
      assert.ok((await contentOf(sha256)).equals(bytes));
      assert.ok((await contentOf(sha256, { start: 3, end: 7 })).equals(bytes.subarray(3, 8)));
      assert.ok((await contentOf(sha256, { start: 5, end: 5 })).equals(bytes.subarray(5, 6)));
    }
    assert.throws(() => blobs.open('0'.repeat(64)), /not in the database/);
  });

  it('that are large are read piece by piece, each good until it has been taken', async () => {
    const bytes = Buffer.from(
      Array.from({ length: 1400 * KIB }, (_, index) => (index * 7 + (index >> 10)) % 251),
    );
    const content = blobs.open(await store(bytes));
    const pieces: Buffer[] = [];
    await content.read({ start: 1000, end: bytes.length - 2 }, async (piece) => {
      const before = Buffer.from(piece);
      await new Promise((resolve) => setTimeout(resolve, 5));
      assert.ok(piece.equals(before), 'the piece changed while it was being taken');
      pieces.push(before);
    });
    assert.ok(pieces.length > 1);
    assert.ok(Buffer.concat(pieces).equals(bytes.subarray(1000, bytes.length - 1)));
  });

  it('that end with a piece of one byte keep the one before it whole until it has been taken', async () => {
    const bytes = Buffer.from(Array.from({ length: 512 * KIB + 1 }, (_, index) => (index * 7) % 251));
    const content = blobs.open(await store(bytes));
    const pieces: Buffer[] = [];
    await content.read({ start: 0, end: bytes.length - 1 }, async (piece) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      pieces.push(Buffer.from(piece));
    });
    assert.ok(Buffer.concat(pieces).equals(bytes));
  });

  it('stop being read when nobody takes them any more, or when their file is cut off', async () => {
    const sha256 = await store(Buffer.alloc(1400 * KIB, 3));
    const content = blobs.open(sha256);
    const all = { start: 0, end: content.size - 1 };
    const fault = new Error('the reader went away');
    let taken = 0;
    await assert.rejects(
      content.read(all, async () => {
        taken += 1;
        throw fault;
      }),
      fault,
    );
    assert.equal(taken, 1);
    truncateSync(fileOf(sha256), 1000);
    await assert.rejects(
      content.read(all, () => Promise.resolve()),
      /shorter/,
    );
  });

  it('are there once, however often they come', async () => {
    const [first, second] = [await store(Buffer.alloc(100 * KIB)), await store(Buffer.alloc(100 * KIB))];
    assert.equal(first, second);
    assert.equal(rows().length, 1);
    assert.deepEqual(readdirSync(join(fixture.directory, 'incoming')), []);
    assert.equal((await contentOf(first)).length, 100 * KIB);
  });

  it('have folders of the owner alone, which may be there already', () => {
    assert.ok(new Blobs(fixture.database, fixture.directory));
    for (const name of ['blobs', 'incoming'])
      assert.equal(statSync(join(fixture.directory, name)).mode & 0o777, 0o700, name);
  });

  it('on their way in leave nothing after a crash', () => {
    const left = join(fixture.directory, 'incoming', 'left');
    writeFileSync(left, 'x');
    assert.equal(blobs.clearIncoming([]), 1);
    assert.equal(existsSync(left), false);
    assert.equal(blobs.clearIncoming([]), 0);
  });

  it('know what room there is besides the reserve', async () => {
    const room = blobs.room(0);
    assert.ok(room > 0);
    assert.ok(blobs.room(Number.MAX_SAFE_INTEGER) < 0);
    await blobs.probe();
    assert.deepEqual(readdirSync(join(fixture.directory, 'incoming')), []);
    assert.deepEqual(readdirSync(join(fixture.directory, 'blobs')), []);
  });
});
