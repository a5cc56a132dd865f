import assert from 'node:assert/strict';
import { DmsError } from '../../../src/model/errors/errors.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import type { Query } from '../../../src/storage/database/long-queries.ts';
import { type CoreFixture, openCoreFixture, present } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

/** More than are put in order at once. */
const FILES = 5100;

describe('pages of a large folder', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let folder: number;

  before(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    folder = await makeFolder(core.dms, ann, 'folder');
    await Promise.all(
      Array.from({ length: FILES }, (_, number) =>
        write(core.dms, ann, `${number}`, 'x'.repeat(number % 7), folder),
      ),
    );
    await makeFolder(core.dms, ann, 'inner', folder);
  });
  after(() => core.close());

  const page = (actor: UserActor, number: number, sort: 'name' | 'size' = 'name') =>
    core.dms.folderPages.members(actor, folder, { page: number, perPage: 100, sort, direction: 'desc' });

  it('have all members, in order, each once', async () => {
    const pages = await Promise.all([1, 2, 30, 52, 53].map((number) => page(ann, number)));
    const names = pages.map(({ items }) => items.map(({ name }) => name));
    assert.deepEqual(
      pages.map(({ total }) => total),
      pages.map(() => FILES + 1),
    );
    const all = ['inner', ...Array.from({ length: FILES }, (_, number) => `${FILES - 1 - number}`)];
    assert.deepEqual(
      names,
      [0, 1, 29, 51, 52].map((index) => all.slice(index * 100, index * 100 + 100)),
    );
    const { items } = await page(ann, 1, 'size');
    assert.deepEqual(
      items.slice(0, 3).map(({ name }) => name),
      ['inner', '6', '13'],
    );
  });

  it('show what is committed before they are asked for', async () => {
    const id = await write(core.dms, ann, '999999', 'x', folder);
    assert.equal((await page(ann, 1)).items[1]?.id, id);
    await core.dms.entries.remove(ann, id);
    assert.equal((await page(ann, 1)).items[1]?.name, `${FILES - 1}`);
  });

  it('are of one moment with their total, also if a member comes meanwhile', async () => {
    const { longQueries } = core.database;
    const all = longQueries.all.bind(longQueries);
    let count = 0;
    longQueries.all = async <Row>(query: Query) => {
      const rows = await all<Row>(query);
      await write(core.dms, ann, `come ${(count += 1)}`, 'x', folder);
      return rows;
    };
    const request = { perPage: 10_000, sort: 'name', direction: 'asc' } as const;
    try {
      const { items, total } = await core.dms.folderPages.ids(ann, folder, { ...request, page: 1 });
      assert.equal(items.length, total);
      const before = items.length + count;
      const beyond = await core.dms.folderPages.ids(ann, folder, { ...request, page: 2 });
      assert.ok(beyond.items.length === 0 && beyond.total >= before);
    } finally {
      longQueries.all = all;
      for (let number = 1; number <= count; number += 1)
        await core.dms.entries.remove(ann, { path: ['folder', `come ${number}`] });
    }
  });

  it('are not shown to who lost the right meanwhile, nor is a member that is gone by then', async () => {
    const last = present((await page(ann, 1)).items[1]).id;
    // On a busy machine a page may be there before the change is on the disk. Then nothing is shown by it.
    for (let isLate = false, tries = 0; !isLate; tries += 1) {
      assert.ok(tries < 50, 'no page was read while something changed');
      const share = await core.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 1 });
      let isChanged = false;
      const [asked, lost] = [page(ann, 1), page(ben, 1)];
      const late = asked.then(({ items }) => ({ items, isLate: isChanged }));
      const outcome = lost.then(
        () => ({ code: undefined, isLate: isChanged }),
        (error: unknown) => ({
          code: error instanceof DmsError ? error.code : String(error),
          isLate: isChanged,
        }),
      );
      await Promise.all([core.dms.entries.remove(ann, last), core.dms.shares.remove(ann, share.id)]);
      isChanged = true;
      const [mine, bens] = await Promise.all([late, outcome]);
      await core.dms.trash.restore(ann, last);
      isLate = mine.isLate && bens.isLate;
      if (mine.isLate) assert.ok(mine.items.every(({ id }) => id !== last));
      if (bens.isLate) assert.equal(bens.code, 'not_found');
    }
  });

  it('are refused to a user who asks for very many at once, and to nobody else', async () => {
    const asked = Array.from({ length: 40 }, () => page(ann, 1));
    await core.dms.folderPages.members(ben, 0, { page: 1, perPage: 9, sort: 'name', direction: 'asc' });
    const outcomes = await Promise.allSettled(asked);
    assert.ok(outcomes.some(({ status }) => status === 'fulfilled'));
    const refused = outcomes.find(({ status }) => status === 'rejected');
    assert.match(String(refused?.status === 'rejected' && refused.reason), /Too many large lists/);
  });
});
