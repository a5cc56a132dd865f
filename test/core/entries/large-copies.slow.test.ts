import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { Blobs } from '../../../src/storage/blobs/blobs.ts';
import { type CoreFixture, MINUTE, openCoreFixture, PAGE, present, refuses } from '../../support/accounts.ts';
import { assertFaultless } from '../../support/database/faults.ts';
import { makeFolder, newUser, onto, paths, putTo, read, write } from '../../support/tree.ts';

/** More than are copied at once, in steps that end within a folder. */
const FOLDERS = 8;
const FILES = 210;
const ALL = 1 + FOLDERS * (1 + FILES);

describe('a copy of a large folder', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let top: number;
  let inner: readonly number[];

  before(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    top = await makeFolder(core.dms, ann, 'top');
    inner = await Promise.all(
      Array.from({ length: FOLDERS }, (_, number) => makeFolder(core.dms, ann, `folder ${number}`, top)),
    );
    for (const [index, folder] of inner.entries())
      await Promise.all(
        Array.from({ length: FILES }, (_, number) =>
          write(core.dms, ann, `${number}.txt`, `${index}`, folder),
        ),
      );
  });
  after(() => core.close());
  afterEach(() => assertFaultless(core.database));

  const count = () =>
    present(core.database.prepare<[], { total: number }>('SELECT count(*) AS total FROM entries').get())
      .total;
  const erasures = () => core.database.prepare('SELECT entry_id FROM erasures').all().length;
  const idOf = (actor: UserActor, ...names: string[]) =>
    present(core.dms.tree.resolve(actor, names)).entry.id;

  /** Copies the folder and does something when a part of the copy is there. */
  async function copyAnd(meanwhile: () => unknown): Promise<number> {
    const target = { folderId: 0, name: 'copy' };
    const state = { isSettled: false };
    const copying = core.dms.entries.copy(ann, top, target).finally(() => (state.isSettled = true));
    copying.catch(() => undefined);
    while (erasures() === 0 && !state.isSettled) await new Promise<void>((resolve) => setImmediate(resolve));
    await meanwhile();
    return (await copying).entry.id;
  }

  async function discard(id: number): Promise<void> {
    await core.dms.entries.remove(ann, id);
    await core.dms.trash.purge(ann, id);
  }

  it('is there at once when it is whole, and others are served meanwhile', async () => {
    const before = count();
    let seen = 0;
    const id = await copyAnd(async () => {
      await makeFolder(core.dms, ann, 'between');
      seen = count() - before - 1;
      assert.deepEqual(
        await paths(core.dms, ann).then((all) => all.filter((path) => path.startsWith('copy'))),
        [],
      );
      assert.equal(core.dms.trash.list(ann, PAGE).total, 0);
    });
    assert.ok(seen > 0 && seen < ALL, `${seen} of ${ALL} were there when another was served`);
    const all = await paths(core.dms, ann);
    const beneath = (name: string) =>
      all.filter((path) => path.startsWith(name)).map((path) => path.slice(name.length));
    assert.equal(beneath('copy/').length, ALL);
    assert.deepEqual(beneath('copy/'), beneath('top/'));
    assert.equal(await read(core.dms, ann, idOf(ann, 'copy', 'folder 7', '209.txt')), '7');
    assert.equal(core.actions().at(-1), 'copy copy');
    await discard(id);
    await discard(idOf(ann, 'between'));
    assert.equal(count(), before);
  });

  it('shows the folder as it was at one moment, with titles, comments and dead properties', async () => {
    const last = present(inner.at(-1));
    const file = idOf(ann, 'top', 'folder 7', '209.txt');
    await core.dms.documents.update(ann, file, { title: 'Title', comments: 'Comment' });
    const property = { namespace: 'urn:x', name: 'colour', xml: '<colour xmlns="urn:x">red</colour>' };
    await core.dms.properties.patch(ann, file, [{ set: property }]);
    const id = await copyAnd(async () => {
      await putTo(core.dms, ann, onto(core.dms, ann, file), 'changed');
      await write(core.dms, ann, 'late', 'x', last);
      await core.dms.entries.rename(ann, present(inner[6]), 'renamed');
    });
    const copied = idOf(ann, 'copy', 'folder 7', '209.txt');
    assert.equal(await read(core.dms, ann, copied), '7');
    const { title, comments, version } = core.dms.tree.document(ann, copied, 'read');
    assert.deepEqual([title, comments, version], ['Title', 'Comment', 1]);
    assert.deepEqual(core.dms.properties.list(ann, copied), [property]);
    assert.equal(core.dms.tree.resolve(ann, ['copy', 'folder 7', 'late']), undefined);
    idOf(ann, 'copy', 'folder 6', '0.txt');
    await core.dms.entries.rename(ann, present(inner[6]), 'folder 6');
    await discard(idOf(ann, 'top', 'folder 7', 'late'));
    await discard(id);
  });

  it('leaves nothing when the name is taken meanwhile', async () => {
    const before = count();
    await refuses(() => copyAnd(() => makeFolder(core.dms, ann, 'copy')), 'name_taken');
    assert.deepEqual([count(), erasures()], [before + 1, 0]);
    await discard(idOf(ann, 'copy'));
  });

  it('leaves nothing when the folder is deleted meanwhile', async () => {
    const before = count();
    await refuses(() => copyAnd(() => core.dms.entries.remove(ann, top)), 'not_found');
    assert.deepEqual([count(), erasures()], [before, 0]);
    await core.dms.trash.restore(ann, top);
  });

  it('is made though a document of it is purged meanwhile, and the contents are swept', async () => {
    const doomed = await write(core.dms, ann, 'zzz', 'only here', present(inner.at(-1)));
    core.pass(2 * 60 * MINUTE);
    const id = await copyAnd(async () => {
      await core.dms.entries.remove(ann, doomed);
      await core.dms.trash.purge(ann, doomed);
      for await (const deleted of new Blobs(core.database, core.dataDirectory).sweep(core.now()))
        assert.equal(deleted, 0);
    });
    assert.equal(await read(core.dms, ann, idOf(ann, 'copy', 'folder 7', 'zzz')), 'only here');
    await discard(id);
    assert.ok((await core.dms.housekeeping.tidy()).blobs > 0);
  });

  it('is refused when another folder takes the place of its source again and again', async () => {
    const other = (await core.dms.entries.copy(ann, top, { folderId: 0, name: 'other' })).entry.id;
    const before = count();
    const names = [top, other];
    let seen = 0;
    const state = { isSettled: false };
    const copying = core.dms.entries
      .copy(ann, { path: ['top'] }, { folderId: 0, name: 'copy' })
      .finally(() => (state.isSettled = true));
    copying.catch(() => undefined);
    while (!state.isSettled) {
      await new Promise((resolve) => setImmediate(resolve));
      const newest = core.database
        .prepare<[], { id: number }>('SELECT entry_id AS id FROM erasures')
        .get()?.id;
      if (newest === undefined || newest <= seen) continue;
      seen = newest;
      await core.dms.entries.rename(ann, present(names[0]), 'aside');
      await core.dms.entries.rename(ann, present(names[1]), 'top');
      await core.dms.entries.rename(ann, present(names[0]), 'other');
      names.reverse();
    }
    await refuses(() => copying, 'throttled');
    assert.deepEqual([count(), erasures()], [before, 0]);
    if (names[0] !== top) {
      await core.dms.entries.rename(ann, other, 'aside');
      await core.dms.entries.rename(ann, top, 'top');
    }
    await discard(other);
  });

  it('leaves nothing when it does not fit into the quota, though its first parts did', async () => {
    const before = count();
    const fill = () =>
      core.database.prepare("UPDATE users SET quota_bytes = used_bytes + 1000 WHERE login = 'ann'").run();
    await refuses(() => copyAnd(fill), 'quota_exceeded');
    core.database.prepare("UPDATE users SET quota_bytes = NULL WHERE login = 'ann'").run();
    assert.deepEqual([count(), erasures()], [before, 0]);
  });

  it('is not taken for what a crash left while it is made', async () => {
    const id = await copyAnd(() =>
      core
        .again()
        .housekeeping.tidy()
        .then(() => core.dms.housekeeping.tidy()),
    );
    assert.equal(erasures(), 0);
    await discard(id);
  });

  it('is what a user gets who takes a large folder out of the home of another', async () => {
    const folder = await makeFolder(core.dms, ben, 'folder');
    const within = await makeFolder(core.dms, ann, 'within', await makeFolder(core.dms, ann, 'shared'));
    await core.dms.entries.move(ann, top, { folderId: within, name: 'top' });
    await core.dms.shares.create(ann, { entryId: within, users: ['ben'], permissions: 31 });
    await core.dms.entries.move(ben, top, { folderId: folder, name: 'mine' });
    const all = await paths(core.dms, ben);
    assert.equal(all.filter((path) => path.startsWith('folder/mine/')).length, ALL);
    assert.deepEqual(await paths(core.dms, ann), ['shared/', 'shared/within/']);
    await core.dms.trash.restore(ann, top, 0);
  });

  it('is deleted after a restart if a crash came before it was whole', async () => {
    const before = count();
    core.database
      .prepare(
        "CREATE TRIGGER fails BEFORE UPDATE OF parent_id ON entries BEGIN SELECT RAISE(ABORT, 'no'); END",
      )
      .run();
    core.dms.housekeeping.stop();
    await assert.rejects(
      copyAnd(() => undefined),
      /^SqliteError: no$/,
    );
    core.database.prepare('DROP TRIGGER fails').run();
    assert.deepEqual([count(), erasures()], [before + ALL, 1]);
    await core.again().housekeeping.tidy();
    assert.deepEqual([count(), erasures()], [before, 0]);
  });

  it('does not keep the database from being closed', async () => {
    const another = await openCoreFixture();
    const user = await newUser(another, 'ann');
    const large = await makeFolder(another.dms, user, 'large');
    await Promise.all(
      Array.from({ length: 1600 }, (_, number) => write(another.dms, user, `${number}`, 'x', large)),
    );
    const copying = another.dms.entries.copy(user, large, { folderId: 0, name: 'copy' });
    const refused = refuses(() => copying, 'throttled');
    while (another.database.prepare('SELECT 1 FROM erasures').all().length === 0)
      await new Promise(setImmediate);
    another.dms.housekeeping.stop();
    await Promise.all([another.close(), refused]);
  });
});
