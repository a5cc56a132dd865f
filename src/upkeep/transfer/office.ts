import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { blobPath } from '../../storage/blobs/blobs.ts';
import type { Database } from '../../storage/database/database.ts';
import { TreeReader } from '../../storage/tree-reader.ts';
import { isWithin, realPath } from '../paths.ts';
import { badArgument } from './refusal.ts';

/** An open office: source or target of transfers on the command line. */
export interface Office {
  readonly database: Database;
  /** Absolute path. */
  readonly dataDirectory: string;
}

/** Read access to everything in an office, in its current state. */
export function readerOf({ database, dataDirectory }: Office): TreeReader {
  const blobs = join(dataDirectory, 'blobs');
  return new TreeReader(database, (sha256) => createReadStream(blobPath(blobs, sha256)));
}

/**
 * Absolute path of a directory for a transfer. The directory need not exist.
 * @throws {DmsError} invalid (DIR) if it is inside the data directory, or contains it
 */
export async function outsideDirectory(office: Office, directory: string): Promise<string> {
  const path = await realPath(resolve(directory));
  const data = await realPath(office.dataDirectory);
  if (isWithin(path, data)) throw badArgument('DIR', 'must not be in the data directory');
  if (isWithin(data, path)) throw badArgument('DIR', 'must not contain the data directory');
  return path;
}
