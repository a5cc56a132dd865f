import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { bringUp, schemaStatus } from '../../src/storage/connection/schema.ts';
import { ServiceProcess } from '../support/process.ts';
import { waiter } from '../support/until.ts';

type Row = Record<string, unknown>;
type Tables = ReadonlyMap<string, readonly Row[]>;

const FIXTURES = new URL('../fixtures/databases/', import.meta.url);
const names = readdirSync(FIXTURES).filter((name) => name.endsWith('.sqlite.gz'));
/** As scripts/generate/database-fixture.ts has it. */
const PASSWORD = 'not a secret of anybody';

/** Made anew from the rest (0003, 0016): the search index, and what waits for it. */
const DERIVED = /^(?:search|entry_search|search_queue)/;
/** Columns whose rows a step is meant to change. */
const CHANGED: ReadonlySet<string> = new Set(['schema_migrations', 'sqlite_sequence']);

function tablesOf(file: string): Tables {
  const database = new Sqlite(file, { readonly: true });
  try {
    const tables = database
      .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all()
      .map(({ name }) => name)
      .filter((name) => !DERIVED.test(name) && !CHANGED.has(name));
    return new Map(
      tables.map((name) => [name, database.prepare<[], Row>(`SELECT * FROM "${name}"`).all()] as const),
    );
  } finally {
    database.close();
  }
}

/** The columns that both releases have. */
function common(before: readonly Row[], after: readonly Row[]): { before: string[]; after: string[] } {
  const [one = {}] = before;
  const [other = {}] = after;
  const columns = Object.keys(one).filter((column) => column in other);
  const texts = (rows: readonly Row[]): string[] =>
    rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort();
  return { before: texts(before), after: texts(after) };
}

describe('an upgrade', () => {
  let directory: string;
  let file: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'dms-upgrade-'));
    mkdirSync(join(directory, 'data'));
    file = join(directory, 'data', 'dms.sqlite');
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  for (const name of names) {
    describe(`of ${name}`, () => {
      beforeEach(() => writeFileSync(file, gunzipSync(readFileSync(new URL(name, FIXTURES)))));

      it('keeps every row of every table', async () => {
        const old = tablesOf(file);
        assert.ok((old.get('entries')?.length ?? 0) >= 7);
        await bringUp(file);
        assert.deepEqual((await schemaStatus(file)).pending, []);
        const now = tablesOf(file);
        for (const [table, rows] of old) {
          const kept = now.get(table);
          assert.ok(kept, `${table} is gone`);
          if (rows.length === 0) continue;
          const { before, after } = common(rows, kept);
          assert.deepEqual(after, before, table);
        }
      });

      it('leaves logins, documents, versions, trash and search as they were', async () => {
        const service = await ServiceProcess.start({ directory });
        try {
          const basic = { Authorization: `Basic ${btoa(`ada:${PASSWORD}`)}` };
          const drive = async (path: string): Promise<string> =>
            (await fetch(`${service.url}/webdav/${path}`, { headers: basic })).text();
          assert.equal(await drive('Contracts/Miete%202026.txt'), 'third draft');
          assert.equal(await drive('Contracts/empty.txt'), '');
          assert.equal((await drive('Contracts/large.txt')).length, 1600 * 37);
          assert.equal(await drive('Contracts/Archive/old.txt'), 'old');
          const signedIn = await fetch(`${service.url}/api/login`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ login: 'ada', password: PASSWORD }),
          });
          const cookie = String(signedIn.headers.getSetCookie()[0]?.split(';')[0]);
          const rest = async (path: string) =>
            JSON.parse(
              await (await fetch(`${service.url}/api/${path}`, { headers: { Cookie: cookie } })).text(),
            );
          let found = await rest('folders/0/search?q=miete');
          // The index is made anew beside requests; a search waits for two seconds.
          await waiter(() => JSON.stringify(found))(async () => {
            found = await rest('folders/0/search?q=miete');
            return found.data.length === 1;
          });
          const { id } = found.data[0];
          const versions = await rest(`documents/${id}/versions`);
          assert.equal(versions.data.length, 3, JSON.stringify(versions));
          const first = await fetch(`${service.url}/api/documents/${id}/versions/1/download`, {
            headers: { Cookie: cookie },
          });
          assert.equal(await first.text(), 'first draft');
          assert.equal((await rest('trash')).data[0].name, 'gone.txt');
          const checked = JSON.parse(await service.command(['check', '--deep', '--json']));
          assert.deepEqual([checked.clean, checked.total], [true, 0]);
        } finally {
          await service.dispose();
        }
      });
    });
  }
});
