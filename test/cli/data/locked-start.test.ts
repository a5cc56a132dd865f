// Catches a start that waits for another program without a word, and one that complains of each short change of a service.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { openCore } from '../../../src/cli/composition-root.ts';
import { configSchema } from '../../../src/config/schema.ts';
import { createLogger } from '../../../src/log.ts';
import { createMigrated } from '../../support/migrated.ts';

it('opening a database that another program has locked says after a second that it waits, and goes on once it is free', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'dms-locked-'));
  const file = join(directory, 'dms.sqlite');
  await createMigrated(file);
  const other = new BetterSqlite(file);
  other.exec('BEGIN IMMEDIATE');
  const lines: string[] = [];
  const began = performance.now();
  let waitedMs = 0;
  const write = (line: string): void => {
    lines.push(line);
    waitedMs = performance.now() - began;
    // The wait is over as soon as it is announced.
    other.exec('COMMIT');
  };
  const log = createLogger({ level: 'warn', format: 'json', destination: { write } });
  const core = openCore(configSchema.parse({ data_dir: directory }), log);
  other.close();
  await core.close();
  await rm(directory, { recursive: true });
  assert.match(
    lines.join(''),
    /^\{[^\n]*another program keeps the database locked: waiting for up to 30 seconds[^\n]*\}\n$/,
  );
  assert.ok(waitedMs >= 900, `it said so after ${String(waitedMs)} ms`);
});
