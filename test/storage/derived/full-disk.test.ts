import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { createDerived } from '../../../src/storage/derived/derived.ts';
import { derivedFiles } from '../../../src/storage/derived/files.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { catchUp } from '../../support/database/search-index.ts';
import { SMALL_DISK, SmallDisk } from '../../support/disk/small-disk.ts';
import { needs } from '../../support/needs.ts';
import { newUser, write } from '../../support/tree.ts';

describe('what is made from contents, on a full disk', function () {
  needs(this, ...SMALL_DISK);
  let core: CoreFixture;
  let disk: SmallDisk;

  beforeEach(async () => {
    core = await openCoreFixture();
    disk = await SmallDisk.mount(dirname(derivedFiles(core.database.file).search), 2);
  });
  afterEach(async () => {
    await disk.unmount();
    await core.close();
  });

  async function withDerived<T>(work: (derived: ReturnType<typeof createDerived>) => T): Promise<T> {
    const opened = Database.open(core.database.file, 'relaxed');
    try {
      return await work(createDerived(opened));
    } finally {
      await opened.close();
    }
  }

  it('counts as not made yet when there is no room to open the files: folders can still be listed', async () => {
    await write(core.dms, await newUser(core, 'ann'), 'one');
    await withDerived(({ searchIndex }) => catchUp(searchIndex));
    const waiting = () =>
      withDerived(({ renditions }) => {
        assert.deepEqual(renditions.pictureStates(['00']), new Map());
        return renditions.counts(0).waiting;
      });
    disk.fill();
    assert.equal(await waiting(), 0);
    disk.empty();
    assert.equal(await waiting(), 1);
  });
});
