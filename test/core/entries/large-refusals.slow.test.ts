// Would catch: a large copy or move that cannot succeed blocks the folder for other users, or writes rows, before it is refused.
import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, present, refuses } from '../../support/accounts.ts';
import { assertFaultless } from '../../support/database/faults.ts';
import { makeFolder, newUser, onto, paths, putTo, write } from '../../support/tree.ts';

/** More entries than are measured in one transaction. */
const FOLDERS = 8;
const FILES = 400;
/** Folders beneath each other that a user may have. */
const MAX_DEPTH = 100;

/**
 * Ann's folder `within`, shared with Ben with all rights, contains the large folder `top` with one level of folders.
 * Ben's folder `of ben` is shared with Ann.
 */
describe('a large copy or move that is refused', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let top: number;
  let file: number;
  let deepOfAnn: number;
  let deepOfBen: number;
  let ofBen: number;

  before(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    const within = await makeFolder(core.dms, ann, 'within');
    top = await makeFolder(core.dms, ann, 'top', within);
    file = await write(core.dms, ann, 'file', 'one', top);
    const first = await makeFolder(core.dms, ann, 'folder 0', top);
    await Promise.all(
      Array.from({ length: FILES }, (_, number) => write(core.dms, ann, `${number}`, 'content', first)),
    );
    for (let number = 1; number < FOLDERS; number += 1)
      await core.dms.entries.copy(ann, first, { folderId: top, name: `folder ${number}` });
    await core.dms.shares.create(ann, { entryId: within, users: ['ben'], permissions: 31 });
    ofBen = await makeFolder(core.dms, ben, 'of ben');
    await core.dms.shares.create(ben, { entryId: ofBen, users: ['ann'], permissions: 31 });
    deepOfAnn = await nested(ann);
    deepOfBen = await nested(ben, ofBen);
  });
  after(() => core.close());
  afterEach(async () => {
    Reflect.deleteProperty(core.database, 'readersMayBegin');
    core.database.prepare('UPDATE users SET quota_bytes = NULL').run();
    await assertFaultless(core.database);
  });

  /** The deepest folder that a file, but no folder with a folder in it, may be put into. */
  async function nested(actor: UserActor, start = 0): Promise<number> {
    let id = start;
    for (let level = start === 0 ? 0 : 1; level < MAX_DEPTH - 2; level += 1)
      id = await makeFolder(core.dms, actor, 'deep', id);
    return id;
  }

  const leaveRoomOf = (login: string, bytes: number) =>
    core.database.prepare('UPDATE users SET quota_bytes = used_bytes + ? WHERE login = ?').run(bytes, login);

  /** Identifies the newest entry ever made, even if it was deleted. */
  const lastId = () =>
    Number(core.database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'entries'").pluck().get());

  const save = () => putTo(core.dms, ann, onto(core.dms, ann, file), 'saved');

  /** Runs something before each long read of a request, that is, wherever other requests run in between. */
  function beforeEachRead(act: (number: number) => unknown): { readonly reads: number } {
    const state = { reads: 0 };
    core.database.readersMayBegin = async () => {
      state.reads += 1;
      await act(state.reads);
    };
    return state;
  }

  /** Checks that the owner can save at every step of a request, and that the request creates no entry. */
  async function changesNothing(request: () => Promise<unknown>): Promise<void> {
    const before = await paths(core.dms, ann);
    const newest = lastId();
    const state = beforeEachRead(save);
    await request();
    assert.ok(state.reads > 0, 'the request was not a large one');
    assert.equal(lastId(), newest);
    assert.deepEqual(await paths(core.dms, ann), before);
  }

  const takeAway = (folderId: number) => core.dms.entries.move(ben, top, { folderId, name: 'mine' });

  it('blocks and copies nothing if it takes the folder out of a home to where it is too deep', () =>
    changesNothing(() => refuses(() => takeAway(deepOfBen), 'invalid', ['folder_id'])));

  it('blocks and copies nothing if it takes the folder out of a home and exceeds a quota', async () => {
    leaveRoomOf('ben', FOLDERS * FILES);
    await changesNothing(() => refuses(() => takeAway(0), 'quota_exceeded'));
  });

  it('blocks and copies nothing if it is one of a batch', () =>
    changesNothing(async () => {
      const batch = { action: 'move', ids: [top], folderId: deepOfBen, conflict: 'fail' } as const;
      const [result] = await core.dms.batches.run(ben, batch);
      const { error } = present(result && 'error' in result ? result : undefined);
      assert.equal(error.code, 'invalid');
    }));

  it('blocks nothing if it moves the folder to where it is too deep', () =>
    changesNothing(() =>
      refuses(() => core.dms.entries.move(ann, top, { folderId: deepOfAnn, name: 'top' }), 'invalid', [
        'folder_id',
      ]),
    ));

  it('blocks nothing if it moves the folder into a home where it is too deep or exceeds the quota', async () => {
    const move = (folderId: number) => core.dms.entries.move(ann, top, { folderId, name: 'top' });
    await changesNothing(() => refuses(() => move(deepOfBen), 'invalid', ['folder_id']));
    leaveRoomOf('ben', FOLDERS * FILES);
    await changesNothing(() => refuses(() => move(ofBen), 'quota_exceeded'));
  });

  it('copies nothing if it is a copy that is too deep or exceeds the quota', async () => {
    const copy = (folderId: number) => core.dms.entries.copy(ann, top, { folderId, name: 'copy' });
    await changesNothing(() => refuses(() => copy(deepOfAnn), 'invalid', ['folder_id']));
    leaveRoomOf('ann', FOLDERS * FILES);
    await changesNothing(() => refuses(() => copy(0), 'quota_exceeded'));
  });

  it('is refused and leaves nothing if the target is deeper or fuller once the folder is copied', async () => {
    const before = await paths(core.dms, ben);
    const target = await makeFolder(core.dms, ben, 'target');
    beforeEachRead((number) => {
      if (number === 2) return core.dms.entries.move(ben, target, { folderId: deepOfBen, name: 'target' });
      return number === 1 ? save() : assert.fail('it was read again');
    });
    await refuses(() => takeAway(target), 'invalid', ['folder_id']);
    await core.dms.entries.remove(ben, target);
    await core.dms.trash.purge(ben, target);
    beforeEachRead((number) => {
      if (number === 2) leaveRoomOf('ben', FOLDERS * FILES);
    });
    await refuses(() => takeAway(0), 'quota_exceeded');
    Reflect.deleteProperty(core.database, 'readersMayBegin');
    await save();
    assert.deepEqual(await paths(core.dms, ben), before);
  });

  it('is not refused if the quota is sufficient to the byte', async () => {
    const copied = FOLDERS * FILES * 'content'.length + 'saved'.length;
    leaveRoomOf('ben', copied - 1);
    await refuses(() => takeAway(0), 'quota_exceeded');
    leaveRoomOf('ben', copied);
    await takeAway(0);
    assert.ok((await paths(core.dms, ben)).includes('mine/folder 7/399'));
  });
});
