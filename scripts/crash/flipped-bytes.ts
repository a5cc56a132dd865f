import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Random } from './random.ts';

interface BlobRow {
  readonly sha256: string;
  readonly content: Buffer | null;
}

/** A file of which one byte was changed. */
export interface FlippedFile {
  /** Absolute path. */
  readonly path: string;
  /** Changes the byte back. */
  readonly mend: () => Promise<void>;
}

/**
 * Changes one bit of one file of a folder, whichever; its length stays.
 * @throws {Error} there is none
 */
export async function flipByteIn(folder: string, random: Random): Promise<FlippedFile> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const path = random.pick(paths.sort());
  if (path === undefined) throw new Error(`${folder} has no files`);
  const bytes = await readFile(path);
  // Not in the header of a compressed file: some of its bits mean nothing.
  return flip(path, bytes, [bytes.length - 1 - random.below(Math.ceil(bytes.length / 2))]);
}

/**
 * Changes one bit of a content of a version, which is a file or a row, in a data directory that no process uses.
 * @throws {Error} there is none, or no row that lies in one page
 */
export async function flipByteOfContent(dataDirectory: string, kind: 'file' | 'row'): Promise<FlippedFile> {
  const database = join(dataDirectory, 'dms.sqlite');
  const sqlite = new BetterSqlite(database, { readonly: true });
  const isWanted = kind === 'file' ? 'content IS NULL' : 'length(content) BETWEEN 100 AND 1000';
  const found = sqlite
    .prepare<[], BlobRow>(`SELECT sha256, content FROM blobs JOIN versions USING (sha256) WHERE ${isWanted}`)
    .get();
  sqlite.close();
  if (!found) throw new Error(`${dataDirectory} has no content that is a ${kind}`);
  const { sha256, content } = found;
  const path =
    content === null
      ? join(dataDirectory, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
      : database;
  const bytes = await readFile(path);
  return flip(path, bytes, content === null ? [0] : positionsOf(content, bytes));
}

/** All positions: SQLite leaves copies of moved rows in the unused parts of pages. @throws {Error} there is none */
function positionsOf(content: Buffer, bytes: Buffer): number[] {
  const positions: number[] = [];
  for (let at = bytes.indexOf(content); at >= 0; at = bytes.indexOf(content, at + 1)) positions.push(at);
  if (positions.length === 0) throw new Error('the row does not lie in one page');
  return positions;
}

async function flip(path: string, bytes: Buffer, positions: readonly number[]): Promise<FlippedFile> {
  const changed = Buffer.from(bytes);
  for (const at of positions) changed[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, changed);
  return { path, mend: () => writeFile(path, bytes) };
}
