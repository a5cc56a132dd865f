import type { Query } from '../database/long-queries.ts';
import { Thread } from '../threads/thread.ts';
import { activityInspection } from './activities.ts';
import { unknownContentInspection } from './contents.ts';
import { entryInspection } from './entries.ts';
import type { Inspection, Source, Values } from './finding.ts';
import { keyInspection } from './key.ts';
import { mountNameInspection } from './mount-names.ts';
import { userInspection } from './users.ts';

export { ContentRows, hasFile, type StoredContent } from './contents.ts';
export { databaseInspection } from './database-file.ts';
export type { FaultKind, FileContent, Finding, Inspection, Piece, Source } from './finding.ts';
export { placeOf } from './places.ts';
export { searchIndexInspection } from './search-index.ts';

/**
 * What is looked at in a database that can be read. The file itself comes before: `databaseInspection`. The search index
 * is compared with a database that is whole: `searchIndexInspection`.
 */
export const inspections: readonly Inspection[] = [
  entryInspection,
  userInspection,
  mountNameInspection,
  activityInspection,
  unknownContentInspection,
  keyInspection,
];

/** Reads a database in a thread of its own, while others write to it. Each query sees one committed state. */
export class Inspector implements Source {
  readonly file: string;
  readonly #thread: Thread<Query, never[]>;

  /** @param file path of the database. It is opened by the first query. */
  constructor(file: string) {
    this.file = file;
    this.#thread = new Thread(new URL('./inspection-worker.ts', import.meta.url), file);
  }

  /** @throws {Error} what SQLite says, with its `code` */
  all<Row>(sql: string, values: Values = []): Promise<Row[]> {
    return this.#thread.run({ sql, values });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
