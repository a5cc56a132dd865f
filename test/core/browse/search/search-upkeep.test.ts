import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { UserActor } from '../../../../src/model/people/actor.ts';
import { createDerived } from '../../../../src/storage/derived/derived.ts';
import { type CoreFixture, DAY, openCoreFixture, PAGE } from '../../../support/accounts.ts';
import { DirectIndex } from '../../../support/database/search-index.ts';
import { indexAll, renderAll } from '../../../support/renditions/renditions.ts';
import { makeFolder, newUser, write } from '../../../support/tree.ts';

describe('what a search finds', () => {
  let core: CoreFixture;
  let ann: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
  });
  afterEach(() => core.close());

  async function found(q: string): Promise<string[]> {
    const { items } = await core.dms.search.search(ann, 0, { q, filter: {} }, PAGE);
    return items.map(({ path }) => path).sort();
  }

  it('is where it was renamed, moved and copied to, at once, with its text', async () => {
    const { dms } = core;
    const id = await write(dms, ann, 'first.txt', 'zebra');
    const folder = await makeFolder(dms, ann, 'folder');
    await renderAll(dms);
    await dms.entries.rename(ann, id, 'second.txt');
    assert.deepEqual([await found('first'), await found('second')], [[], ['/second.txt']]);
    await dms.entries.move(ann, id, { folderId: folder, name: 'third.txt' });
    assert.deepEqual(await found('zebra'), ['/folder/third.txt']);
    await dms.entries.copy(ann, id, { folderId: 0, name: 'copy.txt' });
    await dms.entries.rename(ann, folder, 'renamed');
    assert.deepEqual(await found('zebra'), ['/copy.txt', '/renamed/third.txt']);
    await dms.entries.copy(ann, folder, { folderId: 0, name: 'all' });
    assert.deepEqual(await found('zebra'), ['/all/third.txt', '/copy.txt', '/renamed/third.txt']);
  });

  it('is the text of the head, after each upload and each version that is restored', async () => {
    const { dms } = core;
    const id = await write(dms, ann, 'plan.txt', 'zebra');
    await renderAll(dms);
    await write(dms, ann, 'plan.txt', 'okapi');
    assert.deepEqual(await found('zebra'), []);
    await renderAll(dms);
    assert.deepEqual([await found('zebra'), await found('okapi')], [[], ['/plan.txt']]);
    await dms.versions.restore(ann, id, 1);
    assert.deepEqual([await found('zebra'), await found('okapi')], [['/plan.txt'], []]);
  });

  it('is nothing that is in the trash, or in a folder that is; and all of it again when it is restored', async () => {
    const { dms } = core;
    const folder = await makeFolder(dms, ann, 'folder');
    const inner = await makeFolder(dms, ann, 'inner', folder);
    await write(dms, ann, 'plan.txt', 'zebra', inner);
    await renderAll(dms);
    await dms.entries.remove(ann, folder);
    for (const q of ['zebra', 'plan', 'inner', 'folder']) assert.deepEqual(await found(q), [], q);
    await dms.trash.restore(ann, folder);
    assert.deepEqual(await found('zebra'), ['/folder/inner/plan.txt']);
    assert.deepEqual(await found('inner'), ['/folder/inner']);
  });

  it('is nothing that was purged, of which no text is left either when the content is gone', async () => {
    const { dms } = core;
    const text = () =>
      createDerived(core.database).renditions.text(createHash('sha256').update('zebra').digest('hex'));
    const ids = [await write(dms, ann, 'one.txt', 'zebra'), await write(dms, ann, 'two.txt', 'zebra')];
    await renderAll(dms);
    for (const [number, id] of ids.entries()) {
      await dms.entries.remove(ann, id);
      await dms.trash.purge(ann, id);
      assert.deepEqual(await found('zebra'), number === 0 ? ['/two.txt'] : []);
      core.pass(DAY);
      await dms.housekeeping.tidy();
      assert.equal(text() === undefined, number === 1);
    }
    new DirectIndex(core.database).assertInStep();
  });

  it('shows nothing of a known content that is uploaded once more, before it was read again', async () => {
    const ben = await newUser(core, 'ben');
    await write(core.dms, ann, 'secret.txt', 'the salary of ann');
    await renderAll(core.dms);
    await write(core.dms, ben, 'salary.txt', 'the salary of ann');
    const snippets = async () => {
      const { items } = await core.dms.search.search(ben, 0, { q: 'salary', filter: {} }, PAGE);
      return items.map(({ snippet }) => snippet);
    };
    assert.deepEqual(await snippets(), ['<mark>salary</mark>.txt']);
    await renderAll(core.dms);
    assert.deepEqual(await snippets(), ['the <mark>salary</mark> of ann']);
  });

  it('is all of a small office also while its index is made anew, and something has changed since', async () => {
    const { dms } = core;
    await write(dms, ann, 'plan.txt', 'x');
    await indexAll(dms);
    rmSync(join(core.dataDirectory, 'cache'), { recursive: true });
    await write(dms, ann, 'other.txt', 'y');
    assert.deepEqual(await found('plan'), ['/plan.txt']);
    assert.deepEqual(await found('other'), ['/other.txt']);
  });

  it('is what the index has, after whatever else came in between', async () => {
    const { dms } = core;
    const id = await write(dms, ann, 'plan.txt', 'zebra');
    await found('plan');
    for (const title of ['a', 'b', 'c']) await dms.documents.update(ann, id, { title });
    await dms.entries.remove(ann, id);
    await dms.trash.restore(ann, id);
    await dms.entries.rename(ann, id, 'junk.tmp');
    new DirectIndex(core.database).assertInStep();
    await dms.entries.rename(ann, id, 'other.txt');
    assert.deepEqual(await found('c'), ['/other.txt']);
    new DirectIndex(core.database).assertInStep();
  });
});
