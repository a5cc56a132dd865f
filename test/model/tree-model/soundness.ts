import assert from 'node:assert/strict';
import type { Database } from '../../../src/storage/database/database.ts';
import { assertFaultless } from '../../support/database/faults.ts';
import type { DirectIndex } from '../../support/database/search-index.ts';
import { usageOf } from '../../support/tree.ts';
import { LOGINS } from './rules/entries.ts';
import type { Tree } from './rules/tree.ts';

/** Queries in addition to `dms check`; each must find nothing. */
const LOCK_FAULTS: Readonly<Record<string, string>> = {
  'locks on what nobody reaches': `WITH RECURSIVE way (lock, id) AS (SELECT token, entry_id FROM locks
    UNION ALL SELECT way.lock, e.parent_id FROM way JOIN entries e ON e.id = way.id WHERE e.parent_id IS NOT NULL)
    SELECT lock FROM way JOIN entries e ON e.id = way.id JOIN locks l ON l.token = lock
    WHERE e.root_kind = 'trash' AND l.expires_at > @now`,
};

const ROWS = `SELECT (SELECT count(*) FROM entries WHERE root_kind IS NOT 'home') AS entries,
  (SELECT count(*) FROM versions) AS versions, (SELECT count(*) FROM properties) AS properties`;

/** Asserts that the database is sound, that its row counts match the model, and that the index is up to date. */
export async function assertSound(database: Database, index: DirectIndex, tree: Tree): Promise<void> {
  index.assertInStep();
  await assertFaultless(database);
  for (const [fault, sql] of Object.entries(LOCK_FAULTS)) {
    assert.deepEqual(database.prepare<[object]>(sql).all({ now: tree.now }), [], fault);
  }
  const entries = [...tree.entries];
  const versions = entries.flatMap((entry) => (entry.kind === 'file' ? entry.versions : []));
  assert.deepEqual(
    database.prepare(ROWS).get(),
    {
      entries: entries.length - LOGINS.length,
      versions: versions.length,
      properties: entries.reduce((sum, { properties }) => sum + properties.size, 0),
    },
    'rows of the tables',
  );
  for (const { login, counted } of usageOf(database)) {
    const { bytes, entries } = usage(tree, login);
    assert.equal(counted, bytes, `used bytes of ${login} by the model`);
    const row = database.prepare('SELECT used_entries AS entries FROM users WHERE login = ?').get(login);
    assert.deepEqual(row, { entries }, `used entries of ${login} by the model`);
  }
}

/** Usage of a home: all its entries and versions, including those deleted from it; the home itself does not count. */
function usage(tree: Tree, login: string): { bytes: number; entries: number } {
  const trashed = [...tree.trash].filter(([, { owner }]) => owner === login).map(([entry]) => entry);
  const roots = LOGINS.filter((one) => one === login).map((one) => tree.homes[one]);
  const held = [...roots, ...trashed].flatMap((root) => tree.subtree(root));
  const versions = held.flatMap((entry) => (entry.kind === 'file' ? entry.versions : []));
  return {
    bytes: versions.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
    entries: held.length - roots.length,
  };
}
