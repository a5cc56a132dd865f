import assert from 'node:assert/strict';
import type { ShareChanges, ShareQuery, ShareRequest } from '../../../src/core/sharing/share-requests.ts';
import type { Share } from '../../../src/model/entries/share.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, DAY, openCoreFixture, PAGE, refuses, SYSTEM } from '../../support/accounts.ts';
import { readsOf } from '../../support/database/queries.ts';
import { makeFolder, newUser, recordOf, snapshotOf, write } from '../../support/tree.ts';

describe('who may share what', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let cyd: UserActor;
  let folder: number;
  let file: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    cyd = await newUser(core, 'cyd');
    await core.user('dan');
    folder = await makeFolder(core.dms, ann, 'folder');
    file = await write(core.dms, ann, 'file', 'x', folder);
  });
  afterEach(() => core.close());

  function share(actor: UserActor, request: Partial<ShareRequest>): Promise<Share> {
    return core.dms.shares.create(actor, { entryId: folder, users: ['ben'], permissions: 1, ...request });
  }

  function update(actor: UserActor, { id }: Share, changes: ShareChanges): Promise<Share> {
    return core.dms.shares.update(actor, id, changes);
  }

  function bitsOf(actor: UserActor, id: number): number {
    return recordOf(core.dms, actor, id).permissions;
  }

  async function isRefused(work: () => unknown, field: string): Promise<void> {
    const before = snapshotOf(core.database);
    await refuses(work, 'invalid', [field]);
    assert.equal(snapshotOf(core.database), before);
  }

  describe('for how long', () => {
    it('nobody shares for longer than he may himself', async () => {
      const end = core.now() + DAY;
      await share(ann, { permissions: 19, expiresAt: end });
      for (const expiresAt of [undefined, null, end + 1]) {
        await isRefused(() => share(ben, { users: ['cyd'], expiresAt }), 'expires_at');
      }
      assert.equal((await share(ben, { users: ['cyd'], expiresAt: end })).expiresAt, end);
      assert.equal(bitsOf(cyd, folder), 1);
    });

    it('nobody makes what is limited unlimited later', async () => {
      const end = core.now() + DAY;
      const own = await share(ann, { permissions: 17, expiresAt: end });
      const passedOn = await share(ben, { users: ['cyd'], expiresAt: end });
      await isRefused(() => update(ben, passedOn, { expiresAt: null }), 'expires_at');
      await refuses(() => update(ben, own, { expiresAt: null }), 'forbidden');
      assert.deepEqual(
        [own, passedOn].map(({ id }) => core.dms.shares.get(ann, id).expiresAt),
        [end, end],
      );
    });

    it('each bit counts from where it is had longest, and sharing itself from where that is', async () => {
      const end = core.now() + DAY;
      await share(ann, { permissions: 17 });
      await share(ann, { entryId: file, permissions: 3, expiresAt: end });
      await share(ben, { entryId: file, users: ['cyd'], permissions: 1 });
      await isRefused(() => share(ben, { entryId: file, users: ['cyd'], permissions: 3 }), 'expires_at');
      await share(ben, { entryId: file, users: ['cyd'], permissions: 3, expiresAt: end });
      await share(ann, { permissions: 3 });
      await share(ann, { entryId: file, permissions: 17, expiresAt: end });
      await isRefused(() => share(ben, { entryId: file, users: ['cyd'], permissions: 3 }), 'expires_at');
    });

    it('owners, and administrators in the office’s folders, share for good', async () => {
      const root = await newUser(core, 'root', { isAdmin: true });
      const { id } = await core.dms.folders.createSystem(root, 'office');
      await share(root, { entryId: id, permissions: 31 });
      await share(ann, { permissions: 31 });
      assert.deepEqual([bitsOf(ben, id), bitsOf(ben, folder)], [31, 31]);
    });
  });

  function named(...logins: readonly string[]) {
    return logins.map((login) => ({ login, name: `Name of ${login}` }));
  }

  describe('what is changed', () => {
    it('takes effect at once, and is noted', async () => {
      const made = await share(ann, { users: ['ben', 'cyd'], permissions: 31 });
      const end = core.now() + DAY;
      const changed = await update(ann, made, { permissions: 2, users: ['BEN', 'dan'], expiresAt: end });
      const people = named('ben', 'dan');
      const wanted = { permissions: 3, users: ['ben', 'dan'], people, expiresAt: end, others: [] };
      assert.deepEqual(changed, { ...made, ...wanted });
      assert.equal(bitsOf(ben, file), 3);
      await refuses(() => bitsOf(cyd, file), 'not_found');
      assert.equal(core.actions().at(-1), 'share_update folder');
      core.pass(DAY);
      await refuses(() => bitsOf(ben, file), 'not_found');
    });

    it('keeps to the rules of what is granted', async () => {
      const made = await share(ann, { permissions: 3 });
      for (const permissions of [0, 32, 1.5]) {
        await isRefused(() => update(ann, made, { permissions }), 'permissions');
      }
      await isRefused(() => update(ann, made, { expiresAt: core.now() }), 'expires_at');
      await isRefused(() => update(ann, made, { users: [] }), 'users');
      for (const login of ['nobody', 'ann']) {
        await isRefused(() => update(ann, made, { users: ['ben', login] }), 'users');
      }
    });

    it('by who has less himself can only become less', async () => {
      const made = await share(ann, { users: ['cyd'], permissions: 15 });
      await share(ann, { permissions: 17 });
      await isRefused(() => update(ben, made, { permissions: 31 }), 'permissions');
      await isRefused(() => update(ben, made, { users: ['cyd', 'dan'] }), 'permissions');
      assert.equal((await update(ben, made, { permissions: 7 })).permissions, 7);
      const end = core.now() + DAY;
      assert.equal((await update(ben, made, { expiresAt: end })).expiresAt, end);
      await isRefused(() => update(ben, made, { expiresAt: end + 1 }), 'permissions');
    });

    it('is not what the changer has himself', async () => {
      await share(ann, { permissions: 31, expiresAt: core.now() + 2 * DAY });
      const own = await share(ann, {
        entryId: file,
        users: ['ben', 'cyd'],
        permissions: 17,
        expiresAt: core.now() + DAY,
      });
      await refuses(() => update(ben, own, { permissions: 31 }), 'forbidden');
      await refuses(() => update(ben, own, { expiresAt: core.now() + 2 * DAY }), 'forbidden');
      assert.deepEqual((await update(ben, own, { users: ['ben', 'dan'] })).users, ['ben', 'dan']);
    });

    it('is for who may share the entry', async () => {
      const made = await share(ann, { users: ['ben'], permissions: 15 });
      await refuses(() => update(ben, made, { permissions: 1 }), 'forbidden');
      await refuses(() => update(cyd, made, { permissions: 1 }), 'not_found');
    });

    it('moves a recipient out of the share that he was in before', async () => {
      const [one, other] = [await share(ann, { permissions: 3 }), await share(ann, { users: ['cyd'] })];
      await update(ann, other, { users: ['cyd', 'ben'] });
      assert.equal(bitsOf(ben, folder), 1);
      await refuses(() => core.dms.shares.get(ann, one.id), 'not_found');
    });
  });

  describe('what of it is seen', () => {
    const list = async (actor: UserActor, query: ShareQuery = {}) =>
      (await core.dms.shares.list(actor, query, PAGE)).items.map(({ id }) => id);

    it('is what one has made and what one is in, newest first', async () => {
      const first = await share(ann, { permissions: 31 });
      const second = await share(ben, { entryId: file, users: ['cyd', 'dan'], permissions: 3 });
      const third = await share(ann, { entryId: file, users: ['ben'] });
      assert.deepEqual(await list(ann), [third.id, first.id]);
      assert.deepEqual(await list(ben), [third.id, second.id, first.id]);
      assert.deepEqual(await list(ben, { role: 'creator' }), [second.id]);
      assert.deepEqual(await list(ben, { role: 'recipient' }), [third.id, first.id]);
      const paged = await core.dms.shares.list(ben, {}, { page: 2, perPage: 2 });
      assert.deepEqual([paged.items.map(({ id }) => id), paged.total], [[first.id], 3]);
    });

    it('is complete however many there are, and lets other requests run in between', async () => {
      const folders: number[] = [];
      for (let number = 0; number < 1100; number += 1) {
        const id = await makeFolder(core.dms, ann, `folder ${number}`);
        folders.push(id);
        await core.dms.shares.create(ann, { entryId: id, users: ['ben', 'cyd'], permissions: 1 });
      }
      await core.dms.entries.remove(ann, Number(folders[7]));
      for (const [actor, query] of [
        [ann, {}],
        [ben, { role: 'recipient' }],
      ] as const) {
        let turns = 0;
        let isOver = false;
        const count = (): void => {
          turns += 1;
          if (!isOver) setImmediate(count);
        };
        setImmediate(count);
        const page = await core.dms.shares.list(actor, query, { page: 6, perPage: 200 });
        isOver = true;
        assert.ok(turns >= 2, `${turns} turns`);
        assert.deepEqual([page.items.length, page.total], [99, 1099]);
        const { rows } = await readsOf(() => core.dms.shares.list(actor, query, { page: 1, perPage: 1 }));
        // A row for each share, and those of the page.
        assert.ok(rows < 1150, `${rows} rows`);
        const logins = page.items.map(({ users }) => users);
        assert.deepEqual(new Set(logins.map(String)), new Set([actor === ann ? 'ben,cyd' : 'ben']));
      }
    });

    it('is all of one entry for who may share it', async () => {
      const own = await share(ann, { permissions: 17 });
      const passedOn = await share(ben, { users: ['cyd'] });
      const entry = { id: folder, kind: 'folder' } as const;
      assert.deepEqual(await list(ann, { entry }), [passedOn.id, own.id]);
      assert.deepEqual(await list(ann, { entry, role: 'creator' }), [own.id]);
      assert.deepEqual(await list(cyd, { entry }), [passedOn.id]);
      assert.deepEqual(await list(await newUser(core, 'eve'), { entry }), []);
    });

    it('of a share that is not one’s to manage is one’s own part', async () => {
      const made = await share(ann, { users: ['ben', 'cyd'], permissions: 15 });
      assert.deepEqual(core.dms.shares.get(ann, made.id).users, ['ben', 'cyd']);
      assert.deepEqual(core.dms.shares.get(ben, made.id), { ...made, users: ['ben'], people: named('ben') });
      const cyds = { ...made, users: ['cyd'], people: named('cyd') };
      assert.deepEqual((await core.dms.shares.list(cyd, {}, PAGE)).items, [cyds]);
    });

    it('is nothing of what one may not read', async () => {
      const made = await share(ann, { permissions: 17 });
      const passedOn = await share(ben, { users: ['cyd'] });
      await refuses(() => core.dms.shares.get(cyd, made.id), 'forbidden');
      await core.dms.shares.remove(ann, made.id);
      assert.deepEqual(await list(ben), []);
      await refuses(() => core.dms.shares.get(ben, passedOn.id), 'not_found');
      await core.dms.entries.remove(ann, folder);
      assert.deepEqual([await list(ann), await list(cyd)], [[], []]);
    });
  });

  it('what somebody passed on stays when he loses his permissions, and when he goes', async () => {
    const own = await share(ann, { permissions: 17 });
    const passedOn = await share(ben, { users: ['cyd'] });
    await core.dms.shares.remove(ann, own.id);
    assert.equal(bitsOf(cyd, file), 1);
    await core.dms.users.remove(SYSTEM, ben.userId);
    assert.equal(bitsOf(cyd, file), 1);
    const [seen] = (await core.dms.shares.list(ann, { entry: { id: folder, kind: 'folder' } }, PAGE)).items;
    assert.deepEqual([seen?.id, seen?.createdBy, seen?.users], [passedOn.id, null, ['cyd']]);
    await core.dms.shares.remove(ann, passedOn.id);
    await refuses(() => bitsOf(cyd, file), 'not_found');
  });

  it('what a former administrator granted stays', async () => {
    const root = await newUser(core, 'root', { isAdmin: true });
    const chief = await newUser(core, 'chief', { isAdmin: true });
    const { id } = await core.dms.folders.createSystem(root, 'office');
    const made = await share(root, { entryId: id });
    await core.dms.users.update(chief, root.userId, { isAdmin: false });
    assert.equal(bitsOf(ben, id), 1);
    await core.dms.shares.remove(chief, made.id);
    await refuses(() => bitsOf(ben, id), 'not_found');
  });

  it('a share goes with the last of its recipients', async () => {
    const made = await share(ann, { users: ['ben', 'dan'] });
    const dan = core.dms.users.findByLogin(SYSTEM, 'dan');
    await core.dms.users.remove(SYSTEM, ben.userId);
    assert.deepEqual(core.dms.shares.get(ann, made.id).users, ['dan']);
    await core.dms.users.remove(SYSTEM, dan?.id ?? 0);
    await refuses(() => core.dms.shares.get(ann, made.id), 'not_found');
  });
});
