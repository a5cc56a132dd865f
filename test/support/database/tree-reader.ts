import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { blobPath } from '../../../src/storage/blobs/blobs.ts';
import { TreeReader } from '../../../src/storage/tree-reader.ts';
import type { CoreFixture } from '../accounts.ts';

/** Reads the stored data of a core, bypassing its permissions. */
export function treeReaderOf({ database, dataDirectory }: CoreFixture): TreeReader {
  return new TreeReader(database, (sha256) =>
    createReadStream(blobPath(join(dataDirectory, 'blobs'), sha256)),
  );
}
