import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { UserActor } from '../../../src/model/actor.ts';
import { MINUTE, type Office, openOffice, PAGE } from '../../support/accounts.ts';
import { newUser, onto, putTo, read, usageOf, write } from '../../support/tree.ts';

describe('revisions', () => {
  let office: Office;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    office = await openOffice();
    ann = await newUser(office, 'ann');
    ben = await newUser(office, 'ben');
  });
  afterEach(() => office.close());

  function numbers(id: number): number[] {
    return office.dms.versions.list(ann, id, PAGE).items.map(({ number }) => number);
  }

  async function actionsOf(id: number): Promise<string[]> {
    const { items } = await office.dms.activity.ofDocument(ann, id, {}, PAGE);
    return items.map(({ action }) => action);
  }

  it('make no version of the same bytes, but take the time', async () => {
    const id = await write(office.dms, ann, 'a', 'same');
    office.pass(MINUTE);
    const touched = await putTo(office.dms, ann, onto(office.dms, ann, id), 'same');
    assert.deepEqual([touched.outcome, touched.document.modifiedAt], ['unchanged', office.now()]);
    const told = await putTo(office.dms, ann, onto(office.dms, ann, id), 'same', { modifiedAt: 77 });
    assert.equal(told.document.modifiedAt, 77);
    assert.deepEqual(numbers(id), [1]);
    assert.deepEqual(await actionsOf(id), ['upload']);
  });

  it('make a version of bytes that an older version had', async () => {
    const id = await write(office.dms, ann, 'a', 'one');
    await write(office.dms, ann, 'a', 'two');
    await write(office.dms, ann, 'a', 'one');
    assert.deepEqual(numbers(id), [3, 2, 1]);
  });

  it('replace an empty head that the same user made less than a minute ago', async () => {
    const id = await write(office.dms, ann, 'a.txt', '');
    office.pass(MINUTE - 1);
    await write(office.dms, ann, 'a.txt', 'filled');
    assert.deepEqual(numbers(id), [1]);
    assert.equal(await read(office.dms, ann, id), 'filled');
    // What was filled is no longer empty: the next content is a version.
    await write(office.dms, ann, 'a.txt', 'changed');
    assert.deepEqual(numbers(id), [2, 1]);
    assert.deepEqual(await actionsOf(id), ['new_version', 'upload', 'upload']);
  });

  it('replace an empty head with a content that began to arrive within the minute, however long it took', async () => {
    const id = await write(office.dms, ann, 'a.txt', '');
    const incoming = await office.dms.uploads.receive(ann, Readable.from([Buffer.from('slow')]));
    office.pass(10 * MINUTE);
    await office.dms.uploads.store(ann, onto(office.dms, ann, id), incoming);
    assert.deepEqual(numbers(id), [1]);
  });

  it('make no version of a content that comes back after an empty one', async () => {
    const id = await write(office.dms, ann, 'a.txt', 'one');
    await write(office.dms, ann, 'a.txt', '');
    assert.deepEqual(numbers(id), [2, 1]);
    const { outcome, document } = await putTo(office.dms, ann, onto(office.dms, ann, id), 'one');
    assert.deepEqual([outcome, document.version, numbers(id)], ['unchanged', 1, [1]]);
    await write(office.dms, ann, 'a.txt', 'two');
    assert.deepEqual(numbers(id), [2, 1]);
    assert.equal(await read(office.dms, ann, id), 'two');
  });

  it('replace an empty head of a document that has a history, and nothing before it', async () => {
    const id = await write(office.dms, ann, 'a', 'one');
    await write(office.dms, ann, 'a', '');
    await write(office.dms, ann, 'a', 'three');
    assert.deepEqual(numbers(id), [2, 1]);
    assert.equal(await read(office.dms, ann, id, 1), 'one');
    assert.equal(await read(office.dms, ann, id), 'three');
  });

  it('keep an empty head that is a minute old, or somebody else’s', async () => {
    const old = await write(office.dms, ann, 'old', '');
    const shared = await write(office.dms, ann, 'shared', '');
    await office.dms.shares.create(ann, { entryId: shared, users: ['ben'], permissions: 3 });
    await putTo(office.dms, ben, onto(office.dms, ben, shared), 'x');
    office.pass(MINUTE);
    await write(office.dms, ann, 'old', 'x');
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
      const id = await write(office.dms, ann, name, 'one');
      await write(office.dms, ann, name, 'two!');
      assert.deepEqual(numbers(id), [1], name);
      assert.equal(await read(office.dms, ann, id), 'two!');
      assert.deepEqual(await actionsOf(id), [], name);
      const { total } = office.dms.search.search(ann, 0, { q: `"${name}"`, filter: {} }, PAGE);
      assert.equal(total, 0, name);
      await office.dms.entries.remove(ann, id);
      assert.deepEqual(
        office.actions().filter((action) => action.includes(name)),
        [],
      );
    }
    assert.deepEqual(usageOf(office.database)[0], { login: 'ann', counted: 28, held: 28 });
  });
});
