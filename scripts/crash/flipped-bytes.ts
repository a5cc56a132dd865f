import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Random } from './random.ts';

interface BlobRow {
  readonly sha256: string;
  readonly content: Buffer | null;
}

/** A file in which one byte was changed. */
export interface FlippedFile {
  /** Absolute path. */
  readonly path: string;
  /** Restores the original byte. */
  readonly mend: () => Promise<void>;
}

/**
 * Flips one bit in a random file of a folder; the file length stays the same.
 * @throws {Error} if the folder has no files
 */
export async function flipByteIn(folder: string, random: Random): Promise<FlippedFile> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const path = random.pick(paths.sort());
  if (path === undefined) throw new Error(`${folder} has no files`);
  const bytes = await readFile(path);
  // Only the second half: some header bits of a compressed file have no effect.
  return flip(path, bytes, [bytes.length - 1 - random.below(Math.ceil(bytes.length / 2))]);
}

/**
 * Flips one bit in the content of a version, stored as a file or as a row. No process may use the data directory.
 * @throws {Error} if there is no such content, or no row stored within one page
 */
async function flipByteOfContent(dataDirectory: string, kind: 'file' | 'row'): Promise<FlippedFile> {
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

/**
 * All positions of the content: SQLite leaves copies of moved rows in unused parts of pages.
 * @throws {Error} if there is no position
 */
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

/** Flips a byte in each kind of content. @returns its path; the byte is mended before the next one */
export async function* flipEachKind(dataDirectory: string): AsyncGenerator<string> {
  for (const kind of ['file', 'row'] as const) {
    const { path, mend } = await flipByteOfContent(dataDirectory, kind);
    yield path;
    await mend();
  }
}
