import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Dms } from '../../src/core/dms.ts';
import { connectWriter } from '../../src/storage/derived/files.ts';
import { Pictures } from '../../src/storage/derived/renditions/pictures.ts';
import { Texts } from '../../src/storage/derived/renditions/texts.ts';
import { writePeople } from '../scale/office/accounts.ts';
import { GrantWriter } from '../scale/office/grants.ts';
import { DATABASE, fill, makeEmpty, withCore } from '../scale/office/make.ts';
import { OfficeWriter } from '../scale/office/office-writer.ts';
import { GUEST_OF_ALL, KEEPER, READER, SPECIAL } from '../scale/office/people.ts';
import { SMALL } from '../scale/office/shape.ts';
import { documentText } from '../scale/office/vocabulary.ts';
import type { Language } from './language.ts';

/** Documents per folder. */
const FOLDER_DOCUMENTS = 100;
/** One in a hundred folders is shared with one user, and 500 folders with another. */
const ONE_PERCENT = 100;
const MOST_SHARES = 500;
const STEP_MS = 60_000;
const READ = 1;

/** The searching users, and a description of what they may read. */
export const SEARCHERS: readonly { readonly login: string; readonly reads: string }[] = [
  { login: KEEPER, reads: 'all' },
  { login: READER, reads: '1 %' },
  { login: GUEST_OF_ALL, reads: `${String(MOST_SHARES)} shares` },
];

/**
 * Creates an office whose documents have long texts, unless it exists already.
 * @returns its data directory
 */
export async function makeSearchOffice(
  parent: string,
  documents: number,
  { language, note }: { language: Language; note: (text: string) => void },
): Promise<string> {
  const directory = join(parent, `${String(documents)}-texts`);
  if (existsSync(directory)) {
    // An office of an older release may have an outdated index.
    await withCore(directory, indexAll);
    return directory;
  }
  const part = `${directory}.part`;
  await makeEmpty(part);
  note(`writing ${documents.toLocaleString('en')} documents`);
  const file = join(part, DATABASE);
  fill(file, (sqlite) => writeOffice(sqlite, documents));
  note('writing their texts');
  writeTexts(file, language);
  const begin = performance.now();
  await withCore(part, indexAll);
  const seconds = (performance.now() - begin) / 1000;
  note(`indexed in ${seconds.toFixed(0)} s, ${(documents / seconds).toFixed(0)} documents a second`);
  renameSync(part, directory);
  return directory;
}

async function indexAll(dms: Dms): Promise<void> {
  while (await dms.indexing.step());
}

function writeOffice(sqlite: BetterSqlite.Database, documents: number): void {
  const now = Date.now();
  const begin = now - documents * 2 * STEP_MS;
  const { special } = writePeople(sqlite, { ...SMALL, users: SPECIAL.length }, begin);
  const writer = new OfficeWriter(sqlite, { at: begin, stepMs: STEP_MS });
  const grants = new GrantWriter(sqlite);
  const home = (login: string) => writer.home(special.get(login) ?? 0);
  const [keeper, ...others] = [home(KEEPER), home(READER), home(GUEST_OF_ALL)];
  const folders = Math.ceil(documents / FOLDER_DOCUMENTS);
  const apart = Math.max(1, Math.floor(folders / MOST_SHARES));
  let parentId = keeper.id;
  for (let index = 0; index < documents; index += 1) {
    const number = Math.floor(index / FOLDER_DOCUMENTS);
    if (index % FOLDER_DOCUMENTS === 0) {
      const name = `Ordner ${String(number)}`;
      parentId = writer.folder(keeper, keeper.id, name);
      const isFor = [
        [READER, number % ONE_PERCENT === 0],
        [GUEST_OF_ALL, number % apart === 0],
      ] as const;
      const to = isFor.flatMap(([login, isShared]) => (isShared ? (special.get(login) ?? []) : []));
      grants.add({ entryId: parentId, name, by: keeper.userId, to, permissions: READ, at: now });
    }
    writer.document(keeper, parentId, documentText(index), { isUnique: true });
  }
  writer.countUsage([keeper, ...others]);
}

/** Nothing is synced: an interrupted run starts again from scratch. */
function writeTexts(file: string, language: Language): void {
  const sqlite = connectWriter(file);
  const office = new BetterSqlite(file, { readonly: true });
  try {
    sqlite.pragma('synchronous = OFF');
    const texts = new Texts(sqlite);
    const pictures = new Pictures(sqlite, 'thumbnails');
    const heads = office
      .prepare<[], { id: number; sha256: string }>(
        `SELECT d.entry_id AS id, v.sha256 FROM documents d
         JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version`,
      )
      .all();
    sqlite.exec('BEGIN IMMEDIATE');
    for (const { id, sha256 } of heads) {
      texts.save(sha256, { state: 'ready', text: Buffer.from(language.text(id)) });
      pictures.save(sha256, { state: 'none' }, 0);
    }
    sqlite.exec('COMMIT');
  } finally {
    sqlite.close();
    office.close();
  }
}
