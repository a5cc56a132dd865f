import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { assertFaultless } from '../../support/database/faults.ts';
import { makeFolder, newUser, usageOf, write } from '../../support/tree.ts';

describe('emptying the trash', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let admin: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    [ann, ben] = [await newUser(core, 'ann'), await newUser(core, 'ben')];
    admin = await newUser(core, 'root', { isAdmin: true });
  });
  afterEach(() => core.close());

  async function discarded(actor: UserActor, name: string, folderId = 0): Promise<number> {
    const id = await write(core.dms, actor, name, name, folderId);
    await core.dms.entries.remove(actor, id);
    return id;
  }

  const seenBy = (actor: UserActor) => core.dms.trash.list(actor, PAGE).items.map(({ entry }) => entry.name);

  it('purges all of one’s own, however much it is, and frees what it took', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    await Promise.all(
      Array.from({ length: 450 }, (_, number) => write(core.dms, ann, `${number}`, 'x', folder)),
    );
    await core.dms.entries.remove(ann, folder);
    for (let number = 0; number < 230; number += 1) await discarded(ann, `file ${number}`);
    assert.deepEqual(await core.dms.emptyTrash.run(ann), { purged: 231, left: 0 });
    assert.deepEqual(seenBy(ann), []);
    assert.deepEqual(
      usageOf(core.database).find(({ login }) => login === 'ann'),
      { login: 'ann', counted: 0, held: 0 },
    );
    assert.equal(core.actions().filter((line) => line.startsWith('purge ')).length, 231);
    assert.deepEqual(await core.dms.emptyTrash.run(ann), { purged: 0, left: 0 });
  });

  it('leaves what one deleted out of the home of another, also to an administrator', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    await core.dms.shares.create(ann, { entryId: folder, users: ['ben', 'root'], permissions: 15 });
    const office = (await core.dms.folders.createSystem(admin, 'office')).id;
    await core.dms.shares.create(admin, { entryId: office, users: ['ben'], permissions: 15 });
    for (const [actor, name] of [
      [ben, 'by ben'],
      [admin, 'by admin'],
    ] as const)
      await discarded(actor, name, folder);
    await discarded(ben, 'of the office', office);
    await discarded(ben, 'of ben');
    await discarded(admin, 'of admin');
    assert.deepEqual(await core.dms.emptyTrash.run(ben), { purged: 1, left: 2 });
    assert.deepEqual(seenBy(ben).sort(), ['by ben', 'of the office']);
    assert.deepEqual(await core.dms.emptyTrash.run(admin), { purged: 2, left: 1 });
    assert.deepEqual(seenBy(admin), ['by admin']);
    assert.deepEqual(await core.dms.emptyTrash.run(ann), { purged: 2, left: 0 });
  });

  it('needs the right to write, and an account that is still good', async () => {
    await discarded(ann, 'file');
    await refuses(async () => core.dms.emptyTrash.run(await core.token('ann', ['read'])), 'forbidden');
    await refuses(() => core.dms.emptyTrash.run({ kind: 'guest', ip: null }), 'unauthenticated');
    await core.dms.users.update(admin, ann.userId, { isDisabled: true });
    await refuses(() => core.dms.emptyTrash.run(ann), 'unauthenticated');
    await assertFaultless(core.database);
  });
});
