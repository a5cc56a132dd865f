import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import {
  connect,
  connectCheckpointer,
  connectReader,
  prepared,
} from '../../src/storage/connection/connection.ts';
import { Snapshots } from '../../src/storage/connection/snapshot.ts';
import { connectToRead, connectToSearch, connectWriter } from '../../src/storage/derived/files.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../support/database/database.ts';

const MANY_KIB = 8 * 1024;
const SEARCH_KIB = 4 * 1024;
const FEW_KIB = 1024;

/** What is asked for its limits. */
interface Connection {
  prepare(
    sql: string,
  ): Pick<BetterSqlite.Statement, 'all'> & { pluck(): Pick<BetterSqlite.Statement, 'get'> };
  close(): unknown;
}

/** How much each file of a connection may take for its pages, in KiB. By default that is 16,000. */
function pagesKib(sqlite: Connection): Record<string, number> {
  const files = sqlite.prepare('PRAGMA database_list').all() as { readonly name: string }[];
  // What is temporary is in memory as a whole.
  const kept = files.filter(({ name }) => name !== 'temp');
  // Negative numbers are KiB, positive ones are pages.
  return Object.fromEntries(
    kept.map(({ name }) => [name, -Number(sqlite.prepare(`PRAGMA ${name}.cache_size`).pluck().get())]),
  );
}

describe('memory for pages of the database and of what is derived', () => {
  let fixture: DatabaseFixture;

  beforeEach(async () => {
    fixture = await openDatabaseFixture();
    connectWriter(fixture.file).close();
  });
  afterEach(() => fixture.close());

  for (const [who, open, limits] of [
    ['the service', connect, { main: MANY_KIB }],
    ['checkpoints', connectCheckpointer, { main: FEW_KIB }],
    ['long queries', connectReader, { main: FEW_KIB }],
    ['snapshots', (file: string) => new Snapshots(file).open(), { main: FEW_KIB }],
    ['who makes the index', connectWriter, { main: MANY_KIB, thumbnails: FEW_KIB, office: FEW_KIB }],
    ['who reads thumbnails', connectToRead, { main: FEW_KIB, thumbnails: FEW_KIB }],
    ['search', connectToSearch, { main: SEARCH_KIB, derived: SEARCH_KIB }],
  ] satisfies [string, (file: string) => Connection | undefined, Record<string, number>][])
    it(`is limited for each file of ${who}`, () => {
      const connection = open(fixture.file);
      assert.ok(connection);
      try {
        assert.deepEqual(pagesKib(connection), limits);
      } finally {
        connection.close();
      }
    });

  it('is not kept by a connection that could not be prepared', () => {
    // Of another file: SQLite uses descriptors of the same one again.
    const file = `${fixture.file}-other`;
    const countOpen = (): number =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === file;
        } catch {
          return false; // It was that of the folder itself.
        }
      }).length;
    const failing = () =>
      prepared(new BetterSqlite(file), () => {
        assert.equal(countOpen(), 1);
        throw new Error('refused');
      });
    assert.throws(failing, { message: 'refused' });
    assert.equal(countOpen(), 0);
  });
});
