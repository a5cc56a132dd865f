import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { openCoreFixture } from '../../test/support/accounts.ts';
import { makeFolder, newUser, onto, putTo, write } from '../../test/support/tree.ts';

const FOLDERS = 12;
const DOCUMENTS = 25;
/** Bytes of a content in the database, and of a content in a file. */
const SIZES = { small: 3000, large: 70_000 };

/** A data directory that no process has open. */
export interface SmallOffice {
  readonly directory: string;
  /** Path of the database, a single file. */
  readonly database: string;
  remove(): Promise<void>;
}

/** Creates an office with two users, a few hundred documents, versions, shares and some entries in the trash. */
export async function makeSmallOffice(): Promise<SmallOffice> {
  const core = await openCoreFixture();
  const ann = await newUser(core, 'ann');
  await newUser(core, 'ben');
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const id = await makeFolder(core.dms, ann, `Folder ${String(folder)}`);
    await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 3 });
    for (let number = 0; number < DOCUMENTS; number += 1) {
      const size = number === 0 ? SIZES.large : SIZES.small;
      const document = await write(core.dms, ann, `Document ${String(number)}.txt`, randomBytes(size), id);
      if (number % 5 === 1)
        await putTo(core.dms, ann, onto(core.dms, ann, document), `${String(number)} anew`);
      if (number % 8 === 7) await core.dms.entries.remove(ann, document);
    }
  }
  while (await core.dms.indexing.step());
  const directory = await mkdtemp(join(tmpdir(), 'dms-flips-'));
  const database = join(directory, 'dms.sqlite');
  core.database.prepare<[string]>('VACUUM INTO ?').run(database);
  await cp(join(core.dataDirectory, 'blobs'), join(directory, 'blobs'), { recursive: true });
  await core.close();
  const sqlite = new BetterSqlite(database);
  sqlite.pragma('journal_mode = WAL');
  sqlite.close();
  return { directory, database, remove: () => rm(directory, { recursive: true }) };
}
