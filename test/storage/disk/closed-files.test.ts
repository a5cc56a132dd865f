import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../../src/log.ts';
import { bringUp, copyAside, schemaStatus } from '../../../src/storage/connection/schema.ts';
import { Database } from '../../../src/storage/database/database.ts';
import { Disk, syncDirectory } from '../../../src/storage/disk/disk.ts';
import { KeyFile } from '../../../src/storage/disk/key-file.ts';
import { Reserve } from '../../../src/storage/disk/reserve.ts';
import { openFiles } from '../../support/disk/open-files.ts';
import { Syncs } from '../../support/disk/syncs.ts';

describe('files of the data directory', () => {
  let directory: string;
  let file: string;

  beforeEach(async () => {
    directory = await realpath(await mkdtemp(join(tmpdir(), 'dms-open-')));
    file = join(directory, 'dms.sqlite');
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('are shut when the schema is read, brought up and copied', async () => {
    await bringUp(file);
    await schemaStatus(file);
    await copyAside(file, join(directory, 'copy.sqlite'));
    assert.deepEqual(openFiles(directory), []);
  });

  it('are shut with the database, after the changes that were asked for', async () => {
    await bringUp(file);
    const database = Database.open(file, 'full');
    assert.ok(openFiles(directory).length > 1);
    const change = database.transaction(() => database.prepare('CREATE TABLE things (id INTEGER)').run());
    await database.close();
    await change;
    assert.deepEqual(openFiles(directory), []);
  });

  it('are shut once key and reserve are written', async () => {
    new KeyFile(directory, randomBytes, new Disk()).read();
    const log = createLogger({ level: 'silent', format: 'json' });
    const reserve = new Reserve(directory, 4 * 2 ** 20, log);
    await reserve.fill();
    assert.ok(reserve.release());
    assert.deepEqual(openFiles(directory), []);
  });

  it('are shut when they were synced, also where that failed', async () => {
    const syncs = new Syncs();
    try {
      syncDirectory(directory);
      await new Disk().syncFolder(directory);
      syncs.fail();
      await assert.rejects(new Disk().syncFolder(directory));
    } finally {
      syncs.putBack();
    }
    assert.deepEqual(openFiles(directory), []);
  });
});
