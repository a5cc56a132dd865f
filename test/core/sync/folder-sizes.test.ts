// Would catch: a folder that is shown too small, because the size of a folder beneath it was forgotten or is an old one.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createContext } from '../../../src/core/context.ts';
import { FolderSizes } from '../../../src/core/sync/folder-sizes.ts';
import { createLogger } from '../../../src/log.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

describe('the sizes of folders', () => {
  let core: CoreFixture;
  beforeEach(async () => {
    core = await openCoreFixture();
  });
  afterEach(() => core.close());

  it('are right also for more folders than are kept, and after each change', async () => {
    const ann = await newUser(core, 'ann');
    await core.dms.treeTags.begin(ann);
    const folders: number[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const id = await makeFolder(core.dms, ann, name);
      folders.push(await makeFolder(core.dms, ann, 'inner', id));
    }
    for (const id of folders) await write(core.dms, ann, 'ten.txt', '1234567890', id);
    const environment = {
      now: () => core.now(),
      randomBytes,
      log: createLogger({ level: 'silent', format: 'json' }),
    };
    const few = new FolderSizes(createContext(environment, core.database, core.dataDirectory), 2);
    assert.equal(await few.of(ann.homeId), 50);
    assert.equal(await few.of(ann.homeId), 50);
    await write(core.dms, ann, 'ten.txt', '12345', folders[0] ?? 0);
    assert.equal(await few.of(ann.homeId), 45);
  });
});
