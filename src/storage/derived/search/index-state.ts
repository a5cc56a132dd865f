import type BetterSqlite from 'better-sqlite3';

/** Rises with every change of what the columns hold: of how words are folded, for example. */
export const INDEX_FORMAT = 2;

/** What an index says of itself. */
export interface IndexState {
  readonly format: number;
  /** Another one whenever it is made anew. Empty: there is no index. */
  readonly indexId: string;
  /** How many times it has taken changes. */
  readonly writes: number;
  /** The changes that were taken last, as JSON. */
  readonly taken: string;
}

/** What the database knows of the index: which one it was that took changes last, and how many times it had then. */
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

/** The statement that finds the entry which is to be indexed anew next. @param sqlite as above */
export function nextPendingIn(
  sqlite: BetterSqlite.Database,
): BetterSqlite.Statement<[], { row: number; entry_id: number }> {
  return sqlite.prepare('SELECT row, entry_id FROM pending ORDER BY row DESC LIMIT 1');
}
