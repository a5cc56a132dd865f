// Would catch an archive that is not the tree at one moment, because entries or permissions change while it is prepared.
import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, present, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

/** In each of two folders, read in many slices. */
const DOCUMENTS = 1500;

describe('an archive that is prepared while the tree changes', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let top: number;
  let [early, late] = [0, 0];

  before(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    top = await makeFolder(core.dms, ann, 'top');
    early = await makeFolder(core.dms, ann, 'early', top);
    await Promise.all(
      Array.from({ length: DOCUMENTS }, (_, number) => write(core.dms, ann, `m ${number}`, 'x', early)),
    );
    late = (await core.dms.entries.copy(ann, early, { folderId: top, name: 'late' })).entry.id;
  });
  after(() => core.close());

  /** Does something after the first slice of a long task and before its last one. */
  async function between<T>(task: Promise<T>, change: () => Promise<unknown>): Promise<T> {
    const state = { isDone: false };
    const done = task.finally(() => (state.isDone = true));
    await new Promise((resolve) => setImmediate(resolve));
    await change();
    assert.ok(!state.isDone, 'the task ended before the change');
    return done;
  }

  async function entriesOf(actor: UserActor, id: number) {
    const opened = await core.dms.archives.open(actor, id);
    opened.close();
    return opened.entries;
  }

  /** Paths with this name in an archive that is prepared beside a change. */
  async function placesOf(name: string, change: () => Promise<unknown>): Promise<string[]> {
    const { id } = await between(core.dms.archives.create(ann, [top]), change);
    const entries = await entriesOf(ann, id);
    return entries.filter((entry) => entry.name === name).map((entry) => entry.folder?.name ?? '');
  }

  it('has a document where it was, also if it is moved to a place that was already read', async () => {
    const id = await write(core.dms, ann, 'a moved up', 'x', late);
    const places = await placesOf('a moved up', () =>
      core.dms.entries.move(ann, id, { folderId: early, name: 'a moved up' }),
    );
    assert.deepEqual(places, ['late']);
  });

  it('has a document once, also if it is moved to a place that is read later', async () => {
    const id = await write(core.dms, ann, 'a moved down', 'x', early);
    const places = await placesOf('a moved down', () =>
      core.dms.entries.move(ann, id, { folderId: late, name: 'a moved down' }),
    );
    assert.deepEqual(places, ['early']);
  });

  it('has a document under the name that it had', async () => {
    const [first, last] = [
      await write(core.dms, ann, 'a', 'x', early),
      await write(core.dms, ann, 'z', 'x', early),
    ];
    const { id } = await between(core.dms.archives.create(ann, [top]), async () => {
      await core.dms.entries.rename(ann, first, 'z first');
      await core.dms.entries.rename(ann, last, 'a last');
    });
    const names = new Map((await entriesOf(ann, id)).map((entry) => [entry.id, entry.name]));
    assert.deepEqual([names.get(first), names.get(last)], ['a', 'z']);
  });

  it('is of the moment at which its maker could still read it, and is not sent to the maker afterwards', async () => {
    const shared = await core.dms.shares.create(ann, { entryId: top, users: ['ben'], permissions: 1 });
    const made = await between(core.dms.archives.create(ben, [top]), () =>
      core.dms.shares.remove(ann, shared.id),
    );
    assert.ok(made.entries.length > 2 * DOCUMENTS);
    await refuses(() => core.dms.archives.open(ben, made.id), 'not_found');
  });

  it('is opened with all entries that its user can read at one moment', async () => {
    const shared = await core.dms.shares.create(ann, { entryId: top, users: ['ben'], permissions: 1 });
    const { id, entries } = await core.dms.archives.create(ben, [top]);
    const opened = await between(core.dms.archives.open(ben, id), () =>
      core.dms.shares.remove(ann, shared.id),
    );
    opened.close();
    assert.equal(opened.entries.length, entries.length);
    const last = present(opened.entries.at(-1));
    await refuses(() => Promise.resolve(opened.content(last)), 'not_found');
  });
});

describe('an archive that is prepared when the service stops', () => {
  it('is refused, and leaves no snapshot open', async () => {
    const core = await openCoreFixture();
    const ann = await newUser(core, 'ann');
    const folder = await makeFolder(core.dms, ann, 'folder');
    await Promise.all(
      Array.from({ length: 450 }, (_, number) => makeFolder(core.dms, ann, `f ${number}`, folder)),
    );
    // The second one waits for the first one.
    const made = [1, 2].map(() => core.dms.archives.create(ann, [folder]));
    const refused = Promise.all(made.map((archive) => refuses(() => archive, 'throttled')));
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(core.database.snapshots.areOpen);
    await core.close();
    assert.equal(core.database.snapshots.areOpen, false);
    await refused;
    assert.equal(core.database.snapshots.areOpen, false);
  });
});
