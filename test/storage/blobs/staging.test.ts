import assert from 'node:assert/strict';
import { createHash, hash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIGESTS } from '../../../src/storage/blobs/hasher.ts';
import { Staging } from '../../../src/storage/blobs/staging.ts';
import { Disk } from '../../../src/storage/disk/disk.ts';

/** What is kept in memory, and in the database. */
const INLINE_BYTES = 65_536;

describe('staging', () => {
  let directory: string;
  let count = 0;

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'dms-staging-'));
  });
  after(() => rmSync(directory, { recursive: true }));

  function stage(): Staging {
    count += 1;
    return new Staging(join(directory, `${count}`), DIGESTS, new Disk());
  }

  async function digestsOf(text: string): Promise<Record<string, string>> {
    const staging = stage();
    // In pieces, as they come.
    for (const character of text) await staging.write(Buffer.from(character));
    await staging.finish();
    return Object.fromEntries(staging.digests());
  }

  it('computes checksums with the values that are known for them', async () => {
    // RFC 1321 A.5, RFC 3174 7.3, RFC 1950 (Adler-32 of "Wikipedia").
    assert.equal((await digestsOf('abc'))['md5'], '900150983cd24fb0d6963f7d28e17f72');
    assert.equal((await digestsOf('abc'))['sha1'], 'a9993e364706816aba3e25717850c26c9cd0d89d');
    assert.equal(
      (await digestsOf('abc'))['sha256'],
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    assert.match((await digestsOf('abc'))['sha512'] ?? '', /^ddaf35a193617abacc417349ae204131/);
    assert.equal((await digestsOf('Wikipedia'))['adler32'], '11e60398');
    assert.equal((await digestsOf(''))['adler32'], '00000001');
  });

  it('computes Adler-32 of what makes its sums large', async () => {
    const staging = stage();
    for (let round = 0; round < 20; round += 1) await staging.write(Buffer.alloc(65_536, 255));
    await staging.finish();
    let [a, b] = [1, 0];
    for (let byte = 0; byte < 20 * 65_536; byte += 1) {
      a = (a + 255) % 65_521;
      b = (b + a) % 65_521;
    }
    const expected = (b * 65_536 + a).toString(16).padStart(8, '0');
    assert.equal(staging.digests().get('adler32'), expected);
  });

  it('keeps up to 64 KiB in memory', async () => {
    const staging = stage();
    await staging.write(Buffer.alloc(INLINE_BYTES - 1, 1));
    await staging.write(Buffer.alloc(1, 2));
    const bytes = await staging.finish();
    assert.equal(bytes?.length, INLINE_BYTES);
    assert.equal(existsSync(staging.path), false);
    await staging.abandon();
  });

  it('puts more into its file, byte for byte, whatever pieces it comes in', async () => {
    for (const sizes of [
      [65_537],
      [65_536, 1],
      [1, 3_000_000, 5, 2_000_000],
      Array.from({ length: 500 }, () => 9_999),
    ]) {
      const staging = stage();
      const hash = createHash('sha256');
      for (const [index, size] of sizes.entries()) {
        const piece = Buffer.alloc(size, index);
        hash.update(piece);
        await staging.write(piece);
      }
      assert.equal(await staging.finish(), undefined);
      const sha256 = hash.digest('hex');
      assert.equal(
        staging.size,
        sizes.reduce((sum, size) => sum + size, 0),
      );
      assert.equal(createHash('sha256').update(readFileSync(staging.path)).digest('hex'), sha256);
      assert.equal(staging.digests().get('sha256'), sha256);
    }
  });

  it('leaves nothing when it is abandoned', async () => {
    const staging = stage();
    await staging.write(Buffer.alloc(200_000));
    assert.ok(existsSync(staging.path));
    await staging.abandon();
    assert.equal(existsSync(staging.path), false);
  });

  it('always computes SHA-256, and else what is asked', async () => {
    const staging = new Staging(join(directory, 'plain'), ['md5', 'md5'], new Disk());
    await staging.finish();
    assert.deepEqual([...staging.digests().keys()], ['sha256', 'md5']);
  });

  it('gives the memory of bytes that it owns back once they are in the file', async () => {
    const bytes = (): Buffer => Buffer.from(new Uint8Array(100_000).fill(7).buffer);
    const shared = new Uint8Array(200_000).fill(7).buffer;
    const pieces = [bytes(), Buffer.from(shared, 0, 100_000), Buffer.from(shared, 100_000), bytes()];
    const staging = new Staging(join(directory, 'owned'), [], new Disk(), { ownsBytes: true });
    for (const piece of pieces) await staging.write(piece);
    await staging.finish();
    assert.deepEqual(
      pieces.map(({ length }) => length),
      [0, 100_000, 100_000, 0],
    );
    assert.deepEqual(readFileSync(staging.path), Buffer.alloc(400_000, 7));
    assert.equal(staging.digests().get('sha256'), hash('sha256', Buffer.alloc(400_000, 7)));
  });

  it('leaves bytes that are not its own as they are', async () => {
    const bytes = Buffer.from(new ArrayBuffer(100_000));
    const staging = stage();
    await staging.write(bytes);
    await staging.finish();
    assert.equal(bytes.length, 100_000);
  });

  it('rejects when its file cannot be made', async () => {
    const staging = new Staging(join(directory, 'missing', 'file'), [], new Disk());
    await assert.rejects(staging.write(Buffer.alloc(100_000)), { code: 'ENOENT' });
  });
});
