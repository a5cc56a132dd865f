// Would catch a visitor of a link, or a program at an address for editing, that reads an earlier time.
import assert from 'node:assert/strict';
import { openCoreFixture } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

describe('the core, for an actor confined to one entry', () => {
  it('has no earlier times', async () => {
    const core = await openCoreFixture();
    try {
      const ann = await newUser(core, 'ann');
      const folderId = await makeFolder(core.dms, ann, 'Plans');
      const id = await write(core.dms, ann, 'a.txt', 'secret', folderId);
      const deleted = await write(core.dms, ann, 'deleted.txt', 'secret', folderId);
      const at = core.now();
      core.pass(1000);
      await core.dms.entries.remove(ann, deleted);
      const link = { id: 1, kind: 'link', linkKind: 'view', rights: 31, visit: null } as const;
      const notFound = { code: 'not_found' };
      for (const credential of [
        { ...link, entryId: folderId },
        { ...link, entryId: id },
        { kind: 'edit_address', id: 1, entryId: id } as const,
      ]) {
        const visitor = { ...ann, credential };
        await assert.rejects(core.dms.earlierDrive.resolve(visitor, at, []), notFound);
        await assert.rejects(core.dms.earlierDrive.members(visitor, at, folderId).next(), notFound);
        for (const each of [id, deleted])
          assert.throws(() => core.dms.earlierDrive.open(visitor, at, each), notFound);
        const page = { page: 1, perPage: 50 };
        await assert.rejects(core.dms.folderHistory.contents(visitor, folderId, at, page), notFound);
        await assert.rejects(core.dms.archives.create(visitor, [folderId, id, deleted], at), {
          code: 'invalid',
        });
      }
    } finally {
      await core.close();
    }
  });
});
