/** A content in a file, as a snapshot names it. */
export interface ListedBlob {
  readonly sha256: string;
  readonly sizeBytes: number;
}

const HASH_BYTES = 32;
const SIZE_BYTES = 6;
const RECORD_BYTES = HASH_BYTES + SIZE_BYTES;
/** So a list is never too large to be an object, whatever the hashes are. */
const MAX_RECORDS = 16_384;

/**
 * Divides the contents of a snapshot into lists. A list ends after a hash that ends with a zero byte, about every 256
 * contents: so a content that comes or goes changes one list, and all others are the same as in the last snapshot.
 * @param blobs in the order of their hashes
 * @returns the lists, as {@link readBlobList} reads them: the hash and the size of each content
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

/** Reads one list. */
export function* readBlobList(list: Buffer): Generator<ListedBlob> {
  for (let at = 0; at + RECORD_BYTES <= list.length; at += RECORD_BYTES)
    yield {
      sha256: list.toString('hex', at, at + HASH_BYTES),
      sizeBytes: list.readUIntBE(at + HASH_BYTES, SIZE_BYTES),
    };
}

/** Hashes of the pieces of a file, in their order, as one list. */
export function hashList(hashes: readonly string[]): Buffer {
  return Buffer.from(hashes.join(''), 'hex');
}

export function* readHashList(list: Buffer): Generator<string> {
  for (let at = 0; at < list.length; at += HASH_BYTES) yield list.toString('hex', at, at + HASH_BYTES);
}
