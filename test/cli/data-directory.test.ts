import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../migrations/index.ts';
import { DataDirectory } from '../../src/cli/compose.ts';
import { configSchema } from '../../src/config/schema.ts';
import { createLogger } from '../../src/log.ts';
import { schemaStatus } from '../../src/storage/schema.ts';
import { present } from '../support/accounts.ts';

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

  it('is copied as it was before a migration', async () => {
    const [first = '', ...others] = migrations.map(({ name }) => name);
    assert.deepEqual(await directory.migrate(first), { taken: [first], copy: undefined });
    const { taken, copy } = await directory.migrate();
    assert.deepEqual(taken, others);
    assert.deepEqual((await schemaStatus(present(copy))).applied, [first]);
    assert.deepEqual((await schemaStatus(directory.database)).pending, []);
  });
});
