import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { derivedFiles } from '../../../../src/storage/derived/files.ts';
import { openCoreFixture, PAGE } from '../../../support/accounts.ts';
import { SMALL_DISK, SmallDisk } from '../../../support/disk/small-disk.ts';
import { needs } from '../../../support/needs.ts';
import { newUser, write } from '../../../support/tree.ts';

describe('a search while the disk of the index is full', function () {
  needs(this, ...SMALL_DISK);

  it('finds what was indexed before, and all again when there is room', async () => {
    const core = await openCoreFixture();
    const disk = await SmallDisk.mount(dirname(derivedFiles(core.database.file).search), 4);
    try {
      const ann = await newUser(core, 'ann');
      const find = async (q: string): Promise<string[]> => {
        const { items } = await core.dms.search.search(ann, 0, { q, filter: {} }, PAGE);
        return items.map(({ path }) => path);
      };
      await write(core.dms, ann, 'early.txt');
      assert.deepEqual(await find('early'), ['/early.txt']);
      disk.fill();
      const id = await write(core.dms, ann, 'late.txt');
      for (let number = 0; number < 40; number += 1)
        await core.dms.documents.update(ann, id, {
          comments: `${'words of a comment '.repeat(200)}${number}`,
        });
      assert.deepEqual(await find('early'), ['/early.txt']);
      disk.empty();
      assert.deepEqual(await find('late'), ['/late.txt']);
    } finally {
      await core.database.close();
      await disk.unmount();
      await rm(core.dataDirectory, { recursive: true });
    }
  });
});
