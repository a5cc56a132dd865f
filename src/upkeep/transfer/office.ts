import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { blobPath } from '../../storage/blobs/blobs.ts';
import type { Database } from '../../storage/database/database.ts';
import { TreeReader } from '../../storage/tree-reader.ts';
import { isWithin, realPath } from '../paths.ts';
import { badArgument } from './refusal.ts';

/** An open office: what the command line transfers from and to. */
export interface Office {
  readonly database: Database;
  /** Absolute path. */
  readonly dataDirectory: string;
}

/** Reads all of an office, as it is at each moment. */
export function readerOf({ database, dataDirectory }: Office): TreeReader {
  const blobs = join(dataDirectory, 'blobs');
  return new TreeReader(database, (sha256) => createReadStream(blobPath(blobs, sha256)));
}

/**
 * The absolute path of a directory that files are transferred from or to. It need not be there.
 * @throws {DmsError} invalid (DIR): it is in the data directory, or the data directory is in it
 */
export async function outsideDirectory(office: Office, directory: string): Promise<string> {
  const path = await realPath(resolve(directory));
  const data = await realPath(office.dataDirectory);
  if (isWithin(path, data)) throw badArgument('DIR', 'must not be in the data directory');
  if (isWithin(data, path)) throw badArgument('DIR', 'must not have the data directory in it');
  return path;
}
