// Would catch a list of a folder at an earlier time that shows too much, or not what was there.
import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

const MINUTE = 60_000;

describe('GET /folders/{id}/contents?at=', () => {
  let service: Service;
  let now: number;
  let ann: Account;
  let anns: Client;
  let bens: Client;
  let folder: number;

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 31, 12);
    service = await startService({ now: () => now });
    ann = await service.createUser('ann');
    anns = await clientOf(service, ann);
    bens = await clientOf(service, await service.createUser('ben'));
    folder = (await anns.folder('Plans')).id;
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  /** Lets time pass. @returns the time before, as text */
  function later(): string {
    const text = new Date(now).toISOString();
    now += MINUTE;
    return text;
  }

  const listed = async (client: Client, at: string, id = folder) =>
    (await client.get(`/folders/${id}/contents?at=${encodeURIComponent(at)}`).expect(200)).body;

  it('lists names, versions and places', async () => {
    const created = later();
    const plan = await anns.document('plan.txt', 'first', folder);
    const old = await anns.folder('Old', folder);
    const first = later();
    await anns.document('plan.txt', 'the second', folder);
    await anns.patch(`/documents/${plan.id}`, { name: 'agreed plan.txt' }).expect(200);
    const second = later();
    await anns.post(`/folders/${old.id}/move`, { folder_id: 0 }).expect(200);
    await anns.delete(`/documents/${plan.id}`).expect(200);
    const last = later();

    assert.deepEqual((await listed(anns, created)).data, []);
    const { data, meta } = await listed(anns, first);
    assert.equal(meta.total, 2);
    const home = ann.actor.homeId;
    assert.deepEqual(
      data.map(({ id, name, type, now: place }: Record<string, unknown>) => ({ id, name, type, place })),
      [
        { id: old.id, name: 'Old', type: 'folder', place: { folder_id: home, name: 'Old' } },
        { id: plan.id, name: 'plan.txt', type: 'file', place: null },
      ],
    );
    const { version } = data[1];
    assert.deepEqual([version.version, version.size, version.certain], [1, 5, true]);
    const [, then] = (await listed(anns, second)).data;
    assert.deepEqual([then.name, then.version.version], ['agreed plan.txt', 2]);
    assert.deepEqual((await listed(anns, last)).data, []);
    const { data: paged } = (await anns.get(`/folders/${folder}/contents?at=${first}&page=2&per_page=1`))
      .body;
    assert.deepEqual(
      paged.map(({ id }: { id: number }) => id),
      [plan.id],
    );
  });

  it('says if the version of that time may have been deleted', async () => {
    const { id } = await anns.document('plan.txt', '1', folder);
    later();
    await anns.document('plan.txt', '2', folder);
    const second = later();
    await anns.document('plan.txt', '3', folder);
    await anns.delete(`/documents/${id}/versions/2`).expect(200);
    const [{ version }] = (await listed(anns, second)).data;
    assert.deepEqual([version.version, version.certain], [1, false]);
    await anns.delete(`/documents/${id}/versions/1`).expect(200);
    assert.equal((await listed(anns, second)).data[0].version, null);
  });

  it('shows what the caller may read now', async () => {
    const names = async (client: Client, at: string) =>
      (await listed(client, at)).data.map(({ name }: { name: string }) => name);
    for (const name of ['kept', 'moved', 'deleted', 'dropped', 'purged'])
      await anns.document(name, name, folder);
    const ids = new Map<string, number>();
    for (const { id, name } of (await anns.get(`/folders/${folder}/contents`)).body.data) ids.set(name, id);
    const before = later();
    await bens.get(`/folders/${folder}/contents?at=${before}`).expect(404);
    await anns.post('/shares', { folder_id: folder, users: ['ben'], permissions: 9 }).expect(201);
    const secret = await anns.folder('Secret');
    await anns.post(`/documents/${ids.get('moved')}/move`, { folder_id: secret.id }).expect(200);
    await anns.patch(`/documents/${ids.get('moved')}`, { name: 'a secret' }).expect(200);
    await anns.delete(`/documents/${ids.get('deleted')}`).expect(200);
    await bens.delete(`/documents/${ids.get('dropped')}`).expect(200);
    await anns.delete(`/documents/${ids.get('purged')}`).expect(200);
    await anns.delete(`/trash/${ids.get('purged')}`).expect(200);
    assert.deepEqual(await names(anns, before), ['deleted', 'dropped', 'kept', 'moved']);
    assert.deepEqual(await names(bens, before), ['dropped', 'kept']);
    const text = JSON.stringify(await listed(bens, before));
    assert.doesNotMatch(text, /secret|moved/);
    const alone = { document_id: ids.get('moved'), users: ['ben'], permissions: 1 };
    await anns.post('/shares', alone).expect(201);
    const shared = (await listed(bens, before)).data.at(-1);
    assert.deepEqual([shared.name, shared.now], ['moved', { folder_id: 0, name: 'a secret' }]);
  });

  it('lists a folder that is in the trash now, for the users who may read it there', async () => {
    const inner = await anns.folder('Inner', folder);
    await anns.document('a.txt', 'a', inner.id);
    const before = later();
    await anns.post('/shares', { folder_id: folder, users: ['ben'], permissions: 1 }).expect(201);
    await anns.get(`/folders/${inner.id}/contents?at=${before}`).expect(200);
    await anns.delete(`/folders/${folder}`).expect(200);
    for (const [id, name] of [
      [folder, 'Inner'],
      [inner.id, 'a.txt'],
    ] as const) {
      const { data } = await listed(anns, before, id);
      assert.deepEqual(
        data.map((each: Record<string, unknown>) => [each['name'], each['now']]),
        [[name, null]],
      );
      await bens.get(`/folders/${id}/contents?at=${before}`).expect(404);
    }
    await anns.get(`/folders/${inner.id}/contents`).expect(404);
  });

  it('refuses the future, other texts, and parameters of the list of now', async () => {
    const at = later();
    const refused = async (query: string, ...fields: string[]) => {
      const { body } = await anns.get(`/folders/${folder}/contents?${query}`).expect(422);
      assert.deepEqual(Object.keys(body.errors).sort(), fields.sort(), query);
    };
    await refused(`at=${new Date(now + 1).toISOString()}`, 'at');
    await refused('at=yesterday', 'at');
    for (const other of [
      'sort=size',
      'direction=desc',
      'type=folder',
      'fields=id',
      'starts=a',
      'include=shared_with',
    ])
      await refused(`at=${at}&${other}`, 'at');
    await anns.get(`/folders/${folder}/contents?at=2026-01-01`).expect(200);
    await anns.get(`/folders/0/contents?at=${at}`).expect(200);
  });
});
