import assert from 'node:assert/strict';
import type { Entry } from '../../../src/model/entries/entry.ts';
import type { Expectation } from '../../../src/model/entries/expectation.ts';
import { DmsError } from '../../../src/model/errors/errors.ts';
import { message } from '../../../src/model/errors/messages.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, putTo, snapshotOf, write } from '../../support/tree.ts';

const LOCK = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;

type Write = (actor: UserActor, expect: Expectation) => Promise<unknown>;

describe('what a request expects', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let folder: number;
  let file: number;
  let asked: (readonly [Entry['id'] | undefined, number])[];

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    folder = await makeFolder(core.dms, ann, 'folder');
    file = await write(core.dms, ann, 'file', 'one', folder);
    await core.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 1 });
    asked = [];
  });
  afterEach(() => core.close());

  const note: Expectation = (current, folderId) => void asked.push([current?.id, folderId]);
  const refuse: Expectation = (current, folderId) => {
    note(current, folderId);
    throw new DmsError('precondition_failed', message('conditions_not_met'));
  };

  const ofEntry: Readonly<Record<string, Write>> = {
    'new content': (actor, expect) => putTo(core.dms, actor, { path: ['folder', 'file'] }, 'two', { expect }),
    'another title': (actor, expect) => core.dms.documents.update(actor, file, { title: 'T' }, { expect }),
    'a move': (actor, expect) =>
      core.dms.entries.move(actor, file, { folderId: folder, name: 'x' }, { expect }),
    'a copy': (actor, expect) =>
      core.dms.entries.copy(actor, file, { folderId: folder, name: 'x' }, { expect }),
    'a deletion': (actor, expect) => core.dms.entries.remove(actor, file, { expect }),
    'a lock by id': (actor, expect) => core.dms.lockCreation.create(actor, file, LOCK, expect),
    'a lock by path': (actor, expect) =>
      core.dms.lockCreation.create(actor, { path: ['folder', 'file'] }, LOCK, expect),
  };

  const ofFreeName: Readonly<Record<string, Write>> = {
    'new content': (actor, expect) => putTo(core.dms, actor, { path: ['folder', 'new'] }, 'x', { expect }),
    'a new folder': (actor, expect) =>
      core.dms.folders.create(actor, { folderId: folder, name: 'new' }, { expect }),
    'a lock': (actor, expect) =>
      core.dms.lockCreation.create(actor, { path: ['folder', 'new'] }, LOCK, expect),
  };

  /** Asked before permissions: whoever may only read learns that the entry is another by now. */
  async function isAskedOnce(change: Write, entry: number | undefined): Promise<void> {
    const before = snapshotOf(core.database);
    for (const actor of [ann, ben]) await refuses(() => change(actor, refuse), 'precondition_failed');
    assert.equal(snapshotOf(core.database), before);
    await refuses(() => change(ben, note), 'forbidden');
    await change(ann, note);
    assert.deepEqual(asked, Array<unknown>(4).fill([entry, folder]));
  }

  for (const [name, change] of Object.entries(ofEntry))
    it(`is asked of the entry and its folder: ${name}`, () => isAskedOnce(change, file));

  for (const [name, change] of Object.entries(ofFreeName))
    it(`is asked of a free name and its folder: ${name}`, () => isAskedOnce(change, undefined));

  it('is asked of a folder of the office, which is in none', async () => {
    const admin = await newUser(core, 'root', { isAdmin: true });
    const { id } = await core.dms.folders.createSystem(admin, 'Office');
    await core.dms.entries.remove(admin, id, { expect: note });
    assert.deepEqual(asked, [[id, 0]]);
  });

  it('is not asked of a taken name where only a new folder would go', async () => {
    const make = () => core.dms.folders.create(ann, { folderId: 0, name: 'folder' }, { expect: note });
    await refuses(make, 'name_taken', ['name']);
    assert.deepEqual(asked, []);
  });

  it('a lock that holds says whether it made its document', async () => {
    const create = (name: string) => core.dms.lockCreation.create(ann, { path: ['folder', name] }, LOCK);
    const [made, found] = [await create('new'), await create('file')];
    assert.deepEqual([made.outcome, found.outcome, found.entry.id], ['created', 'existing', file]);
  });
});
