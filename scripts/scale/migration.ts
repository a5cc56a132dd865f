/**
 * Cost of an upgrade: `npm run bench:migration -- [DOCUMENTS]`. Writes an office with a million documents and the
 * schema of release 0.1, and runs `dms migrate`: once to measure it, and once killing it repeatedly before it can
 * finish. No row may be missing from the migrated database, nor from the copy made before the migration. The exit code
 * is 1 if one is missing.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { bringUp, schemaStatus } from '../../src/storage/connection/schema.ts';
import { dms, run } from '../../test/support/process.ts';
import { DMS } from '../../test/support/program.ts';
import { FIRST_RELEASE, writeFirstRelease } from './office/first-release.ts';
import { fill } from './office/make.ts';

/** Times of the kills, as fractions of the measured duration. */
const KILLS = [0.1, 0.4, 0.7, 0.9];
const documents = Number(process.argv[2] ?? 1_000_000);

const TABLES = ['users', 'entries', 'documents', 'versions', 'blobs', 'activities'] as const;

function rowsOf(file: string): string {
  const sqlite = new BetterSqlite(file, { readonly: true });
  try {
    const count = (table: string): unknown => sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    return TABLES.map((table) => `${String(count(table))} ${table}`).join(', ');
  } finally {
    sqlite.close();
  }
}

const mebibytes = (file: string): string => `${(statSync(file).size / 2 ** 20).toFixed(0)} MiB`;

/** @returns true if the database and its copy from before the migration have the row counts of `before` */
function isWhole(data: string, before: string): boolean {
  const copies = readdirSync(data).filter((name) => /\.before-.*Z$/.test(name));
  if (copies.length === 0) throw new Error('there is no copy');
  const lacking = ['dms.sqlite', ...copies].filter((name) => rowsOf(join(data, name)) !== before);
  for (const name of lacking) console.log(`${name} HAS NOT ALL ROWS: ${rowsOf(join(data, name))}`);
  return lacking.length === 0;
}

/** Creates a data directory with only the original database. */
function layDown(original: string, data: string): void {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  copyFileSync(original, join(data, 'dms.sqlite'));
}

const directory = mkdtempSync(join(tmpdir(), 'dms-migration-'));
try {
  const original = join(directory, 'original.sqlite');
  const data = join(directory, 'data');
  const file = join(data, 'dms.sqlite');
  await bringUp(original, FIRST_RELEASE);
  fill(original, (sqlite) => writeFirstRelease(sqlite, documents));
  const before = rowsOf(original);
  console.log(`${FIRST_RELEASE}: ${mebibytes(original)}, ${before}`);

  layDown(original, data);
  const migrate = ['migrate', '--data-dir', data];
  const began = performance.now();
  const command = ['--format', '%M', DMS.file, ...DMS.args, ...migrate];
  const { code, stderr } = await run('/usr/bin/time', command, { cwd: directory });
  const ms = performance.now() - began;
  if (code !== 0) throw new Error(stderr);
  const peak = Number(stderr.trim().split('\n').at(-1)) / 1024;
  console.log(
    `migrated in ${(ms / 1000).toFixed(1)} s, with ${peak.toFixed(0)} MiB at most: ${mebibytes(file)}`,
  );
  if (!isWhole(data, before)) process.exitCode = 1;

  layDown(original, data);
  for (const part of KILLS) {
    const killed = await dms(migrate, { cwd: directory, killAfterMs: Math.round(part * ms) });
    const { applied } = await schemaStatus(file, { readonly: true });
    const how = killed.code === null ? 'killed' : `ended with ${killed.code}`;
    console.log(`${how} within ${((part * ms) / 1000).toFixed(1)} s: it is at ${applied.at(-1)}`);
  }
  const last = await dms(migrate, { cwd: directory });
  if (last.code !== 0) throw new Error(last.stderr);
  if (!isWhole(data, before)) process.exitCode = 1;
  const checked = await dms(['check', '--data-dir', data], { cwd: directory });
  console.log(
    `dms check ended with ${checked.code}: ${`${checked.stdout}${checked.stderr}`.slice(0, 500).trimEnd()}`,
  );
  if (checked.code !== 0) process.exitCode = 1;
} finally {
  rmSync(directory, { recursive: true });
}
