import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { Disk } from '../../../src/storage/disk/disk.ts';
import { KeyFile } from '../../../src/storage/disk/key-file.ts';
import { refuses } from '../../support/accounts.ts';
import { DiskRecord } from '../../support/disk/disk-record.ts';
import { Syncs } from '../../support/disk/syncs.ts';
import { createMigrated } from '../../support/migrated.ts';

const EIO = Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });

describe('the disk', () => {
  const fails = (): never => {
    throw EIO;
  };

  for (const [name, sync] of Object.entries({
    'that is waited for': (disk: Disk) => disk.confirm(Promise.reject(EIO)),
    'that blocks': async (disk: Disk) => disk.confirmNow(fails),
  }))
    it(`has failed for good after one sync ${name}`, async () => {
      const disk = new Disk();
      disk.assertSound();
      const error = await refuses(() => sync(disk), 'unavailable');
      assert.equal(error.cause, EIO);
      await refuses(() => disk.assertSound(), 'unavailable');
      disk.confirmNow(() => undefined);
      await refuses(() => disk.assertSound(), 'unavailable');
    });

  describe('has', () => {
    let directory: string;

    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), 'dms-disk-'));
    });
    afterEach(() => rm(directory, { recursive: true }));

    async function synced(work: () => unknown): Promise<string[]> {
      const record = await DiskRecord.begin();
      try {
        await work();
      } finally {
        record.putBack();
      }
      return record.events.flatMap((event) => (event.kind === 'sync' ? [event.path] : []));
    }

    it('the names of a database that is opened, which may be new', async () => {
      const file = join(directory, 'dms.sqlite');
      await createMigrated(file);
      const paths = await synced(() => Database.open(file, 'full').close());
      assert.deepEqual(paths, [directory]);
    });

    it('a key before its name, and that before the key is used', async () => {
      const keys = new KeyFile(directory, randomBytes, new Disk());
      const [key = '', ...names] = await synced(() => keys.read());
      assert.match(key, /secret\.key\../);
      assert.deepEqual(names, [directory]);
    });

    it('the name of a key that another process has just made', async () => {
      new KeyFile(directory, randomBytes, new Disk()).read();
      const keys = new KeyFile(directory, randomBytes, new Disk());
      assert.deepEqual(await synced(() => keys.read()), [directory]);
    });
  });

  describe('that does not take a key', () => {
    let directory: string;

    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), 'dms-disk-'));
    });
    afterEach(() => rm(directory, { recursive: true, force: true }));

    const keys = () => new KeyFile(directory, randomBytes, new Disk());

    it('gives none, and keeps none: a lost key would lose what it encrypts', async () => {
      const syncs = new Syncs();
      try {
        // Only the first sync, that of the key itself.
        syncs.sync = () => {
          syncs.sync = () => undefined;
          throw EIO;
        };
        await refuses(() => keys().read(), 'unavailable');
      } finally {
        syncs.putBack();
      }
      assert.deepEqual(readdirSync(directory), []);
    });

    it('says what is wrong: a folder that is missing, or one of the name', () => {
      mkdirSync(join(directory, 'secret.key'));
      assert.throws(() => keys().read(), { code: 'EISDIR' });
      rmSync(directory, { recursive: true });
      assert.throws(() => keys().read(), { code: 'ENOENT', syscall: 'open' });
      assert.equal(existsSync(directory), false);
    });
  });
});
