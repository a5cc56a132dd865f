// Would catch a large folder that is not listed as it was, or whose list takes another way than that of a small one.
import assert from 'node:assert/strict';
import { openCoreFixture } from '../../support/accounts.ts';
import { makeFolder, newUser } from '../../support/tree.ts';

const FOLDERS = 5500;

describe('a folder of thousands of entries at an earlier time', () => {
  it('is listed page by page', async () => {
    const core = await openCoreFixture();
    try {
      const ann = await newUser(core, 'ann');
      const [large, small] = [
        await makeFolder(core.dms, ann, 'large'),
        await makeFolder(core.dms, ann, 'small'),
      ];
      const names = Array.from({ length: FOLDERS }, (_, index) => `n${String(index).padStart(4, '0')}`);
      const insert = core.database.prepare<[number, string, string, string, number, number], never>(
        `INSERT INTO entries (parent_id, is_folder, name, name_key, sort_key, created_at, updated_at)
         VALUES (?, 1, ?, ?, ?, ?, ?)`,
      );
      await core.database.transaction(() => {
        for (const name of names) insert.run(large, name, name, name, core.now(), core.now());
      });
      const before = core.now();
      core.pass(1000);
      const ids = (await core.dms.folderPages.ids(ann, large, { ...PAGE, page: 2 })).items;
      for (const id of ids)
        await core.dms.entries.move(ann, id, { folderId: small, name: `gone ${String(id)}` });
      const { items, total } = await core.dms.folderHistory.contents(ann, large, before, {
        page: 2,
        perPage: 100,
      });
      assert.equal(total, FOLDERS);
      assert.deepEqual(
        items.map(({ name }) => name),
        names.slice(100, 200),
      );
      assert.deepEqual(
        items.map(({ now }) => now.kind === 'tree' && now.folderId),
        ids.map(() => small),
      );
      const after = await core.dms.folderHistory.contents(ann, large, core.now(), { page: 1, perPage: 1 });
      assert.equal(after.total, FOLDERS - ids.length);
    } finally {
      await core.close();
    }
  });
});

const PAGE = { page: 1, perPage: 100, sort: 'name', direction: 'asc' } as const;
