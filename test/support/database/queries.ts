import assert from 'node:assert/strict';
import BetterSqlite from 'better-sqlite3';

/** Number of database queries that `work` runs, and of rows that it reads. */
export async function readsOf(work: () => unknown): Promise<{ queries: number; rows: number }> {
  const beside = new BetterSqlite(':memory:');
  const prototype: unknown = Object.getPrototypeOf(beside.prepare('SELECT 1'));
  beside.close();
  assert.ok(typeof prototype === 'object' && prototype !== null);
  let queries = 0;
  let rows = 0;
  const real = new Map(['all', 'get'].map((name) => [name, Reflect.get(prototype, name)]));
  for (const [name, method] of real) {
    Reflect.set(prototype, name, function counted(this: unknown, ...values: unknown[]): unknown {
      const found: unknown = Reflect.apply(method, this, values);
      if (isLook(this)) return found;
      queries += 1;
      rows += Array.isArray(found) ? found.length : Number(found !== undefined);
      return found;
    });
  }
  try {
    await work();
  } finally {
    for (const [name, method] of real) Reflect.set(prototype, name, method);
  }
  return { queries, rows };
}

/** The number of polls for changes by other processes depends on how many turns of the event loop the work takes. */
function isLook(statement: unknown): boolean {
  return statement instanceof Object && Reflect.get(statement, 'source') === 'PRAGMA data_version';
}

/** Number of database queries that `work` runs. */
export async function queriesOf(work: () => unknown): Promise<number> {
  return (await readsOf(work)).queries;
}
