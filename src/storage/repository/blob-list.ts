/** A content stored in a file, as listed in a snapshot. */
export interface ListedBlob {
  readonly sha256: string;
  readonly sizeBytes: number;
}

const HASH_BYTES = 32;
const SIZE_BYTES = 6;
const RECORD_BYTES = HASH_BYTES + SIZE_BYTES;
/** Maximum length of a list, so that it never exceeds the size of an object, whatever the hashes are. */
const MAX_RECORDS = 16_384;

/**
 * Divides the contents of a snapshot into lists. A list ends after a hash whose last byte is zero, on average after 256
 * contents. Therefore an added or removed content changes only one list, and all others are the same as in the last
 * snapshot.
 * @param blobs ordered by hash
 * @returns the lists in the format of {@link readBlobList}: the hash and size of each content
 */
export function* blobLists(blobs: Iterable<ListedBlob>): Generator<Buffer> {
  let records: Buffer[] = [];
  for (const { sha256, sizeBytes } of blobs) {
    const record = Buffer.alloc(RECORD_BYTES);
    record.write(sha256, 'hex');
    record.writeUIntBE(sizeBytes, HASH_BYTES, SIZE_BYTES);
    records.push(record);
    if (record[HASH_BYTES - 1] !== 0 && records.length < MAX_RECORDS) continue;
    yield Buffer.concat(records);
    records = [];
  }
  if (records.length > 0) yield Buffer.concat(records);
}

export function* readBlobList(list: Buffer): Generator<ListedBlob> {
  for (let at = 0; at + RECORD_BYTES <= list.length; at += RECORD_BYTES)
    yield {
      sha256: list.toString('hex', at, at + HASH_BYTES),
      sizeBytes: list.readUIntBE(at + HASH_BYTES, SIZE_BYTES),
    };
}

/** Concatenates the hashes of the pieces of a file, in order. */
export function hashList(hashes: readonly string[]): Buffer {
  return Buffer.from(hashes.join(''), 'hex');
}

export function* readHashList(list: Buffer): Generator<string> {
  for (let at = 0; at < list.length; at += HASH_BYTES) yield list.toString('hex', at, at + HASH_BYTES);
}
