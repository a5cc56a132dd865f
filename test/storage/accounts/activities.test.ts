import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { bringUp } from '../../../src/storage/connection/schema.ts';

describe('the step 0006-activity', () => {
  it('finds the place of each entry of the log, and keeps from readers what was said too openly', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dms-step-'));
    const file = join(directory, 'dms.sqlite');
    await bringUp(file, '0005-two-factor');
    const database = new BetterSqlite(file);
    database.exec(`
      PRAGMA foreign_keys = OFF;
      INSERT INTO entries (id, parent_id, root_kind, is_folder, name, name_key, sort_key, created_at, updated_at)
        VALUES (1, NULL, 'system', 1, 'Office', 'Office', 'office', 0, 0), (2, 1, NULL, 0, 'file', 'file', 'file', 0, 0);
      INSERT INTO activities (action, user_name, at, details, entry_id, is_folder) VALUES
        ('create_folder', 'x', 0, 'Office', 1, 1), ('upload', 'x', 0, 'file', 2, 0),
        ('move', 'x', 0, 'file to Office', 2, 0), ('share', 'x', 0, 'gone with ben', 3, 0), ('sign_in', 'x', 0, 'in', NULL, NULL);
    `);
    await bringUp(file);
    const rows = database
      .prepare(
        'SELECT details, full_details AS more, subject_id AS subject, place_id AS place FROM activities ORDER BY id',
      )
      .all();
    database.close();
    await rm(directory, { recursive: true });
    assert.deepEqual(rows, [
      { details: 'Office', more: null, subject: null, place: 1 },
      { details: 'file', more: null, subject: null, place: 1 },
      { details: 'file', more: 'file to Office', subject: 0, place: 1 },
      { details: '', more: 'gone with ben', subject: 0, place: null },
      { details: 'in', more: null, subject: null, place: null },
    ]);
  });
});
