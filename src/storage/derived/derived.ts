import type { Database } from '../database/database.ts';
import type { WriterJob } from './derived-writer.ts';
import { ReindexRequests } from './renditions/reindex-requests.ts';
import { RenditionStore } from './renditions/renditions.ts';
import { Repair } from './renditions/repair.ts';
import { SearchIndex } from './search/search-index.ts';
import { SearchReader } from './search/search-reader.ts';

export { derivedFiles, isBroken } from './files.ts';
export type { RenditionCounts } from './renditions/renditions.ts';
export type { EntryFilter } from './search/entry-filter.ts';
export { type EntryHits, type EntryQuery, type IndexHit, MAX_COUNTED } from './search/entry-search.ts';
export type { SearchTerm, SearchWords } from './search/match-expression.ts';

/**
 * The writer thread holds several copies of a text of 2 MiB at once. It ends soon, because it uses 20 MB even when
 * idle.
 */
const WRITER = { memoryMb: 128, idleMs: 5000 };

/**
 * Creates the access to all derived data: the search index, and the texts and thumbnails of contents. The data is in
 * separate files with a single writer thread. Nothing is opened before it is needed.
 */
export function createDerived(database: Database) {
  const writer = database.thread<WriterJob, never>(new URL('./derived-worker.ts', import.meta.url), WRITER);
  const repair = new Repair(writer);
  return {
    reindexRequests: new ReindexRequests(database),
    renditions: new RenditionStore(database, { writer, repair }),
    searchIndex: new SearchIndex(database, writer),
    searchReader: new SearchReader(database, repair),
  };
}
