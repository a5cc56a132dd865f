// Would catch an undo that loses a content, takes back what a colleague did, or leaves what it should take back.
import assert from 'node:assert/strict';
import type { UndoRequest } from '../../../src/core/undo/undo.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses, SYSTEM } from '../../support/accounts.ts';
import { assertFaultless } from '../../support/database/faults.ts';
import { makeFolder, newUser, paths, read, write } from '../../support/tree.ts';

type Changes = Extract<UndoRequest, { kind: 'changes' }>;

describe('an undo of many changes', () => {
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
  afterEach(async () => {
    await assertFaultless(core.database);
    await core.close();
  });

  const step = () => core.pass(1000);
  function mark(): void {
    step();
    since = core.now();
    step();
  }

  const undo = (actor: UserActor, options: Partial<Changes> = {}) =>
    takeBack(actor, { kind: 'changes', since, ...options });

  async function takeBack(actor: UserActor, request: UndoRequest) {
    step();
    const { id } = await core.dms.undos.begin(actor, request);
    const undone = await core.dms.undos.run(id);
    const notes = core.dms.undos.notes(actor, id, PAGE).items.map(({ name, reason }) => [name, reason.code]);
    return { id, notes, counts: [undone.total, undone.reverted, undone.skipped] };
  }

  it('brings back contents, names, places and deleted entries, and can be undone', async () => {
    const { dms } = core;
    const folder = await makeFolder(dms, ann, 'Plans');
    const inner = await makeFolder(dms, ann, 'inner', folder);
    const plan = await write(dms, ann, 'plan.txt', 'good', folder);
    const gone = await write(dms, ann, 'gone.txt', 'gone', inner);
    const moved = await write(dms, ann, 'moved.txt', 'moved', inner);
    const before = await paths(dms, ann);
    mark();
    await write(dms, ann, 'plan.txt', 'bad', folder);
    step();
    await dms.entries.rename(ann, plan, 'plan.txt.locked');
    step();
    const note = await write(dms, ann, 'README', 'pay', folder);
    step();
    await dms.entries.move(ann, moved, { folderId: 0, name: 'elsewhere' });
    step();
    await dms.entries.remove(ann, gone);
    step();
    await dms.entries.remove(ann, inner);
    const spoiled = await paths(dms, ann);

    const { id, counts, notes } = await undo(ann);
    assert.deepEqual(notes, []);
    assert.deepEqual(counts, [5, 5, 0]);
    assert.deepEqual(await paths(dms, ann), before);
    assert.equal(await read(dms, ann, plan), 'good');
    assert.equal(await read(dms, ann, gone), 'gone');
    assert.deepEqual(
      dms.trash.list(ann, PAGE).items.map(({ entry }) => entry.id),
      [note],
    );
    assert.deepEqual(
      dms.versions.list(ann, plan, PAGE).items.map(({ number }) => number),
      [3, 2, 1],
    );
    const log = await dms.activity.list(ann, { after: since }, PAGE);
    assert.equal(log.items.filter(({ action }) => action.startsWith('undo')).length, 1);

    const again = await takeBack(ann, { kind: 'undo', undoId: id });
    assert.deepEqual(again.notes, []);
    assert.deepEqual(await paths(dms, ann), spoiled);
    assert.equal(await read(dms, ann, plan), 'bad');
  });

  it('leaves and lists what a colleague has changed since, unless told otherwise', async () => {
    const { dms } = core;
    const folder = await makeFolder(dms, ann, 'Office');
    await dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 31 });
    const [one, two] = [await write(dms, ann, 'one', '1', folder), await write(dms, ann, 'two', '2', folder)];
    mark();
    await write(dms, ann, 'one', 'bad', folder);
    await write(dms, ann, 'two', 'bad', folder);
    step();
    await write(dms, ben, 'two', 'by ben', folder);
    const made = await makeFolder(dms, ann, 'made', folder);
    step();
    await write(dms, ben, 'his', 'his', made);
    const { counts, notes } = await undo(ann);
    assert.deepEqual(counts, [3, 1, 2]);
    assert.deepEqual(notes, [
      ['two', 'changed_meanwhile_by'],
      ['made', 'not_empty'],
    ]);
    assert.equal(await read(dms, ann, one), '1');
    assert.equal(await read(dms, ann, two), 'by ben');
    await undo(ann, { isForced: true });
    assert.equal(await read(dms, ann, two), '2');
  });

  it('takes what a restored folder brought along back with it, but nothing that a colleague wrote there', async () => {
    const { dms } = core;
    const office = await makeFolder(dms, ann, 'Office');
    await dms.shares.create(ann, { entryId: office, users: ['ben'], permissions: 31 });
    const folders: (readonly [number, number, string])[] = [];
    for (const name of ['alone', 'shared']) {
      const folder = await makeFolder(dms, ann, name, office);
      const inner = await makeFolder(dms, ann, `inner ${name}`, folder);
      await write(dms, ann, 'own', 'old', inner);
      await dms.entries.remove(ann, folder);
      folders.push([folder, inner, `inner ${name}`]);
    }
    mark();
    for (const [folder, inner, name] of folders) {
      await dms.trash.restore(ann, folder);
      step();
      await dms.entries.move(ann, inner, { folderId: office, name });
      step();
      if (name === 'inner shared') await write(dms, ben, 'his', 'his', inner);
    }
    const { notes } = await undo(ann);
    assert.deepEqual(notes, [['shared', 'not_empty']]);
    assert.deepEqual(await paths(dms, ann), [
      'Office/',
      'Office/shared/',
      'Office/shared/inner shared/',
      'Office/shared/inner shared/his',
      'Office/shared/inner shared/own',
    ]);
  });

  it('of another user is for administrators, and needs no permissions of theirs', async () => {
    const { dms } = core;
    const plan = await write(dms, ann, 'plan', 'good');
    mark();
    await write(dms, ann, 'plan', 'bad');
    await dms.users.update({ kind: 'system', name: 'test' }, ann.userId, { quotaBytes: 8, isDisabled: true });
    await refuses(() => dms.undos.begin(ben, { kind: 'changes', login: 'ann', since }), 'forbidden');
    const { counts } = await undo(root, { login: 'ann' });
    assert.deepEqual(counts, [1, 1, 0]);
    await dms.users.update({ kind: 'system', name: 'test' }, ann.userId, { isDisabled: false });
    assert.equal(await read(dms, await core.session('ann'), plan), 'good');
  });

  it('is taken back by an administrator, too, who may not read the entries', async () => {
    const { dms } = core;
    const plan = await write(dms, ann, 'plan', 'good');
    mark();
    // Somebody with the credentials of ann throws everything away.
    const { id } = await undo(ann, { since: 0 });
    assert.deepEqual(await paths(dms, ann), []);
    await refuses(() => dms.undos.begin(ben, { kind: 'undo', undoId: id }), 'not_found');
    const { notes } = await takeBack(root, { kind: 'undo', undoId: id });
    assert.deepEqual(notes, []);
    assert.equal(dms.tree.path(ann, plan), '/plan');
  });

  it('does not count a document as put back of which no version of that time is left', async () => {
    const { dms } = core;
    const plan = await write(dms, ann, 'plan', 'good');
    mark();
    await write(dms, ann, 'plan', 'bad');
    await dms.versions.remove(ann, plan, 1);
    const preview = await dms.undos.preview(ann, { kind: 'changes', since });
    assert.deepEqual([preview.reverted, preview.skipped], [0, 1]);
    const { counts, notes } = await undo(ann);
    assert.deepEqual(counts, [1, 0, 1]);
    assert.deepEqual(notes, [['plan', 'undo_version_gone']]);
  });

  it('needs the permissions that the user has now', async () => {
    const { dms } = core;
    const folder = await makeFolder(dms, ann, 'Office');
    const { id: share } = await dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 31 });
    const plan = await write(dms, ann, 'plan', 'good', folder);
    mark();
    await write(dms, ben, 'plan', 'bad', folder);
    await dms.shares.remove(ann, share);
    await dms.entries.rename(ann, plan, 'secret');
    const preview = await dms.undos.preview(ben, { kind: 'changes', since });
    assert.deepEqual(
      preview.entries.map(({ name }) => name),
      [''],
    );
    const { counts, notes } = await undo(ben);
    assert.deepEqual(counts, [1, 0, 1]);
    assert.deepEqual(notes, [['', 'undo_no_permission']]);
    assert.equal(await read(dms, ann, plan), 'bad');
  });

  it('puts a folder back as it was at a time, whoever changed it', async () => {
    const { dms } = core;
    const folder = await makeFolder(dms, ann, 'Office');
    await dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 31 });
    const inner = await makeFolder(dms, ann, 'inner', folder);
    const plan = await write(dms, ann, 'plan', 'good', inner);
    const outside = await write(dms, ann, 'outside', 'o');
    const before = await paths(dms, ann);
    mark();
    await write(dms, ben, 'plan', 'bad', inner);
    step();
    await dms.entries.move(ann, plan, { folderId: 0, name: 'taken away' });
    await dms.entries.remove(ben, inner);
    step();
    await dms.entries.move(ann, outside, { folderId: folder, name: 'inner' });
    await makeFolder(dms, ben, 'new', folder);
    const { notes } = await takeBack(ann, { kind: 'folder', folderId: folder, at: since });
    assert.deepEqual(notes, []);
    assert.deepEqual(await paths(dms, ann), before);
    assert.equal(await read(dms, ann, plan), 'good');
  });

  it('of a folder tells nothing of entries that the user may not see', async () => {
    const { dms } = core;
    const folder = await makeFolder(dms, ann, 'Office');
    await dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 31 });
    const hidden = await write(dms, ann, 'hidden', 'x', folder);
    const plan = await write(dms, ann, 'plan', 'good', folder);
    mark();
    await dms.entries.move(ann, hidden, { folderId: 0, name: 'secret' });
    await write(dms, ann, 'plan', 'bad', folder);
    const { counts, notes } = await takeBack(ben, { kind: 'folder', folderId: folder, at: since });
    assert.deepEqual([counts, notes], [[1, 1, 0], []]);
    assert.equal(await read(dms, ann, plan), 'good');
    assert.equal(dms.tree.path(ann, hidden), '/secret');
  });

  it('goes on at the next start of the service', async () => {
    const { dms } = core;
    const plan = await write(dms, ann, 'plan', 'good');
    mark();
    await write(dms, ann, 'plan', 'bad');
    const { id } = await dms.undos.begin(ann, { kind: 'changes', since });
    await refuses(() => dms.undos.begin(ann, { kind: 'changes', since }), 'throttled');
    dms.undos.resumeAll();
    assert.notEqual((await dms.undos.run(id)).endedAt, null);
    assert.equal(await read(dms, ann, plan), 'good');
    assert.equal(dms.versions.list(ann, plan, PAGE).total, 3);
  });

  it('counts as stopped a minute after its process was killed, and keeps nobody from another one', async () => {
    const { dms } = core;
    const plan = await write(dms, ann, 'plan', 'good');
    mark();
    await write(dms, ann, 'plan', 'bad');
    const { id } = await dms.undos.begin(ann, { kind: 'changes', since });
    assert.equal(dms.undos.get(ann, id).stop, null);
    core.pass(60_001);
    assert.equal(dms.undos.get(ann, id).stop?.code, 'undo_abandoned');
    assert.equal(dms.undos.list(ann, PAGE).items[0]?.stop?.code, 'undo_abandoned');
    await undo(ann);
    assert.equal(await read(dms, ann, plan), 'good');
  });

  it('with the permissions of the office does not go on for a user who is no longer an administrator', async () => {
    const { dms } = core;
    const plan = await write(dms, ann, 'plan', 'good');
    mark();
    await write(dms, ann, 'plan', 'bad');
    const { id } = await dms.undos.begin(root, { kind: 'changes', login: 'ann', since });
    await newUser(core, 'second', { isAdmin: true });
    await dms.users.update(SYSTEM, root.userId, { isAdmin: false });
    await refuses(() => dms.undos.run(id), 'forbidden');
    assert.equal(await read(dms, ann, plan), 'bad');
  });

  it('gives names back that entries have exchanged', async () => {
    const { dms } = core;
    const [one, two] = [await write(dms, ann, 'one', '1'), await write(dms, ann, 'two', '2')];
    mark();
    await dms.entries.rename(ann, one, 'aside');
    step();
    await dms.entries.rename(ann, two, 'one');
    step();
    await dms.entries.rename(ann, one, 'two');
    const { notes } = await undo(ann);
    assert.deepEqual(notes, []);
    assert.equal(dms.tree.path(ann, one), '/one');
    assert.equal(dms.tree.path(ann, two), '/two');
  });
});
