import assert from 'node:assert/strict';
import { CREATE, DELETE, READ, UPDATE } from '../../../src/model/entries/permissions.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { Editor } from '../../support/changes/editor.ts';
import { makeFolder, newUser, snapshotOf } from '../../support/tree.ts';

/** docs/build/webdav-clients.md §5: it is deleted for good, but by the same rules as all else. */
describe('a temporary file in the folder of another user', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let desk: Editor;
  let folder: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    folder = await makeFolder(core.dms, ann, 'folder');
    await share(READ | UPDATE | CREATE | DELETE);
    desk = new Editor(core, ben, folder);
    await desk.put('plan.txt', 'one');
    await desk.put('plan.txt~', 'one');
  });
  afterEach(() => core.close());

  async function share(permissions: number): Promise<void> {
    await core.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions });
  }

  it('is not deleted without the permission to delete, nor while it is locked', async () => {
    const request = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
    await core.dms.lockCreation.create(ann, desk.at('plan.txt~'), request);
    const before = snapshotOf(core.database);
    await refuses(() => desk.delete('plan.txt~'), 'locked');
    assert.equal(snapshotOf(core.database), before);
    core.pass(60_000);
    await share(READ | UPDATE | CREATE);
    await refuses(() => desk.delete('plan.txt~'), 'forbidden');
    desk.at('plan.txt~');
  });

  it('changes the folder that it leaves, and is in the activity as deleted', async () => {
    core.pass(1000);
    await desk.delete('plan.txt~');
    const { updatedAt, updatedBy } = core.dms.tree.folder(ann, folder);
    assert.deepEqual([updatedAt, updatedBy], [core.now(), ben.userId]);
    const [last] = (await core.dms.activity.list(ben, {}, PAGE)).items;
    assert.deepEqual([last?.action, last?.details], ['delete', 'plan.txt~']);
    assert.equal(core.dms.trash.list(ann, PAGE).total, 0);
  });
});
