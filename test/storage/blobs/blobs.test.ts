import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Blobs, discardStaged, type ReceivedBlob } from '../../../src/storage/blobs/blobs.ts';
import { bytesOf } from '../../support/bytes.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../../support/database.ts';

const HOUR = 60 * 60 * 1000;
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

  function sweepAll(now: number): number {
    let swept = 0;
    for (let prefix = 0; prefix < 256; prefix += 1) swept += blobs.sweepFolder(prefix, now);
    return swept;
  }

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

  it('are swept when no version names them, never sooner than an hour after they came', async () => {
    const small = await store(Buffer.from('small'));
    const large = await store(Buffer.alloc(100 * KIB));
    assert.equal(await blobs.sweep(Date.now() + HOUR - 60_000, 100), 0);
    assert.deepEqual(rows().length, 2);
    assert.equal(await blobs.sweep(Date.now() + HOUR + 60_000, 100), 2);
    assert.deepEqual(rows(), []);
    assert.equal(existsSync(fileOf(large)), false);
    assert.throws(() => blobs.open(small));
  });

  it('are swept also when their file is gone already', async () => {
    const large = await store(Buffer.alloc(100 * KIB));
    unlinkSync(fileOf(large));
    assert.equal(await blobs.sweep(Date.now() + 2 * HOUR, 100), 1);
    assert.deepEqual(rows(), []);
  });

  it('are swept some at a time', async () => {
    for (let number = 0; number < 5; number += 1) await store(Buffer.from(`${number}`));
    assert.equal(await blobs.sweep(Date.now() + 2 * HOUR, 2), 2);
    assert.equal(rows().length, 3);
  });

  it('that come again while they are old are kept: their file is young', async () => {
    const sha256 = await store(Buffer.alloc(100 * KIB), Date.now() - 3 * HOUR);
    // Placed anew a moment ago, its row not yet touched: an upload is on its way.
    await place(await receive(Buffer.alloc(100 * KIB)));
    assert.equal(await blobs.sweep(Date.now(), 100), 0);
    assert.equal((await contentOf(sha256)).length, 100 * KIB);
  });

  it('without a row are swept from their folder after an hour, those with one never', async () => {
    const kept = await store(Buffer.alloc(100 * KIB, 1));
    let orphan = await receive(Buffer.alloc(100 * KIB, 2));
    // One of the first folders, whose name begins with a zero.
    for (let size = 100 * KIB; !orphan.sha256.startsWith('0'); size += 1) {
      await discardStaged(orphan);
      orphan = await receive(Buffer.alloc(size, 2));
    }
    await place(orphan);
    assert.equal(sweepAll(Date.now() + HOUR - 60_000), 0);
    assert.equal(sweepAll(Date.now() + HOUR + 60_000), 1);
    assert.deepEqual([existsSync(fileOf(kept)), existsSync(fileOf(orphan.sha256))], [true, false]);
  });

  it('are not swept while an upload stores them, however far the clock jumps', async () => {
    const bytes = Buffer.alloc(100 * KIB, 3);
    const known = await store(bytes, Date.now() - 3 * HOUR);
    const [blob, again] = [await receive(Buffer.alloc(100 * KIB, 4)), await receive(bytes)];
    await blobs.store([blob, again], async () => {
      // Another upload of the same content ends first.
      await place(await receive(bytes));
      const later = Date.now() + 1000 * HOUR;
      assert.equal(await blobs.sweep(later, 100), 0);
      assert.equal(sweepAll(later), 0);
      blobs.insert(blob, later);
    });
    assert.equal((await contentOf(blob.sha256)).length, bytes.length);
    assert.equal((await contentOf(known)).length, bytes.length);
    assert.equal(await blobs.sweep(Date.now() + 2000 * HOUR, 100), 2);
  });

  it('are not taken for swept when their folder cannot be read', () => {
    writeFileSync(join(fixture.directory, 'blobs', 'ab'), 'no folder');
    assert.throws(() => blobs.sweepFolder(0xab, Date.now()), { code: 'ENOTDIR' });
    assert.equal(blobs.sweepFolder(0xac, Date.now()), 0);
  });

  it('have folders of the owner alone, which may be there already', () => {
    assert.ok(new Blobs(fixture.database, fixture.directory));
    for (const name of ['blobs', 'incoming'])
      assert.equal(statSync(join(fixture.directory, name)).mode & 0o777, 0o700, name);
  });

  it('on their way in leave nothing after a crash', () => {
    const left = join(fixture.directory, 'incoming', 'left');
    writeFileSync(left, 'x');
    assert.equal(blobs.clearIncoming(), 1);
    assert.equal(existsSync(left), false);
    assert.equal(blobs.clearIncoming(), 0);
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
