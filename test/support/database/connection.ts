import BetterSqlite from 'better-sqlite3';

/** Runs `open` and returns its result with the SQLite connection that was used last during the call. */
export async function withConnection<T>(
  open: () => Promise<T>,
): Promise<{ result: T; connection: BetterSqlite.Database }> {
  const real: unknown = Reflect.get(BetterSqlite.prototype, 'prepare');
  if (typeof real !== 'function') throw new Error('better-sqlite3 has no prepare');
  const used: BetterSqlite.Database[] = [];
  Reflect.set(
    BetterSqlite.prototype,
    'prepare',
    function prepare(this: BetterSqlite.Database, sql: string): unknown {
      used[0] = this;
      return Reflect.apply(real, this, [sql]);
    },
  );
  try {
    const result = await open();
    const [connection] = used;
    if (connection === undefined) throw new Error('no connection was used');
    return { result, connection };
  } finally {
    Reflect.set(BetterSqlite.prototype, 'prepare', real);
  }
}
