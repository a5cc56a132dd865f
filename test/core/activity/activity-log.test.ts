import assert from 'node:assert/strict';
import type { ActivityQuery } from '../../../src/core/activity/activity-log.ts';
import { TEXTS } from '../../../src/model/errors/messages.ts';
import type { Activity } from '../../../src/model/people/activity.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { readsOf } from '../../support/database/queries.ts';
import { makeFolder, newUser, onto, putTo, write } from '../../support/tree.ts';

describe('activity', () => {
  let core: CoreFixture;
  let admin: UserActor;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    admin = await newUser(core, 'root', { isAdmin: true });
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  });
  afterEach(() => core.close());

  async function list(actor: UserActor, query: ActivityQuery = {}): Promise<readonly Activity[]> {
    return (await core.dms.activity.list(actor, query, PAGE)).items;
  }

  /** The text that a program makes of the code and the facts of a record. */
  function said({ data }: Activity): string | undefined {
    const [, text] = Object.entries(TEXTS).find(([code]) => code === data?.code) ?? [];
    return text?.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(data?.facts[name]));
  }

  /** What an actor sees of what happened to entries: the same as text and as facts. */
  async function seen(actor: UserActor, query: ActivityQuery = {}): Promise<string[]> {
    const records = await list(actor, query);
    assert.deepEqual(
      records.map(said),
      records.map(({ details }) => details),
    );
    return records
      .filter(({ documentId, folderId }) => documentId !== null || folderId !== null)
      .map(({ action, details }) => `${action} ${details}`);
  }

  function share(entryId: number, permissions = 1, login = 'ben') {
    return core.dms.shares.create(ann, { entryId, users: [login], permissions });
  }

  it('says what happened, to what, by whom, when and from where, newest first', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    core.pass(1000);
    const id = await write(core.dms, ann, 'file', 'x', folder);
    const [second, first] = await list(ann);
    assert.deepEqual(second, {
      id: second?.id,
      action: 'upload',
      user: 'Name of ann',
      at: core.now(),
      details: 'file',
      data: { code: 'entry', facts: { name: 'file' } },
      documentId: id,
      folderId: null,
      ip: '192.0.2.1',
    });
    assert.deepEqual([first?.action, first?.documentId, first?.folderId], ['create_folder', null, folder]);
  });

  it('of an earlier release has no facts', async () => {
    core.database
      .prepare("INSERT INTO activities (action, user_name, at, details) VALUES ('update', 'x', 0, 'old')")
      .run();
    const [old] = await list(admin, { action: 'update' });
    assert.deepEqual([old?.details, old?.data], ['old', null]);
  });

  describe('is shown to others', () => {
    it('of entries that they can read, as long as they can', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      await write(core.dms, ann, 'file', 'x', folder);
      await write(core.dms, ann, 'private');
      assert.deepEqual(await seen(ben), []);
      const request = { entryId: folder, users: ['ben'], permissions: 1, expiresAt: core.now() + 1000 };
      await core.dms.shares.create(ann, request);
      assert.deepEqual(await seen(ben), ['share folder', 'upload file', 'create_folder folder']);
      core.pass(1000);
      assert.deepEqual(await seen(ben), []);
    });

    it('of a document that is shared by itself, and not of its neighbours', async () => {
      const id = await write(core.dms, ann, 'file');
      await write(core.dms, ann, 'neighbour');
      await share(id);
      assert.deepEqual(await seen(ben), ['share file', 'upload file']);
    });

    it('where an entry is now, wherever it was then', async () => {
      const shared = await makeFolder(core.dms, ann, 'shared');
      const apart = await makeFolder(core.dms, ann, 'apart');
      const inner = await makeFolder(core.dms, ann, 'inner', apart);
      await write(core.dms, ann, 'deep', 'x', inner);
      const id = await write(core.dms, ann, 'file', 'x', apart);
      await share(shared);
      const before = await seen(ben);
      await core.dms.entries.move(ann, id, { folderId: shared, name: 'file' });
      await core.dms.entries.move(ann, inner, { folderId: shared, name: 'inner' });
      const all = [
        'move inner to shared',
        'move file to shared',
        ...before.slice(0, 1),
        'upload file',
        'upload deep',
      ];
      assert.deepEqual(await seen(ben), [...all, 'create_folder inner', ...before.slice(1)]);
      await core.dms.entries.move(ann, id, { folderId: apart, name: 'file' });
      await core.dms.entries.move(ann, inner, { folderId: apart, name: 'inner' });
      assert.deepEqual(await seen(ben), before);
    });

    it('until it is deleted, and again when it is restored', async () => {
      const shared = await makeFolder(core.dms, ann, 'shared');
      const inner = await makeFolder(core.dms, ann, 'inner', shared);
      const id = await write(core.dms, ann, 'file', 'x', inner);
      await share(shared);
      const before = await seen(ben);
      assert.ok(before.includes('upload file'));
      for (const entry of [id, inner, shared]) {
        await core.dms.entries.remove(ann, entry);
        assert.ok(!(await seen(ben)).includes('upload file'), 'deleted');
        await core.dms.trash.restore(ann, entry);
        assert.ok((await seen(ben)).includes('upload file'), 'restored');
      }
      await core.dms.entries.remove(ann, id);
      await core.dms.trash.purge(ann, id);
      assert.ok(!(await seen(ben)).some((line) => line.endsWith('file')));
    });

    it('until its content becomes the next version of another', async () => {
      const shared = await makeFolder(core.dms, ann, 'shared');
      await write(core.dms, ann, 'old', 'one', shared);
      const id = await write(core.dms, ann, 'new', 'two', shared);
      await share(shared);
      await core.dms.entries.move(ann, id, { folderId: shared, name: 'old' }, { overwrite: true });
      const lines = await seen(ben);
      assert.deepEqual(
        lines.filter((line) => line.startsWith('upload')),
        ['upload old'],
      );
      assert.equal(lines[0], 'new_version old, version 2');
    });

    it('with all that they did themselves, also to what is gone or out of their reach, once', async () => {
      const shared = await makeFolder(core.dms, ann, 'shared');
      await share(shared, 15);
      const id = await write(core.dms, ben, 'file', 'x', shared);
      await core.dms.entries.remove(ben, id);
      await core.dms.trash.purge(ann, id);
      const single = await write(core.dms, ann, 'single');
      const { id: shareId } = await share(single, 3);
      await putTo(core.dms, ben, onto(core.dms, ben, single), 'y');
      const own = ['delete file', 'upload file'];
      const reached = ['new_version single, version 2', 'share single', 'upload single'];
      assert.deepEqual(await seen(ben), [...reached, ...own, 'share shared', 'create_folder shared']);
      await core.dms.shares.remove(ann, shareId);
      assert.deepEqual(await seen(ben), [reached[0], ...own, 'share shared', 'create_folder shared']);
      assert.deepEqual(await seen(ann, { user: 'ann' }), [
        'unshare single with ben',
        'share single with ben',
        'upload single',
        'purge file',
        'share shared with ben',
        'create_folder shared',
      ]);
    });

    it('of folders of the office that they may read', async () => {
      const { id } = await core.dms.folders.createSystem(admin, 'Office');
      await write(core.dms, admin, 'file', 'x', id);
      assert.deepEqual(await seen(ben), []);
      await core.dms.shares.create(admin, { entryId: id, users: ['ben'], permissions: 1 });
      assert.deepEqual(await seen(ben), ['share Office', 'upload file', 'create_folder Office']);
    });
  });

  it('shows administrators all', async () => {
    await write(core.dms, ann, 'private');
    assert.deepEqual(await seen(admin), ['upload private']);
  });

  describe('tells nobody more than he may know', () => {
    it('with whom something is shared: those who may share it', async () => {
      await newUser(core, 'cleo');
      const folder = await makeFolder(core.dms, ann, 'folder');
      await share(folder, 1, 'cleo');
      await share(folder);
      assert.deepEqual((await seen(ben)).slice(0, 2), ['share folder', 'share folder']);
      const all = ['share folder with ben', 'share folder with cleo'];
      assert.deepEqual((await seen(ann)).slice(0, 2), all);
      assert.deepEqual((await seen(admin)).slice(0, 2), all);
      await share(folder, 17);
      assert.deepEqual((await seen(ben)).slice(1, 3), all);
    });

    it('the folder that something came into: those who can read it', async () => {
      const secret = await makeFolder(core.dms, ann, 'secret');
      const id = await write(core.dms, ann, 'file');
      await share(id);
      await core.dms.entries.move(ann, id, { folderId: secret, name: 'file' });
      await core.dms.entries.remove(ann, id);
      await core.dms.trash.restore(ann, id);
      const lines = async () => (await seen(ben)).filter((line) => /^(?:move|restore)/.test(line));
      assert.deepEqual(await lines(), ['restore file', 'move file']);
      assert.deepEqual((await seen(ann)).slice(0, 1), ['restore file to secret']);
      await share(secret);
      assert.deepEqual(await lines(), ['restore file to secret', 'move file to secret']);
    });

    it('of what something is a copy: those who can read that', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      await share(folder);
      const id = await write(core.dms, ann, 'secret');
      await core.dms.entries.copy(ann, id, { folderId: folder, name: 'copy' });
      assert.deepEqual((await seen(ben)).slice(0, 1), ['copy copy']);
      await share(id);
      assert.ok((await seen(ben)).includes('copy secret as copy'));
    });

    it('from where others did it: administrators', async () => {
      const id = await write(core.dms, ann, 'file');
      await share(id);
      const addresses = async (actor: UserActor) =>
        (await list(actor)).filter(({ documentId }) => documentId === id).map(({ ip }) => ip);
      assert.deepEqual(await addresses(ben), [null, null]);
      assert.deepEqual(await addresses(ann), ['192.0.2.1', '192.0.2.1']);
      assert.deepEqual(await addresses(admin), ['192.0.2.1', '192.0.2.1']);
    });
  });

  it('is narrowed by action, user and time', async () => {
    const id = await write(core.dms, ann, 'one');
    core.pass(1000);
    const then = core.now();
    await write(core.dms, ben, 'two');
    await makeFolder(core.dms, ben, 'folder');
    await share(id);
    for (const actor of [admin, ben]) {
      assert.deepEqual(await seen(actor, { action: 'upload' }), ['upload two', 'upload one']);
      assert.deepEqual(await seen(actor, { user: 'BEN', action: 'upload' }), ['upload two']);
      assert.equal((await seen(actor, { after: then })).length, 3);
      assert.deepEqual(await seen(actor, { before: then }), ['upload one']);
      assert.deepEqual(await seen(actor, { action: 'nothing' }), []);
      const page = await core.dms.activity.list(actor, { action: 'upload' }, { page: 2, perPage: 1 });
      assert.deepEqual([page.items.map(({ details }) => details), page.total], [['one'], 2]);
    }
    const ofDocument = (query: ActivityQuery) => core.dms.activity.ofDocument(ben, id, query, PAGE);
    assert.equal((await ofDocument({})).total, 2);
    assert.equal((await ofDocument({ action: 'share', user: 'ann', after: then })).total, 1);
    assert.equal((await ofDocument({ before: then })).total, 1);
    assert.equal((await ofDocument({ user: 'ben' })).total, 0);
  });

  it('is paged over any length, without gaps and without doubles', async () => {
    const { id: folder } = await core.dms.folders.createSystem(admin, 'Office');
    await core.dms.shares.create(admin, { entryId: folder, users: ['ben'], permissions: 1 });
    const shown = await makeFolder(core.dms, ann, 'shown');
    const numbers = 'WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 9000)';
    core.elsewhere(
      `${numbers} INSERT INTO activities (action, user_name, at, details, entry_id, is_folder, place_id)
       SELECT 'update', 'somebody', n, 'no. ' || n, iif(n % 3 = 0, ?, ?), 1, iif(n % 3 = 0, ?, ?) FROM n`,
      ...[folder, shown, folder, shown],
    );
    const found: string[] = [];
    const total = (await core.dms.activity.list(ben, { action: 'update' }, PAGE)).total;
    assert.equal(total, 3000);
    for (let page = 1; page <= 15; page += 1) {
      const { items } = await core.dms.activity.list(ben, { action: 'update' }, { page, perPage: 200 });
      found.push(...items.map(({ details }) => details));
    }
    const expected = Array.from({ length: 3000 }, (_, index) => `no. ${9000 - 3 * index}`);
    assert.deepEqual(found, expected);
    const beyond = await core.dms.activity.list(ben, { action: 'update' }, { page: 16, perPage: 200 });
    assert.deepEqual(beyond, { items: [], total: 3000 });
    assert.equal((await core.dms.activity.list(admin, {}, { page: 40, perPage: 200 })).items.length, 200);
  });

  it('is the same from many folders, and from large ones, as record by record', async () => {
    const top = await makeFolder(core.dms, ann, 'top');
    await share(top);
    const single = await write(core.dms, ann, 'single');
    await share(single);
    const numbers = (count: number) =>
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`;
    core.elsewhere(
      `${numbers(250)} INSERT INTO entries (parent_id, is_folder, name, name_key, sort_key, created_at, updated_at)
       SELECT ?, 1, n, n, n, 0, 0 FROM n`,
      top,
    );
    const large = Number(core.dms.tree.resolve(ann, ['top', '7'])?.entry.id);
    const first = Number(core.dms.tree.resolve(ann, ['top', '1'])?.entry.id);
    const apart = await makeFolder(core.dms, ann, 'apart');
    core.elsewhere(
      `${numbers(70_000)} INSERT INTO activities
         (action, user_id, user_login, user_name, at, details, entry_id, is_folder, place_id)
       SELECT iif(n % 5 = 0, 'move', 'update'), iif(n % 11 = 0, ?, ?), 'x', 'somebody', n, 'no. ' || n, place, 1, place
       FROM (SELECT n, CASE WHEN n % 3 < 2 THEN ? WHEN n % 7 = 0 THEN ? ELSE ? + n % 250 END AS place FROM n)`,
      ...[ben.userId, ann.userId, large, apart, first],
    );
    core.elsewhere(
      "UPDATE activities SET entry_id = ?, place_id = ?, is_folder = 0 WHERE details LIKE 'no. %9999'",
      ...[single, ann.homeId],
    );
    for (const [query, condition] of [
      [{}, 'TRUE'],
      [{ action: 'move', after: 1000, before: 60_000 }, "action = 'move' AND at >= 1000 AND at < 60000"],
    ] as const) {
      const expected = core.database
        .prepare<number[], number>(
          `SELECT id FROM activities WHERE ${condition}
             AND (user_id = ? OR entry_id = ? OR place_id IN (?, ?) OR place_id BETWEEN ? AND ? + 249) ORDER BY id DESC`,
        )
        .pluck()
        .all(ben.userId, single, top, ben.homeId, first, first);
      assert.ok(expected.length > 8000);
      for (const page of [1, 2, 40, 55]) {
        const { items, total, isTotalLowerBound } = await core.dms.activity.list(ben, query, {
          page,
          perPage: 200,
        });
        assert.equal(total, Math.min(expected.length, 10_000));
        assert.equal(isTotalLowerBound === true, expected.length > 10_000);
        assert.deepEqual(
          items.map(({ id }) => id),
          expected.slice((page - 1) * 200, page * 200),
        );
      }
    }
  });

  it('costs the same in a long log as in a short one', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    const id = await write(core.dms, ann, 'file', 'x', folder);
    await share(folder);
    const reads = async () => [
      await readsOf(() => core.dms.activity.list(ben, { action: 'upload' }, PAGE)),
      await readsOf(() => core.dms.activity.ofDocument(ben, id, {}, PAGE)),
    ];
    await reads();
    const before = await reads();
    core.elsewhere(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 100000)
       INSERT INTO activities (action, user_name, at, details) SELECT 'update', 'x', n, 'd' FROM n`,
    );
    await reads();
    assert.deepEqual(await reads(), before);
  });

  describe('as a whole', () => {
    it('goes to administrators, in batches, newest first', async () => {
      await write(core.dms, ann, 'one');
      await write(core.dms, ben, 'two');
      const batches = await Array.fromAsync(core.dms.activity.export(admin, { action: 'upload' }));
      assert.deepEqual(
        batches.flat().map(({ details }) => details),
        ['two', 'one'],
      );
      await refuses(() => core.dms.activity.export(ben, {}), 'forbidden');
    });

    it('lets others have their turn, holds little at a time, and ends though more happens', async () => {
      const numbers = 'WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 5000)';
      core.elsewhere(
        `${numbers} INSERT INTO activities (action, user_name, at, details) SELECT 'update', 'x', n, 'd' FROM n`,
      );
      let turns = 0;
      const timer = setInterval(() => (turns += 1), 0);
      let rows = 0;
      for await (const batch of core.dms.activity.export(admin, {})) {
        assert.ok(batch.length <= 1000);
        rows += batch.length;
        await write(core.dms, ann, `file ${rows}`);
      }
      clearInterval(timer);
      assert.equal(rows, 5000 + 6);
      assert.ok(turns > 0);
    });
  });

  it('is shown whole, with addresses, only to credentials that may administer', async () => {
    await write(core.dms, ann, 'private');
    const office = await core.dms.folders.createSystem(admin, 'Office');
    const [whole, reader] = [await core.token('root', ['read', 'admin']), await core.token('root', ['read'])];
    const ofAnn = { user: 'ann' };
    assert.ok((await list(whole, ofAnn)).some(({ ip }) => ip === '192.0.2.1'));
    assert.deepEqual(await list(reader, ofAnn), []);
    await refuses(() => core.dms.activity.export(reader, {}), 'forbidden');
    core.dms.activity.export(whole, {});
    // What is in system folders is read by every administrator.
    await core.dms.shares.create(admin, { entryId: office.id, users: ['ann'], permissions: 5 });
    await write(core.dms, ann, 'shown', 'x', office.id);
    assert.deepEqual(
      (await list(reader, ofAnn)).map(({ details, ip }) => [details, ip]),
      [['shown', null]],
    );
  });
});
