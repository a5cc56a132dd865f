import type BetterSqlite from 'better-sqlite3';

/** Version of the column values; increment it with every change, for example of the folding of words. */
export const INDEX_FORMAT = 2;

/** State of an index, stored in the index. */
export interface IndexState {
  readonly format: number;
  /** Changes whenever the index is recreated. Empty if there is no index. */
  readonly indexId: string;
  /** Number of times that the index has accepted changes. */
  readonly writes: number;
  /** The last accepted changes, as JSON. */
  readonly taken: string;
}

/** State of the index as recorded in the database: the index that last accepted changes, and its number of writes. */
export interface KnownIndex {
  readonly index_id: string;
  readonly writes: number;
}

/** Returns a function that reads the state of an index. @param sqlite a connection to the search file */
export function indexStateIn(sqlite: BetterSqlite.Database): () => IndexState {
  const list = sqlite.prepare<[], { name: string; value: string | number }>('SELECT name, value FROM state');
  return () => {
    const state = new Map(list.all().map(({ name, value }) => [name, value]));
    return {
      format: Number(state.get('format') ?? 0),
      indexId: String(state.get('index_id') ?? ''),
      writes: Number(state.get('writes') ?? 0),
      taken: String(state.get('taken') ?? '[]'),
    };
  };
}

/** The statement that finds the next entry to reindex. @param sqlite a connection to the search file */
export function nextPendingIn(
  sqlite: BetterSqlite.Database,
): BetterSqlite.Statement<[], { row: number; entry_id: number }> {
  return sqlite.prepare('SELECT row, entry_id FROM pending ORDER BY row DESC LIMIT 1');
}
