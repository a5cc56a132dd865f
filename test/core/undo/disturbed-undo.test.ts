// Would catch: an undo that goes on for a paused user, that an administrator cannot take back, that hangs as `running`
// on a full disk, that blocks its user for good, or that brings back something else than what was there.
import assert from 'node:assert/strict';
import type { UndoRequest } from '../../../src/core/undo/undo.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, SYSTEM } from '../../support/accounts.ts';
import { ringFor } from '../../support/alarm.ts';
import { makeFolder, newUser, paths, read, write } from '../../support/tree.ts';

describe('an undo under bad luck and bad will', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let root: UserActor;
  let since: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    root = await newUser(core, 'root', { isAdmin: true });
  });
  afterEach(() => core.close());

  const step = () => core.pass(1000);
  function mark(): void {
    step();
    since = core.now();
    step();
  }
  async function takeBack(actor: UserActor, request: UndoRequest) {
    step();
    const { id } = await core.dms.undos.begin(actor, request);
    const undone = await core.dms.undos.run(id);
    const notes = core.dms.undos.notes(actor, id, PAGE).items.map(({ name, reason }) => [name, reason.code]);
    return { id, notes, counts: [undone.total, undone.reverted, undone.skipped] };
  }
  const undo = (actor: UserActor, options: object = {}) =>
    takeBack(actor, { kind: 'changes', since, ...options });

  it('an undo that runs stops when its user is paused', async () => {
    for (let i = 0; i < 300; i += 1) await write(core.dms, ann, `f${String(i)}`, 'x');
    mark();
    for (let i = 0; i < 300; i += 1) await write(core.dms, ann, `f${String(i)}`, 'y');
    const { id } = await core.dms.undos.begin(ann, { kind: 'changes', since });
    await ringFor(core.dms, ann.userId, 'pause');
    await assert.rejects(core.dms.undos.run(id), { code: 'forbidden' });
    assert.equal(core.dms.undos.get(root, id).reverted, 0);
  });

  it('a wider undo works after a narrower one of the same user', async () => {
    const plan = await write(core.dms, ann, 'plan', 'good');
    mark();
    const early = since;
    await write(core.dms, ann, 'plan', 'encrypted once');
    mark();
    await write(core.dms, ann, 'plan', 'encrypted twice');
    await undo(ann);
    const { notes } = await undo(ann, { since: early });
    assert.deepEqual(notes, []);
    assert.equal(await read(core.dms, ann, plan), 'good');
  });

  it('is stopped, not running, when the disk is full', async () => {
    await write(core.dms, ann, 'plan', 'good');
    mark();
    await write(core.dms, ann, 'plan', 'bad');
    const { id } = await core.dms.undos.begin(ann, { kind: 'changes', since });
    const { database } = core;
    const transaction = database.transaction.bind(database);
    let calls = 0;
    // As SQLite says it in the binary: not a DmsError (see src/storage/database/change-queue.ts, #retryOrReject).
    Object.assign(database, {
      transaction: (work: () => unknown) => {
        calls += 1;
        if (calls < 2) return transaction(work);
        return Promise.reject(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }));
      },
    });
    await assert.rejects(core.dms.undos.run(id));
    Object.assign(database, { transaction });
    // The disk has room again; the caller must learn that the undo does not go on, and may begin another one.
    assert.notEqual(core.dms.undos.get(ann, id).stop, null);
  });

  it('of the command line that was killed does not block the administrator for good', async () => {
    await write(core.dms, ann, 'plan', 'good');
    mark();
    await write(core.dms, ann, 'plan', 'bad');
    const operator = core.dms.users.actingAs(SYSTEM, 'root');
    const { id } = await core.dms.undos.begin(operator, { kind: 'changes', login: 'ann', since });
    // The process is killed here; a day later, after a restart of the service:
    core.pass(24 * 3_600_000);
    const again = core.again();
    again.undos.resumeAll();
    const next = await again.undos.begin(root, { kind: 'changes', login: 'ann', since });
    assert.notEqual(next.id, id);
  });

  it('tells that the content of that time is gone, and an older one came back', async () => {
    const plan = await write(core.dms, ann, 'plan', 'old');
    step();
    await write(core.dms, ann, 'plan', 'good');
    mark();
    await write(core.dms, ann, 'plan', 'bad');
    await core.dms.versions.remove(ann, plan, 2);
    const { notes } = await undo(ann);
    assert.deepEqual(notes, [['plan', 'undo_older_content']]);
  });

  it('of another user says that a colleague works on an entry', async () => {
    const { dms } = core;
    const folder = await makeFolder(dms, ann, 'Office');
    const plan = await write(dms, ann, 'plan', 'good', folder);
    await dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 31 });
    mark();
    await dms.entries.rename(ann, folder, 'Office.locked');
    await write(dms, ann, 'plan', 'bad', folder);
    const request = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 600 } as const;
    await dms.lockCreation.create(ben, plan, request);
    const { notes } = await undo(root, { login: 'ann' });
    assert.deepEqual(notes, [
      ['Office.locked', 'entry_locked'],
      ['plan', 'entry_locked'],
    ]);
  });

  it('keeps what existed before, when the clock was set back', async () => {
    await write(core.dms, ann, 'plan', 'good');
    core.pass(-3_600_000);
    mark();
    await write(core.dms, ann, 'plan', 'bad');
    await undo(ann);
    assert.deepEqual(await paths(core.dms, ann), ['plan']);
  });

  it('keeps what a colleague made in the same millisecond', async () => {
    const office = await makeFolder(core.dms, ann, 'Office');
    await core.dms.shares.create(ann, { entryId: office, users: ['ben'], permissions: 31 });
    mark();
    await write(core.dms, ann, 'new', 'by ann', office);
    await write(core.dms, ben, 'new', 'by ben', office);
    await undo(ben);
    assert.deepEqual(await paths(core.dms, ann), ['Office/', 'Office/new']);
  });

  it('gives names back that were handed on in a row', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 40; i += 1) ids.push(await write(core.dms, ann, `IMG${String(i)}`, 'x'));
    const before = await paths(core.dms, ann);
    mark();
    for (const [i, id] of [...ids.entries()].reverse()) {
      step();
      await core.dms.entries.rename(ann, id, `IMG${String(i + 1)}`);
    }
    // So that the undo looks at them in the worst order.
    for (let i = 1; i <= 40; i += 1) {
      step();
      await write(core.dms, ann, `IMG${String(i)}`, `y${String(i)}`);
    }
    assert.deepEqual((await undo(ann)).notes, []);
    assert.deepEqual(await paths(core.dms, ann), before);
  });
});
