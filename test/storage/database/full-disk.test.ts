// Would catch a refused change that takes disk space of the reserve.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../../src/log.ts';
import { Database } from '../../../src/storage/database/database.ts';
import { Reserve } from '../../../src/storage/disk/reserve.ts';
import { SMALL_DISK, SmallDisk } from '../../support/disk/small-disk.ts';
import { createMigrated } from '../../support/migrated.ts';
import { needs } from '../../support/needs.ts';

const MIB = 2 ** 20;

describe('a full disk', function () {
  needs(this, ...SMALL_DISK);
  let directory: string;
  let disk: SmallDisk;
  let database: Database;
  /** Number of releases of the reserve: nothing else logs here. */
  let released: number;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-full-'));
    disk = await SmallDisk.mount(join(directory, 'disk'), 16);
    const file = join(disk.path, 'dms.sqlite');
    await createMigrated(file);
    released = 0;
    const log = createLogger({
      level: 'warn',
      format: 'json',
      destination: { write: () => void (released += 1) },
    });
    const reserve = new Reserve(disk.path, 4 * MIB, log);
    await reserve.fill();
    database = Database.open(file, 'relaxed', { reserve });
    database.prepare('CREATE TABLE things (content BLOB) STRICT').run();
    for (let count = 0; count < 100; count += 1) insert();
    disk.fill();
  });
  afterEach(async () => {
    await database.close();
    await disk.unmount();
    await rm(directory, { recursive: true });
  });

  const insert = () => database.prepare('INSERT INTO things VALUES (randomblob(1000))').run().changes;

  it('leaves the reserve to changes that are made: one that fails halfway takes nothing of it', async () => {
    const failing = () =>
      database.transaction(() => {
        database.prepare('UPDATE things SET content = randomblob(1000)').run();
        throw new Error('refused');
      });
    for (let count = 0; count < 3; count += 1) await assert.rejects(failing(), { message: 'refused' });
    assert.equal(released, 0);
    await database.transaction(() => database.prepare('UPDATE things SET content = randomblob(1000)').run());
    assert.equal(released, 1);
  });
});
