import type BetterSqlite from 'better-sqlite3';
import { type People, writePeople } from './accounts.ts';
import { GrantWriter } from './grants.ts';
import { writeGroups } from './groups.ts';
import { writeLog } from './log.ts';
import { type Deleted, type Home, OfficeWriter } from './office-writer.ts';
import { GUEST_OF_ALL, KEEPER, READER } from './people.ts';
import {
  companyFolder,
  DESK,
  HUNDRED,
  hundredText,
  LARGE_FOLDER,
  LEAF_DOCUMENTS,
  leafDocument,
  leafPath,
  PLAN,
  rareNames,
  staffDocuments,
  TREE_FOLDERS,
  TREE_IN_TRASH,
  TREE_LEAF_DOCUMENTS,
  TREE_TO_COPY,
} from './places.ts';
import type { Shape } from './shape.ts';
import { documentText } from './vocabulary.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Time since the office started to work. */
const AGE_MS = 700 * DAY_MS;
/** An upper estimate: the last entry is then somewhat older than now. */
const ENTRIES_FOR_EACH_DOCUMENT = 1.5;
/** Number of staff users who receive each share by a staff user. */
const RECIPIENTS = 3;
/** Number of folders that are shared with each group. */
const SHARES_OF_GROUP = 10;
const READ = 1;
const ALL = 31;

/** A company's folder that can be shared. */
interface CompanyFolder {
  readonly id: number;
  readonly name: string;
  readonly by: number;
}

/** Fills a database that already contains the schema and the administrator. */
export class Office {
  readonly #sqlite: BetterSqlite.Database;
  readonly #shape: Shape;
  readonly #now: number;
  readonly #writer: OfficeWriter;
  readonly #people: People;

  /** @param now milliseconds UTC */
  constructor(sqlite: BetterSqlite.Database, shape: Shape, now: number) {
    this.#sqlite = sqlite;
    this.#shape = shape;
    this.#now = now;
    const stepMs = Math.floor(AGE_MS / (shape.documents * ENTRIES_FOR_EACH_DOCUMENT));
    this.#writer = new OfficeWriter(sqlite, { at: now - AGE_MS, stepMs });
    this.#people = writePeople(sqlite, shape, now - AGE_MS);
  }

  /** Writes everything except the search index. */
  write(): void {
    const reader = this.#home(READER);
    const keeper = this.#home(KEEPER);
    const guest = this.#home(GUEST_OF_ALL);
    this.#fillReader(reader);
    this.#writer.folder(guest, guest.id, DESK);
    this.#tree(keeper, keeper.id, TREE_TO_COPY);
    const staff = this.#people.staff.map((id) => this.#writer.home(id));
    const companies = staff.map((home, number) => this.#fillStaff(home, number));
    this.#fillTrash(keeper);
    this.#share(companies, [reader.userId, guest.userId]);
    this.#writer.countUsage([reader, keeper, guest, ...staff]);
    const { activities } = this.#shape;
    // The record of the administrator's creation, a moment ago, would be the oldest record otherwise.
    this.#sqlite.prepare('DELETE FROM activities').run();
    const stepMs = Math.floor(AGE_MS / activities);
    writeLog(this.#sqlite, { count: activities, begin: this.#now - AGE_MS, stepMs });
  }

  #home(login: string): Home {
    return this.#writer.home(this.#people.special.get(login) ?? 0);
  }

  #fillReader(home: Home): void {
    const plain = { title: null, comments: '' };
    this.#writer.document(home, home.id, { name: PLAN.name, ...plain }, { bytes: PLAN.bytes });
    for (const name of rareNames()) this.#writer.document(home, home.id, { name, ...plain });
    this.#writer.folder(home, home.id, DESK);
    const hundred = this.#writer.folder(home, home.id, HUNDRED.name);
    for (let index = 0; index < HUNDRED.documents; index += 1)
      this.#writer.document(home, hundred, hundredText(index));
  }

  /** A tree whose folders hold a hundred documents each. No other documents have the same contents. */
  #tree(home: Home, parentId: number, name: string, deleted?: Deleted): void {
    const root = this.#writer.folder(home, parentId, name, deleted);
    let above = root;
    let leaf = root;
    for (let index = 0; index < this.#shape.treeDocuments; index += 1) {
      const number = Math.floor(index / TREE_LEAF_DOCUMENTS);
      if (index % (TREE_LEAF_DOCUMENTS * TREE_FOLDERS) === 0)
        above = this.#writer.folder(home, root, `Jahrgang ${String(Math.floor(number / TREE_FOLDERS))}`);
      if (index % TREE_LEAF_DOCUMENTS === 0)
        leaf = this.#writer.folder(home, above, `Ordner ${String(number)}`);
      this.#writer.document(home, leaf, documentText(index), { isUnique: true });
    }
  }

  /** Writes documents deleted one after the other, and finally a deleted tree. */
  #fillTrash(home: Home): void {
    const parentId = this.#writer.folder(home, home.id, DESK);
    const { deletions } = this.#shape;
    for (let index = 0; index < deletions; index += 1) {
      const text = documentText(index);
      const at = this.#now - (deletions + 1 - index) * MINUTE_MS;
      const deleted = { parentId, path: `/${DESK}/${text.name}`, at };
      this.#writer.document(home, parentId, text, { deleted });
    }
    const path = `/${TREE_IN_TRASH}`;
    this.#tree(home, home.id, TREE_IN_TRASH, { parentId: home.id, path, at: this.#now - MINUTE_MS });
  }

  /** @returns the company folders */
  #fillStaff(home: Home, number: number): CompanyFolder[] {
    const { largeFolders, largeFolderDocuments } = this.#shape;
    if (number < largeFolders) {
      const large = this.#writer.folder(home, home.id, LARGE_FOLDER);
      for (let index = 0; index < largeFolderDocuments; index += 1)
        this.#writer.document(home, large, documentText(index));
    }
    const folders = new Map([['', home.id]]);
    const companies: CompanyFolder[] = [];
    const documents = staffDocuments(this.#shape, number);
    let parentId = home.id;
    for (let index = 0; index < documents; index += 1) {
      const leaf = Math.floor(index / LEAF_DOCUMENTS);
      const place = index % LEAF_DOCUMENTS;
      if (place === 0) parentId = this.#folders(home, leafPath(number, leaf), folders, companies);
      this.#writer.document(home, parentId, documentText(leafDocument(number, leaf, place)));
    }
    return companies;
  }

  /** Creates the missing folders of a path. @returns the id of the last folder */
  #folders(
    home: Home,
    names: readonly string[],
    known: Map<string, number>,
    companies: CompanyFolder[],
  ): number {
    let path = '';
    let id = home.id;
    for (const [depth, name] of names.entries()) {
      path = `${path}/${name}`;
      const found = known.get(path);
      id = found ?? this.#writer.folder(home, id, name);
      known.set(path, id);
      if (found === undefined && depth === 1) companies.push({ id, name, by: home.userId });
    }
    return id;
  }

  /** Each staff user shares their first company with some others. One user receives more shares than anyone else. */
  #share(companies: readonly (readonly CompanyFolder[])[], [reader, guest]: readonly [number, number]): void {
    const writer = new GrantWriter(this.#sqlite);
    const { staff } = this.#people;
    const at = this.#now - DAY_MS;
    const all = companies.flatMap((folders, number) => folders.map((folder) => ({ folder, number })));
    for (const { folder, number } of all) {
      if (folder.name !== companyFolder(number, 0)) continue;
      const others = Array.from(
        { length: RECIPIENTS },
        (_, index) => staff[(number + 1 + index) % staff.length] ?? 0,
      );
      const to = number < RECIPIENTS ? [...others, reader] : others;
      writer.add({ entryId: folder.id, name: folder.name, by: folder.by, to, permissions: ALL, at });
    }
    for (const { folder } of all.slice(0, this.#shape.mounts))
      writer.add({
        entryId: folder.id,
        name: folder.name,
        by: folder.by,
        to: [guest],
        permissions: READ,
        at,
      });
    this.#shareWithGroups(writer, companies, at);
  }

  /** Some members of each group share their first company with it. */
  #shareWithGroups(writer: GrantWriter, companies: readonly (readonly CompanyFolder[])[], at: number): void {
    const { staff } = this.#people;
    for (const group of writeGroups(this.#sqlite, this.#shape, { staff, at })) {
      const sharers = group.members.slice(0, SHARES_OF_GROUP);
      for (const sharer of sharers) {
        const folder = companies[staff.indexOf(sharer)]?.[0];
        if (folder)
          writer.add({
            entryId: folder.id,
            name: folder.name,
            by: folder.by,
            to: group,
            permissions: ALL,
            at,
          });
      }
    }
  }
}
