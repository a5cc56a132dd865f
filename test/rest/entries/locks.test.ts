import assert from 'node:assert/strict';
import type { LockDepth } from '../../../src/model/entries/lock.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('locks over REST', () => {
  let service: Service;
  let ann: Account;
  let ben: Account;
  let owner: Client;
  let holder: Client;
  let reader: Client;
  let stranger: Client;
  let folder: number;
  let file: number;

  before(async () => {
    service = await startService();
    [ann, ben] = [await service.createUser('ann'), await service.createUser('ben')];
    [owner, holder] = [await clientOf(service, ann), await clientOf(service, ben)];
    reader = await clientOf(service, await service.createUser('cleo'));
    stranger = await clientOf(service, service.admin);
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  beforeEach(async () => {
    folder = (await owner.folder(`folder-${performance.now()}`)).id;
    file = (await owner.document('plan.txt', 'x', folder)).id;
    const { shares } = service.dms;
    await shares.create(ann.actor, { entryId: folder, users: ['ben'], permissions: 15 });
    await shares.create(ann.actor, { entryId: folder, users: ['cleo'], permissions: 1 });
  });

  /** Ben locks an entry. @returns what records show of it */
  async function lock(id: number, depth: LockDepth = 'infinity') {
    const request = { depth, scope: 'exclusive', ownerXml: '', timeoutSeconds: 600 } as const;
    const { lock: made } = await service.dms.lockCreation.create(ben.actor, id, request);
    const { userName, expiresAt } = made;
    return { user: userName, expires_at: new Date(expiresAt).toISOString() };
  }

  it('stand in the records of a folder and of all in it', async () => {
    assert.equal((await reader.get(`/folders/${folder}`)).body.data.locked, null);
    const locked = await lock(folder);
    for (const path of [`/folders/${folder}`, `/documents/${file}`, `/documents/${file}/metadata`]) {
      assert.deepEqual(
        (await reader.get(path).expect(200)).body.data.locked,
        { ...locked, breakable: false },
        path,
      );
    }
    for (const path of [`/folders/${folder}/contents`, `/folders/${folder}/search?q=plan`]) {
      assert.deepEqual(
        (await reader.get(path).expect(200)).body.data[0].locked,
        { ...locked, breakable: false },
        path,
      );
    }
  });

  it('refuse a write with 403, which says whose they are and until when, to the holder too', async () => {
    const { user, expires_at } = await lock(folder);
    const message = `is locked by ${user} until ${expires_at}`;
    for (const client of [owner, holder]) {
      for (const refused of [
        await client.patch(`/documents/${file}`, { title: 'T' }),
        await client.upload({ folder_id: folder }, { name: 'plan.txt', content: 'y' }),
        await client.post('/folders', { folder_id: folder, name: 'new' }),
        await client.delete(`/folders/${folder}`),
      ]) {
        const facts = { user, until: expires_at };
        assert.deepEqual([refused.status, refused.body], [403, { message, code: 'locked', facts }]);
      }
    }
  });

  it('are ended by their holder and by the owner, on documents and on folders', async () => {
    for (const client of [holder, owner]) {
      for (const [id, path] of [
        [file, `/documents/${file}`],
        [folder, `/folders/${folder}`],
      ] as const) {
        await lock(id);
        const { body } = await client.delete(`${path}/lock`).expect(200);
        assert.deepEqual(body, { data: { id } });
        assert.equal((await reader.get(path)).body.data.locked, null);
      }
    }
    await owner.patch(`/documents/${file}`, { title: 'T' }).expect(200);
    const { body } = await owner.get(`/v2/documents/${file}/activity`).expect(200);
    const { action, user, details } = body.data[1];
    assert.deepEqual([action, user, details], ['unlock', 'ann', 'plan.txt, locked by ben']);
  });

  it('are not ended by somebody else: 403, and 404 for who may not read, an administrator too', async () => {
    const locked = await lock(file);
    const refused = await reader.delete(`/documents/${file}/lock`).expect(403);
    assert.match(refused.body.message, /ben/);
    await stranger.delete(`/documents/${file}/lock`).expect(404);
    const seen = async (client: Client) => (await client.get(`/documents/${file}`)).body.data.locked;
    assert.deepEqual(await seen(reader), { ...locked, breakable: false });
    assert.deepEqual(await seen(owner), { ...locked, breakable: true });
  });

  it('are 404 where there is none, and where the entry is of the other kind', async () => {
    await owner.delete(`/documents/${file}/lock`).expect(404);
    await owner.delete(`/folders/${folder}/lock`).expect(404);
    await lock(file);
    await owner.delete(`/folders/${file}/lock`).expect(404);
    await owner.delete('/documents/x/lock').expect(404);
    await owner.delete(`/documents/${file}/lock`).expect(200);
  });

  it('on a folder above are named with 422, and end with the folder’s', async () => {
    await lock(folder);
    const { body } = await owner.delete(`/documents/${file}/lock`).expect(422);
    assert.match(body.errors.lock[0], new RegExp(`"folder-[\\d.]+" \\(id ${folder}\\)`));
    await owner.delete(`/folders/${folder}/lock`).expect(200);
    assert.equal((await owner.get(`/documents/${file}`)).body.data.locked, null);
  });

  it('on the home are ended by its id 0', async () => {
    const request = { depth: '0', scope: 'shared', ownerXml: '', timeoutSeconds: 600 } as const;
    await service.dms.lockCreation.create(ann.actor, ann.actor.homeId, request);
    const { body } = await owner.delete('/folders/0/lock').expect(200);
    assert.deepEqual(body, { data: { id: ann.actor.homeId } });
  });
});
