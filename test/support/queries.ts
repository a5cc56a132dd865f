import assert from 'node:assert/strict';
import BetterSqlite from 'better-sqlite3';

/** How often `work` asks the database. */
export async function queriesOf(work: () => unknown): Promise<number> {
  const beside = new BetterSqlite(':memory:');
  const prototype: unknown = Object.getPrototypeOf(beside.prepare('SELECT 1'));
  beside.close();
  assert.ok(typeof prototype === 'object' && prototype !== null);
  let count = 0;
  const real = new Map(['all', 'get'].map((name) => [name, Reflect.get(prototype, name)]));
  for (const [name, method] of real) {
    Reflect.set(prototype, name, function counted(this: unknown, ...values: unknown[]): unknown {
      count += 1;
      return Reflect.apply(method, this, values);
    });
  }
  try {
    await work();
  } finally {
    for (const [name, method] of real) Reflect.set(prototype, name, method);
  }
  return count;
}
