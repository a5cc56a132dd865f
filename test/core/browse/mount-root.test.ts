import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, MINUTE, openCoreFixture, PAGE, present, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, paths, write } from '../../support/tree.ts';

describe('what is shown at the mount root besides the home', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let root: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    root = await newUser(core, 'root', { isAdmin: true });
  });
  afterEach(() => core.close());

  function idAt(actor: UserActor, ...path: string[]): number | undefined {
    return core.dms.tree.resolve(actor, path)?.entry.id;
  }

  async function share(entryId: number, login: string, expiresAt: number | null = null): Promise<number> {
    const request = { entryId, users: [login], permissions: 3, expiresAt };
    return (await core.dms.shares.create(ann, request)).id;
  }

  for (const login of ['ben', 'root'])
    it(`ends with its grant, although another grant still shows it elsewhere (${login})`, async () => {
      const actor = login === 'ben' ? ben : root;
      const outer = await makeFolder(core.dms, ann, 'outer');
      const inner = await makeFolder(core.dms, ann, 'inner', outer);
      await write(core.dms, ann, 'file', 'x', inner);
      await share(outer, login);
      await share(inner, login, core.now() + MINUTE);
      assert.deepEqual(await paths(core.dms, actor), [
        'inner/',
        'inner/file',
        'outer/',
        'outer/inner/',
        'outer/inner/file',
      ]);
      assert.equal(idAt(actor, 'inner'), inner);
      core.pass(MINUTE);
      assert.deepEqual(await paths(core.dms, actor), ['outer/', 'outer/inner/', 'outer/inner/file']);
      assert.equal(idAt(actor, 'inner'), undefined);
      assert.equal(core.dms.tree.path(actor, inner), '/outer/inner');
    });

  it('is for administrators a folder of the office also when it is no longer shared with them', async () => {
    const chief = await newUser(core, 'chief', { isAdmin: true });
    const { id } = await core.dms.folders.createSystem(chief, 'Office');
    const request = { entryId: id, users: ['ben', 'root'], permissions: 1 };
    const shared = await core.dms.shares.create(chief, request);
    await core.dms.shares.remove(chief, shared.id);
    assert.deepEqual(await paths(core.dms, root), ['Office/']);
    assert.equal(idAt(root, 'Office'), id);
    assert.equal(idAt(ben, 'Office'), undefined);
    await core.dms.entries.move(root, { path: ['Office'] }, { path: ['Bureau'] });
    assert.deepEqual(await paths(core.dms, chief), ['Bureau/']);
  });

  it('has each name once, whatever of home, shares and office has it', async () => {
    await makeFolder(core.dms, root, 'Plans');
    await core.dms.folders.createSystem(root, 'Plans');
    const lent = await makeFolder(core.dms, ann, 'Docs');
    await share(lent, 'root');
    await core.dms.entries.remove(ann, lent);
    await makeFolder(core.dms, root, 'Docs');
    await core.dms.trash.restore(ann, lent);
    const office = (await core.dms.folders.createSystem(root, 'Docs (2)')).id;
    assert.deepEqual(await paths(core.dms, root), [
      'Docs (2) (2)/',
      'Docs (2)/',
      'Docs/',
      'Plans (2)/',
      'Plans/',
    ]);
    assert.equal(idAt(root, 'Docs (2)'), lent);
    assert.equal(idAt(root, 'Docs (2) (2)'), office);
  });

  it('has the name that a path leads to, numbers included', async () => {
    await write(core.dms, ben, 'report.pdf', 'own');
    await share(await write(core.dms, ann, 'report.pdf'), 'ben');
    const lent = await makeFolder(core.dms, ann, 'lent');
    await write(core.dms, ann, 'within', 'x', lent);
    await share(lent, 'ben');
    const nameAt = (...path: string[]) => present(core.dms.tree.resolve(ben, path)).name;
    assert.equal(nameAt('report (2).pdf'), 'report (2).pdf');
    assert.equal(nameAt('report.pdf'), 'report.pdf');
    assert.equal(nameAt('lent', 'within'), 'within');
  });

  it('has no name under which a program of the recipient saves', async () => {
    for (const name of ['draft.tmp', '~$letter.docx', '.letter.txt.swp', 'notes.bak', 'letter.txt'])
      await share(await write(core.dms, ann, name), 'ben');
    assert.deepEqual(await paths(core.dms, ben), [
      '(.letter.txt.swp)',
      '(draft.tmp)',
      '(notes.bak)',
      '(~$letter.docx)',
      'letter.txt',
    ]);
  });

  it('keeps the name that the recipient gave it when it is shared anew', async () => {
    const id = await write(core.dms, ann, 'plan.txt');
    await share(id, 'ben');
    await core.dms.entries.move(ben, { path: ['plan.txt'] }, { path: ['mine.txt'] });
    await share(id, 'ben');
    assert.deepEqual(await paths(core.dms, ben), ['mine.txt']);
    assert.deepEqual(await paths(core.dms, ann), ['plan.txt']);
  });

  it('comes in pages of folders, the oldest grant first', async () => {
    for (const name of ['e', 'd', 'c', 'b', 'a']) await share(await makeFolder(core.dms, ann, name), 'ben');
    const { items, total } = core.dms.folderPages.shared(ben, { ...PAGE, page: 2, perPage: 2 });
    assert.deepEqual([items.map(({ name }) => name), total], [['c', 'b'], 5]);
  });

  it('is nothing that has come into the home, although it is still shared', async () => {
    const id = await write(core.dms, ann, 'plan.txt');
    await share(id, 'ben');
    const box = await makeFolder(core.dms, ben, 'box');
    await core.dms.shares.create(ben, { entryId: box, users: ['ann'], permissions: 5 });
    await core.dms.entries.move(ann, id, { folderId: box, name: 'plan.txt' });
    assert.deepEqual(await paths(core.dms, ben), ['box/', 'box/plan.txt']);
    assert.equal(core.dms.tree.path(ben, id), '/box/plan.txt');
  });

  it('distinguishes the path a/b from the name ab', async () => {
    const id = await makeFolder(core.dms, ann, 'b', await makeFolder(core.dms, ann, 'a'));
    assert.equal(idAt(ann, 'a', 'b'), id);
    assert.equal(idAt(ann, 'ab'), undefined);
    await refuses(() => core.dms.entries.remove(ann, { path: ['ab'] }), 'not_found');
  });
});
