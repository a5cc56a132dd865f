import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE } from '../../support/accounts.ts';
import { indexAll, renderAll } from '../../support/renditions/renditions.ts';
import { makeFolder, newUser, onto, putTo, write } from '../../support/tree.ts';

/** A content that somebody else has, and one that nobody has. */
const KNOWN = 'salary 4711';
const UNKNOWN = 'salary 4712';

/** What the user does between two steps: nothing, or they wait until all is indexed. */
type Wait = () => Promise<void>;

describe('a user who uploads a content that somebody else has', () => {
  let core: CoreFixture;
  let ben: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    await write(core.dms, await newUser(core, 'ann'), 'secret.txt', KNOWN);
    ben = await newUser(core, 'ben');
    await renderAll(core.dms);
  });
  afterEach(() => core.close());

  const known = (id: number): unknown[] => {
    const { text, thumbnail, media } = core.dms.documents.metadata(ben, id);
    return [text.state, thumbnail.state, media];
  };
  const search = async (): Promise<string[]> => {
    const { items } = await core.dms.search.search(ben, 0, { q: 'salary', filter: {} }, PAGE);
    return items.map(({ path }) => path);
  };

  /** Does the same with a known and an unknown content. Nothing tells them apart before they are read. */
  async function isNotTold(act: (content: string, folderId: number, wait: Wait) => Promise<number>) {
    for (const [index, wait] of [() => Promise.resolve(), () => indexAll(core.dms)].entries())
      for (const content of [KNOWN, UNKNOWN]) {
        const folder = await makeFolder(core.dms, ben, `${String(index)} ${content.slice(-4)}`);
        const id = await act(content, folder, wait);
        await wait();
        assert.deepEqual(known(id), ['pending', 'pending', null]);
        assert.deepEqual(await search(), []);
        assert.deepEqual(known(id), ['pending', 'pending', null]);
      }
    await renderAll(core.dms);
    assert.ok((await search()).length >= 4, 'all come in the end');
    assert.deepEqual(await renderAll(core.dms), []);
  }

  it('is not told by a copy of the document', () =>
    isNotTold(async (content, folderId, wait) => {
      const id = await write(core.dms, ben, 'guess.txt', content, folderId);
      await wait();
      return (await core.dms.entries.copy(ben, id, { folderId, name: 'copy.txt' })).entry.id;
    }));

  it('is not told by a copy of the folder', () =>
    isNotTold(async (content, folderId, wait) => {
      const folder = await makeFolder(core.dms, ben, 'folder', folderId);
      await write(core.dms, ben, 'guess.txt', content, folder);
      await wait();
      const { entry } = await core.dms.entries.copy(ben, folder, { folderId, name: 'copy' });
      const find = 'SELECT id FROM entries WHERE parent_id = ?';
      return core.database.prepare<[number], number>(find).pluck().get(entry.id) ?? 0;
    }));

  it('is not told by a version that is restored', () =>
    isNotTold(async (content, folderId, wait) => {
      const id = await write(core.dms, ben, 'guess.txt', content, folderId);
      await wait();
      await putTo(core.dms, ben, onto(core.dms, ben, id), `no longer ${String(id)}`);
      await wait();
      await core.dms.versions.restore(ben, id, 1);
      return id;
    }));

  it('is not told by a version that comes back, as an empty one was written over it', () =>
    isNotTold(async (content, folderId, wait) => {
      const id = await write(core.dms, ben, 'guess.txt', content, folderId);
      await wait();
      await putTo(core.dms, ben, onto(core.dms, ben, id), '');
      await wait();
      await putTo(core.dms, ben, onto(core.dms, ben, id), content);
      return id;
    }));
});
