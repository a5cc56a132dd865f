import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, read, snapshotOf, usageOf, write } from '../../support/tree.ts';

describe('versions', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let id: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    for (const content of ['one', 'two!', 'three']) {
      id = await write(core.dms, ann, 'a.txt', content);
      core.pass(1000);
    }
  });
  afterEach(() => core.close());

  it('are listed newest first, in pages', () => {
    const { items, total } = core.dms.versions.list(ann, id, { page: 1, perPage: 2 });
    assert.deepEqual([items.map(({ number }) => number), total], [[3, 2], 3]);
    const [last] = core.dms.versions.list(ann, id, { page: 2, perPage: 2 }).items;
    assert.deepEqual([last?.number, last?.size, last?.author?.id, last?.comment], [1, 3, ann.userId, '']);
    assert.equal(last?.createdAt, core.now() - 3000);
  });

  it('take a comment, without becoming other versions', async () => {
    const version = await core.dms.versions.comment(ann, id, 1, 'the first');
    assert.deepEqual([version.number, version.comment], [1, 'the first']);
    assert.equal(core.dms.tree.document(ann, id).version, 3);
    assert.equal(core.actions().at(-1), 'version_comment a.txt, version 1');
  });

  it('are nothing to those who may not read the document', async () => {
    const ben = await newUser(core, 'ben');
    const before = snapshotOf(core.database);
    await refuses(() => core.dms.versions.list(ben, id, PAGE), 'not_found');
    await refuses(() => core.dms.versions.get(ben, id, 1), 'not_found');
    await refuses(() => core.dms.versions.comment(ben, id, 1, 'C'), 'not_found');
    await refuses(() => core.dms.versions.restore(ben, id, 1), 'not_found');
    await refuses(() => core.dms.versions.remove(ben, id, 1), 'not_found');
    assert.equal(snapshotOf(core.database), before);
  });

  it('become the head again as a new version', async () => {
    const document = await core.dms.versions.restore(ann, id, 1);
    assert.deepEqual([document.version, document.size], [4, 3]);
    assert.equal(await read(core.dms, ann, id), 'one');
    assert.deepEqual(
      core
        .actions()
        .slice(-2)
        .map((action) => action.split(' ')[0]),
      ['new_version', 'version_restore'],
    );
  });

  it('are deleted, all but the head, and make room', async () => {
    await refuses(() => core.dms.versions.remove(ann, id, 3), 'invalid', ['version']);
    await core.dms.versions.remove(ann, id, 2);
    assert.equal(core.actions().at(-1), 'version_delete a.txt, version 2');
    assert.deepEqual(
      core.dms.versions.list(ann, id, PAGE).items.map(({ number }) => number),
      [3, 1],
    );
    assert.deepEqual(usageOf(core.database), [{ login: 'ann', counted: 8, held: 8 }]);
    await refuses(() => core.dms.documents.open(ann, id, 2), 'not_found');
    // A number is never given twice.
    await write(core.dms, ann, 'a.txt', 'four');
    assert.equal(core.dms.tree.document(ann, id).version, 4);
  });

  it('are deleted also when the home holds more than it may by now', async () => {
    const admin = await newUser(core, 'root', { isAdmin: true });
    await core.dms.users.update(admin, ann.userId, { quotaBytes: 1 });
    const refused = await refuses(() => core.dms.versions.restore(ann, id, 1), 'quota_exceeded');
    assert.deepEqual(Object.keys(refused.fields ?? {}), ['file']);
    await core.dms.versions.remove(ann, id, 2);
    assert.deepEqual(usageOf(core.database)[0], { login: 'ann', counted: 8, held: 8 });
  });

  it('that are not there are not found, and nothing changes', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    const before = snapshotOf(core.database);
    for (const [document, number] of [
      [id, 4],
      [id, 0],
      [folder, 1],
      [999_999, 1],
    ] as const) {
      await refuses(() => core.dms.versions.get(ann, document, number), 'not_found');
      await refuses(() => core.dms.versions.comment(ann, document, number, 'C'), 'not_found');
      await refuses(() => core.dms.versions.restore(ann, document, number), 'not_found');
      await refuses(() => core.dms.versions.remove(ann, document, number), 'not_found');
    }
    assert.equal(snapshotOf(core.database), before);
  });

  it('of a locked document stay as they are', async () => {
    const lock = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
    await core.dms.lockCreation.create(ann, id, lock);
    await refuses(() => core.dms.versions.comment(ann, id, 1, 'C'), 'locked');
    await refuses(() => core.dms.versions.restore(ann, id, 1), 'locked');
    await refuses(() => core.dms.versions.remove(ann, id, 1), 'locked');
  });
});
