import assert from 'node:assert/strict';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../../migrations/index.ts';
import { DataDirectory } from '../../../src/cli/process/data-directory.ts';
import { refuseOthers } from '../../../src/cli/process/owner.ts';
import { configSchema } from '../../../src/config/schema.ts';
import { createLogger } from '../../../src/log.ts';
import { schemaStatus } from '../../../src/storage/connection/schema.ts';
import { present } from '../../support/accounts.ts';
import { needs } from '../../support/needs.ts';

describe('the data directory', () => {
  let path: string;
  let directory: DataDirectory;

  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'dms-directory-'));
    directory = new DataDirectory({
      config: configSchema.parse({ data_dir: path }),
      log: createLogger({ level: 'silent', format: 'json' }),
    });
    directory.create();
  });
  afterEach(() => rm(path, { recursive: true }));

  it('takes contents from no other user than the one whose database it is, not even from root', async function () {
    needs(this, 'root');
    refuseOthers(directory);
    await writeFile(directory.database, '');
    refuseOthers(directory);
    await chown(directory.database, 65534, 65534);
    assert.throws(() => refuseOthers(directory), /belongs to another user \(uid 65534\)/);
    assert.throws(() => directory.create(), /belongs to another user \(uid 65534\)/);
  });

  it('is copied as it was before a migration', async () => {
    const [first = '', ...others] = migrations.map(({ name }) => name);
    assert.deepEqual(await directory.migrate(first), { taken: [first], copy: undefined });
    const { taken, copy } = await directory.migrate();
    assert.deepEqual(taken, others);
    assert.deepEqual((await schemaStatus(present(copy))).applied, [first]);
    assert.deepEqual((await schemaStatus(directory.database)).pending, []);
  });

  it('is not locked where a restore has begun and died since: the next one would delete the database', async () => {
    await writeFile(join(path, 'restore.unfinished'), '');
    assert.throws(() => directory.lock(), /is incomplete: run "dms restore" again/);
    await rm(join(path, 'restore.unfinished'));
    directory.lock()?.release();
  });

  for (const [what, harm] of [
    ['is gone', () => undefined],
    ['is empty', (database: string) => writeFile(database, '')],
  ] as const)
    it(`gets no new database beside contents whose database ${what}: the sweep would delete them`, async () => {
      await mkdir(join(path, 'blobs', 'ab', 'cd'), { recursive: true });
      await harm(directory.database);
      await assert.rejects(directory.migrate(), /contents, but no database.*dms restore/);
      assert.deepEqual((await schemaStatus(directory.database)).applied, []);
      await rm(join(path, 'blobs'), { recursive: true });
      assert.equal((await directory.migrate()).taken.length, migrations.length);
    });
});
