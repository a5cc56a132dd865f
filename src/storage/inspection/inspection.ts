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
export type { FaultKind, FileContent, Finding, Inspection, InspectionStep, Source } from './finding.ts';
export { placeOf } from './places.ts';
export { searchIndexInspection } from './search-index.ts';

/**
 * Inspections of a readable database. The file itself is checked before, by `databaseInspection`. The search index is
 * compared with an intact database, by `searchIndexInspection`.
 */
export const inspections: readonly Inspection[] = [
  entryInspection,
  userInspection,
  mountNameInspection,
  activityInspection,
  unknownContentInspection,
  keyInspection,
];

/** Reads a database in a separate thread while others write to it. Each query sees one committed state. */
export class Inspector implements Source {
  readonly file: string;
  readonly #thread: Thread<Query, never[]>;

  /** @param file path of the database; the first query opens it */
  constructor(file: string) {
    this.file = file;
    this.#thread = new Thread(new URL('./inspection-worker.ts', import.meta.url), file);
  }

  /** @throws {Error} the error of SQLite, with its `code` */
  all<Row>(sql: string, values: Values = []): Promise<Row[]> {
    return this.#thread.run({ sql, values });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
