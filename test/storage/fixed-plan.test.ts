import assert from 'node:assert/strict';
import BetterSqlite from 'better-sqlite3';
import { withFixedPlan } from '../../src/storage/connection/fixed-plan.ts';

describe('a statement with a fixed plan', () => {
  it('hides its parameters from the planner, and nothing else', () => {
    assert.equal(
      withFixedPlan('SELECT * FROM a WHERE x = ? AND y = ?2'),
      'SELECT * FROM a WHERE x = +? AND y = +?2',
    );
    assert.equal(
      withFixedPlan('UPDATE a SET n = n + :n WHERE id = @id'),
      'UPDATE a SET n = n + +:n WHERE id = +@id',
    );
    const quoted = `SELECT "a?", 'is it ''?'' or :x', '$.name' FROM a`;
    assert.equal(withFixedPlan(quoted), quoted);
  });

  it('finds and stores the same values', () => {
    const sqlite = new BetterSqlite(':memory:');
    sqlite.exec('CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT, n INTEGER, b BLOB)');
    const insert = sqlite.prepare(withFixedPlan('INSERT INTO a (id, name, n, b) VALUES (?, ?, ?, ?)'));
    insert.run(1, '7', 2 ** 40, Buffer.from('bytes'));
    insert.run(2, ' 7', null, null);
    const rows = sqlite.prepare(withFixedPlan('SELECT * FROM a WHERE name = ? AND id = ?')).all('7', '1');
    assert.deepEqual(rows, [{ id: 1, name: '7', n: 2 ** 40, b: Buffer.from('bytes') }]);
    const named = sqlite.prepare<{ n: number; most: number }, { total: number }>(
      withFixedPlan('SELECT n + :n AS total FROM a WHERE n IS NOT NULL LIMIT :most'),
    );
    assert.deepEqual(named.all({ n: 1, most: 5 }), [{ total: 2 ** 40 + 1 }]);
    sqlite.close();
  });
});
