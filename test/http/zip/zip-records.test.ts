import assert from 'node:assert/strict';
import {
  centralDirectoryHeader,
  centralDirectoryHeaderLength,
  dataDescriptor,
  dataLength,
  endOfCentralDirectoryLength,
  endOfCentralDirectoryRecord,
  localFileHeader,
  localFileHeaderLength,
  type ZipEntry,
} from '../../../src/http/zip/zip-records.ts';

/** In 32 bits it is a mark: what is meant stands in a field of 64 bits. */
const MARK = 0xffffffff;
/** The extra field with the time comes first. */
const TIMESTAMP_FIELD_BYTES = 9;

function entryOf(size: number | undefined): ZipEntry {
  return { name: 'ä', size, modifiedAt: Date.UTC(2026, 10, 23) };
}

/** The values of an extra field of ZIP64 that is all of `bytes`; none if there are no bytes. */
function zip64Values(bytes: Buffer): number[] {
  if (bytes.length === 0) return [];
  assert.equal(bytes.readUInt16LE(0), 1);
  assert.equal(bytes.readUInt16LE(2), bytes.length - 4);
  return Array.from({ length: (bytes.length - 4) / 8 }, (_, index) =>
    Number(bytes.readBigUInt64LE(4 + 8 * index)),
  );
}

function local(size: number | undefined) {
  const entry = entryOf(size);
  const bytes = localFileHeader({ entry, offset: 0, checksum: 7 });
  assert.equal(bytes.length, localFileHeaderLength(entry));
  const extra = bytes.subarray(30 + bytes.readUInt16LE(26));
  assert.equal(extra.length, bytes.readUInt16LE(28));
  return {
    version: bytes.readUInt16LE(4),
    sizes: [bytes.readUInt32LE(18), bytes.readUInt32LE(22)],
    long: zip64Values(extra.subarray(TIMESTAMP_FIELD_BYTES)),
  };
}

function central(size: number | undefined, offset: number) {
  const entry = entryOf(size);
  const bytes = centralDirectoryHeader({ entry, offset, checksum: 7 });
  assert.equal(bytes.length, centralDirectoryHeaderLength(entry, offset));
  const extra = bytes.subarray(46 + bytes.readUInt16LE(28));
  assert.equal(extra.length, bytes.readUInt16LE(30));
  return {
    version: bytes.readUInt16LE(6),
    sizes: [bytes.readUInt32LE(20), bytes.readUInt32LE(24)],
    offset: bytes.readUInt32LE(42),
    long: zip64Values(extra.subarray(TIMESTAMP_FIELD_BYTES)),
  };
}

/** The sizes after a content; the count of their bytes tells how wide they are. */
function descriptorOf(size: number): { length: number; sizes: number[] } {
  const entry = entryOf(size);
  const bytes = dataDescriptor(entry, 7);
  assert.equal(bytes.length, dataLength(entry) - size);
  assert.deepEqual([bytes.readUInt32LE(0), bytes.readUInt32LE(4)], [0x08074b50, 7]);
  const sizes =
    bytes.length === 24
      ? [Number(bytes.readBigUInt64LE(8)), Number(bytes.readBigUInt64LE(16))]
      : [bytes.readUInt32LE(8), bytes.readUInt32LE(12)];
  return { length: bytes.length, sizes };
}

describe('records of an archive', () => {
  it('have sizes in 32 bits up to 0xfffffffe', () => {
    const size = MARK - 1;
    assert.deepEqual(local(size), { version: 20, sizes: [0, 0], long: [] });
    assert.deepEqual(descriptorOf(size), { length: 16, sizes: [size, size] });
    assert.deepEqual(central(size, 5), { version: 20, sizes: [size, size], offset: 5, long: [] });
    assert.deepEqual(local(5), { version: 20, sizes: [5, 5], long: [] });
  });

  for (const size of [MARK, MARK + 1])
    it(`have a size of 0x${size.toString(16)} in 64 bits, before and after the content and in the directory`, () => {
      assert.deepEqual(local(size), { version: 45, sizes: [MARK, MARK], long: [size, size] });
      assert.deepEqual(descriptorOf(size), { length: 24, sizes: [size, size] });
      const sizes = [MARK, MARK];
      assert.deepEqual(central(size, 5), { version: 45, sizes, offset: 5, long: [size, size] });
      const long = [size, size, MARK];
      assert.deepEqual(central(size, MARK), { version: 45, sizes, offset: MARK, long });
    });

  it('have an offset from 0xffffffff on in 64 bits, with the sizes, which unzip looks for there', () => {
    for (const size of [undefined, 5]) {
      const bytes = size ?? 0;
      const before = { version: 20, sizes: [bytes, bytes], offset: MARK - 1, long: [] };
      assert.deepEqual(central(size, MARK - 1), before);
      for (const offset of [MARK, MARK + 1]) {
        const long = [bytes, bytes, offset];
        assert.deepEqual(central(size, offset), { version: 45, sizes: [MARK, MARK], offset: MARK, long });
      }
    }
  });

  it('end with the directory in short fields while none of them is a mark', () => {
    const directory = { start: MARK - 1, count: 0xfffe, size: MARK - 1 };
    const end = endOfCentralDirectoryRecord(directory);
    assert.deepEqual([end.length, endOfCentralDirectoryLength(directory)], [22, 22]);
    assert.deepEqual([end.readUInt16LE(8), end.readUInt16LE(10)], [0xfffe, 0xfffe]);
    assert.deepEqual([end.readUInt32LE(12), end.readUInt32LE(16)], [MARK - 1, MARK - 1]);
  });

  for (const directory of [
    { start: 5, count: 0xffff, size: 6 },
    { start: MARK, count: 1, size: 6 },
    { start: 5, count: 1, size: MARK },
  ])
    it(`end with the directory in 64 bits as well: ${JSON.stringify(directory)}`, () => {
      const { start, count, size } = directory;
      const end = endOfCentralDirectoryRecord(directory);
      assert.deepEqual([end.length, endOfCentralDirectoryLength(directory)], [98, 98]);
      // The signatures of the record and of its locator, and the number of disks.
      const marks = [0, 56, 72].map((position) => end.readUInt32LE(position));
      assert.deepEqual(marks, [0x06064b50, 0x07064b50, 1]);
      const long = [24, 32, 40, 48, 64].map((position) => Number(end.readBigUInt64LE(position)));
      assert.deepEqual(long, [count, count, size, start, start + size]);
      const short = end.subarray(76);
      assert.deepEqual(
        [short.readUInt16LE(8), short.readUInt32LE(12), short.readUInt32LE(16)],
        [count, size, start],
      );
    });
});
