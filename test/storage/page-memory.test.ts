import assert from 'node:assert/strict';
import type BetterSqlite from 'better-sqlite3';
import { connect, connectBeside, connectReader } from '../../src/storage/connection.ts';
import { attach, connectToRead, connectWriter, derivedFiles } from '../../src/storage/derived/files.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../support/database.ts';

/** What all connections of the service may take together for pages, in KiB. By default it would be 16,000 for each file. */
const MOST_KIB = 40 * 1024;

/** What a connection may take, in KiB, of all its files. */
function pagesKib(sqlite: BetterSqlite.Database): number {
  const files = sqlite.pragma('database_list') as { readonly name: string }[];
  // What is temporary is in memory as a whole.
  const kept = files.filter(({ name }) => name !== 'temp');
  const sizes = kept.map(({ name }) => Number(sqlite.pragma(`${name}.cache_size`, { simple: true })));
  // Positive numbers are pages, not KiB.
  assert.ok(
    sizes.every((size) => size < 0),
    String(sizes),
  );
  return -sizes.reduce((sum, size) => sum + size, 0);
}

describe('memory for pages of the database and of what is derived', () => {
  let fixture: DatabaseFixture;
  let connections: BetterSqlite.Database[];

  beforeEach(async () => {
    fixture = await openDatabaseFixture();
    connections = [];
  });
  afterEach(() => {
    for (const connection of connections.reverse()) connection.close();
    return fixture.close();
  });

  it('is limited for all files of all connections', () => {
    const file = fixture.file;
    const search = connectReader(file);
    connections.push(connect(file), connectBeside(file), connectWriter(file), search);
    attach(search, derivedFiles(file).search, 'derived');
    const reader = connectToRead(file);
    assert.ok(reader);
    connections.push(reader);
    const sizes = connections.map(pagesKib);
    assert.ok(sizes.reduce((sum, size) => sum + size) <= MOST_KIB, String(sizes));
  });
});
