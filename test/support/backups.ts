import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserActor } from '../../src/model/people/actor.ts';
import { Database } from '../../src/storage/database/database.ts';
import {
  type BackedUp,
  type BackupOptions,
  BackupReader,
  Backups,
  type Restored,
  type Verification,
} from '../../src/upkeep/backup/backup.ts';
import { type CoreFixture, MINUTE, openCoreFixture, present } from './accounts.ts';

/** An office, and its backup folder. */
export interface BackupFixture {
  readonly core: CoreFixture;
  /** A folder for any files of a test. */
  readonly folder: string;
  /** Destination of the backups; it does not exist at first. */
  readonly destination: string;
  backUp(options?: Partial<BackupOptions>, destination?: string): Promise<BackedUp>;
  /** Restores a snapshot (default: the newest) to a new directory. @returns its path and the result */
  restore(snapshot?: string): Promise<Restored & { readonly directory: string }>;
  verify(deep: boolean): Promise<Verification>;
  close(): Promise<void>;
}

const QUIET: BackupOptions = {
  keep: undefined,
  verify: 'no',
  report: () => undefined,
  signal: new AbortController().signal,
};

/** Opens an office without users, and a backup folder on the same file system. */
export async function openBackupFixture(): Promise<BackupFixture> {
  const core = await openCoreFixture();
  const { database, dataDirectory } = core;
  const now = (): number => core.now();
  const folder = await mkdtemp(join(tmpdir(), 'dms-backups-'));
  const destination = join(folder, 'backups');
  const backups = new Backups({ database, dataDirectory, now, program: 'test' });
  let restores = 0;
  return {
    core,
    folder,
    destination,
    backUp: (options = {}, to = destination) => backups.backUp(to, { ...QUIET, ...options }),
    restore: (wanted) =>
      BackupReader.use(destination, async (reader) => {
        restores += 1;
        const directory = join(folder, `restored-${restores}`);
        const snapshot = wanted ?? present((await reader.snapshots()).at(-1)).name;
        return { directory, ...(await reader.restore(snapshot, directory, QUIET.report)) };
      }),
    verify: (deep) =>
      BackupReader.use(destination, (reader) => reader.verify({ deep, report: QUIET.report })),
    async close() {
      await core.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A content that is larger than 64 KiB and is therefore stored in a file; different for each text. */
export function largeContent(text: string): Buffer {
  return Buffer.concat(
    Array.from({ length: 2200 }, (_, index) => createHash('sha256').update(`${text} ${index}`).digest()),
  );
}

export function sha256Of(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Sorted relative paths of all files in a folder tree. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Path of a content in a data directory or in a backup folder. */
export function contentFile(root: string, sha256: string): string {
  return join(root, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}

/** Queries the database of a data directory that no service uses. */
export async function rowsIn<Row>(directory: string, sql: string): Promise<Row[]> {
  const database = Database.open(join(directory, 'dms.sqlite'), 'relaxed');
  try {
    return database.prepare<[], Row>(sql).all();
  } finally {
    await database.close();
  }
}

/**
 * The contents of all versions in a directory, by SHA-256; undefined if a file is missing. Callers compare the bytes
 * with the hashes.
 */
export async function contentsIn(directory: string): Promise<Map<string, Buffer | undefined>> {
  const rows = await rowsIn<{ sha256: string; content: Buffer | null }>(
    directory,
    'SELECT DISTINCT sha256, content FROM versions JOIN blobs USING (sha256)',
  );
  const contents = new Map<string, Buffer | undefined>();
  for (const { sha256, content } of rows)
    contents.set(sha256, content ?? (await readFile(contentFile(directory, sha256)).catch(() => undefined)));
  return contents;
}

/** Deletes and purges a document, then advances the clock so far that the sweep deletes its content. */
export async function purgeLongAgo(core: CoreFixture, actor: UserActor, id: number): Promise<void> {
  await core.dms.entries.remove(actor, id);
  await core.dms.trash.purge(actor, id);
  // The sweep compares the clock with file times, which the operating system sets.
  core.pass(Math.max(0, Date.now() - core.now()) + 2 * 60 * MINUTE);
}

/** Flips one bit in the middle of a file; a second call restores it. */
export async function flipByte(file: string): Promise<void> {
  const bytes = await readFile(file);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  // A new file, because other hard links must keep their bytes.
  await rm(file);
  await writeFile(file, bytes, { mode: 0o600 });
}
