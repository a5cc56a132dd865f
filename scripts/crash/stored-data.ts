import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';

interface BlobRow {
  readonly sha256: string;
  readonly content: Buffer | null;
}

/** A defect in the stored data, and its kind. */
export interface Flaw {
  readonly kind: 'lost' | 'corrupt' | 'fault';
  readonly item: string;
}

const isNameOfBlob = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);
const isContentOf = (sha256: string, bytes: Buffer): boolean =>
  createHash('sha256').update(bytes).digest('hex') === sha256;

/**
 * Checks the data directory of a stopped service: runs SQLite's own checks on the database, checks that each version
 * has its content, and checks each content against its SHA-256. This includes contents of entries in the trash and
 * contents that no entry uses.
 */
export async function checkStored(dataDirectory: string): Promise<readonly Flaw[]> {
  const flaws: Flaw[] = [];
  const files = new Map<string, string>();
  for (const path of await readdir(join(dataDirectory, 'blobs'), { recursive: true }))
    if (isNameOfBlob(basename(path))) files.set(basename(path), join(dataDirectory, 'blobs', path));
  for (const [sha256, path] of files)
    if (!isContentOf(sha256, await readFile(path))) flaws.push({ kind: 'corrupt', item: `file ${sha256}` });
  const database = new BetterSqlite(join(dataDirectory, 'dms.sqlite'), { readonly: true });
  const checked = [
    database.pragma('integrity_check', { simple: true }),
    ...[database.pragma('foreign_key_check')].flat(),
  ];
  for (const found of checked)
    if (found !== 'ok') flaws.push({ kind: 'fault', item: `the database: ${JSON.stringify(found)}` });
  const rows = database.prepare<[], BlobRow>(
    'SELECT DISTINCT v.sha256, content FROM versions v LEFT JOIN blobs b USING (sha256)',
  );
  for (const { sha256, content } of rows.iterate())
    if (content === null) {
      if (!files.has(sha256)) flaws.push({ kind: 'lost', item: `content ${sha256}` });
    } else if (!isContentOf(sha256, content)) flaws.push({ kind: 'corrupt', item: `content ${sha256}` });
  database.close();
  return flaws;
}
