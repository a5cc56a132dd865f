import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, MINUTE, openCoreFixture, PAGE } from '../../support/accounts.ts';
import { newUser, onto, putTo, read, usageOf, write } from '../../support/tree.ts';

describe('revisions', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  });
  afterEach(() => core.close());

  function numbers(id: number): number[] {
    return core.dms.versions.list(ann, id, PAGE).items.map(({ number }) => number);
  }

  async function actionsOf(id: number): Promise<string[]> {
    const { items } = await core.dms.activity.ofDocument(ann, id, {}, PAGE);
    return items.map(({ action }) => action);
  }

  it('make no version of the same bytes, but take the time', async () => {
    const id = await write(core.dms, ann, 'a', 'same');
    core.pass(MINUTE);
    const touched = await putTo(core.dms, ann, onto(core.dms, ann, id), 'same');
    assert.deepEqual([touched.outcome, touched.document.modifiedAt], ['unchanged', core.now()]);
    const told = await putTo(core.dms, ann, onto(core.dms, ann, id), 'same', { modifiedAt: 77 });
    assert.equal(told.document.modifiedAt, 77);
    assert.deepEqual(numbers(id), [1]);
    assert.deepEqual(await actionsOf(id), ['upload']);
  });

  it('make a version of bytes that an older version had', async () => {
    const id = await write(core.dms, ann, 'a', 'one');
    await write(core.dms, ann, 'a', 'two');
    await write(core.dms, ann, 'a', 'one');
    assert.deepEqual(numbers(id), [3, 2, 1]);
  });

  it('replace an empty head that the same user made less than a minute ago', async () => {
    const id = await write(core.dms, ann, 'a.txt', '');
    core.pass(MINUTE - 1);
    await write(core.dms, ann, 'a.txt', 'filled');
    assert.deepEqual(numbers(id), [1]);
    assert.equal(await read(core.dms, ann, id), 'filled');
    // What was filled is no longer empty: the next content is a version.
    await write(core.dms, ann, 'a.txt', 'changed');
    assert.deepEqual(numbers(id), [2, 1]);
    assert.deepEqual(await actionsOf(id), ['new_version', 'upload', 'upload']);
  });

  it('replace an empty head with a content that began to arrive within the minute, however long it took', async () => {
    const id = await write(core.dms, ann, 'a.txt', '');
    const incoming = await core.dms.uploads.receive(ann, Readable.from([Buffer.from('slow')]));
    core.pass(10 * MINUTE);
    await core.dms.uploads.store(ann, onto(core.dms, ann, id), incoming);
    assert.deepEqual(numbers(id), [1]);
  });

  it('make no version of a content that comes back after an empty one', async () => {
    const id = await write(core.dms, ann, 'a.txt', 'one');
    await write(core.dms, ann, 'a.txt', '');
    assert.deepEqual(numbers(id), [2, 1]);
    const { outcome, document } = await putTo(core.dms, ann, onto(core.dms, ann, id), 'one');
    assert.deepEqual([outcome, document.version, numbers(id)], ['unchanged', 1, [1]]);
    await write(core.dms, ann, 'a.txt', 'two');
    assert.deepEqual(numbers(id), [2, 1]);
    assert.equal(await read(core.dms, ann, id), 'two');
  });

  it('replace an empty head of a document that has a history, and nothing before it', async () => {
    const id = await write(core.dms, ann, 'a', 'one');
    await write(core.dms, ann, 'a', '');
    await write(core.dms, ann, 'a', 'three');
    assert.deepEqual(numbers(id), [2, 1]);
    assert.equal(await read(core.dms, ann, id, 1), 'one');
    assert.equal(await read(core.dms, ann, id), 'three');
  });

  it('keep an empty head that is a minute old, or somebody else’s', async () => {
    const old = await write(core.dms, ann, 'old', '');
    const shared = await write(core.dms, ann, 'shared', '');
    await core.dms.shares.create(ann, { entryId: shared, users: ['ben'], permissions: 3 });
    await putTo(core.dms, ben, onto(core.dms, ben, shared), 'x');
    core.pass(MINUTE);
    await write(core.dms, ann, 'old', 'x');
    assert.deepEqual(numbers(old), [2, 1]);
    assert.deepEqual(numbers(shared), [2, 1]);
  });

  it('keep one version and no activity of what programs leave for themselves', async () => {
    for (const name of [
      '.DS_Store',
      '._a',
      'Thumbs.db',
      'desktop.ini',
      '~$a.docx',
      '.~lock.a.odt#',
      'A.TMP',
    ]) {
      const id = await write(core.dms, ann, name, 'one');
      await write(core.dms, ann, name, 'two!');
      assert.deepEqual(numbers(id), [1], name);
      assert.equal(await read(core.dms, ann, id), 'two!');
      assert.deepEqual(await actionsOf(id), [], name);
      const { total } = await core.dms.search.search(ann, 0, { q: `"${name}"`, filter: {} }, PAGE);
      assert.equal(total, 0, name);
      await core.dms.entries.remove(ann, id);
      assert.deepEqual(
        core.actions().filter((action) => action.includes(name)),
        [],
      );
    }
    assert.deepEqual(usageOf(core.database)[0], { login: 'ann', counted: 28, held: 28 });
  });
});
