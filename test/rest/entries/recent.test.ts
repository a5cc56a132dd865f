// Would catch a list of recent documents that is another user's, in a wrong order, without bound, or shows what may not be read.
import assert from 'node:assert/strict';
import { MAX_RECENT } from '../../../src/core/personal-lists/personal-lists.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('recent documents', () => {
  let service: Service;
  let ann: Account;
  let bob: Account;
  let anns: Client;
  let bobs: Client;
  let now = Date.parse('2026-01-01');

  beforeEach(async () => {
    service = await startService({ now: () => (now += 1000) });
    [ann, bob] = [await service.createUser('ann'), await service.createUser('bob')];
    [anns, bobs] = [await clientOf(service, ann), await clientOf(service, bob)];
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  const recent = async (client: Client, query = ''): Promise<string[]> => {
    const { data } = (await client.get(`/recent${query}`).expect(200)).body;
    return data.map(({ use, path }: { use: string; path: string }) => `${use} ${path}`);
  };

  it('are those that the user has opened or changed, newest first', async () => {
    const folder = (await anns.folder('plans')).id;
    const first = (await anns.document('first.txt', 'one', folder)).id;
    const second = (await anns.document('second.txt', 'two')).id;
    assert.deepEqual(await recent(anns), ['changed /second.txt', 'changed /plans/first.txt']);
    await anns.put(`/documents/${first}/opening`).expect(200);
    assert.deepEqual(await recent(anns), ['opened /plans/first.txt', 'changed /second.txt']);
    await anns.patch(`/documents/${second}`, { title: 'Second' }).expect(200);
    assert.deepEqual(await recent(anns), ['changed /second.txt', 'opened /plans/first.txt']);
    const { body } = await anns.get('/recent?per_page=1&page=2').expect(200);
    assert.deepEqual([body.meta.total, body.data.length, body.data[0].name], [2, 1, 'first.txt']);
    assert.deepEqual(await recent(bobs), []);
  });

  it('end with the right to read, and are back with it', async () => {
    const id = (await anns.document('shared.txt')).id;
    await bobs.put(`/documents/${id}/opening`).expect(404);
    const share = () => service.dms.shares.create(ann.actor, { entryId: id, users: ['bob'], permissions: 1 });
    const first = await share();
    await bobs.put(`/documents/${id}/opening`).expect(200);
    assert.deepEqual(await recent(bobs), ['opened /shared.txt']);
    await service.dms.shares.remove(ann.actor, first.id);
    assert.deepEqual(await recent(bobs), []);
    await share();
    assert.deepEqual(await recent(bobs), ['opened /shared.txt']);
    await anns.delete(`/documents/${id}`).expect(200);
    assert.deepEqual([await recent(anns), await recent(bobs)], [[], []]);
  });

  it('are at most a hundred', async () => {
    const ids: number[] = [];
    for (let index = 0; index < MAX_RECENT + 5; index += 1)
      ids.push((await anns.document(`${index}.txt`, String(index))).id);
    for (const id of ids) await anns.put(`/documents/${id}/opening`).expect(200);
    const { body } = await anns.get('/recent?per_page=200').expect(200);
    assert.equal(body.meta.total, MAX_RECENT);
    assert.equal(body.data[0].id, ids.at(-1));
  });

  it('are documents only', async () => {
    const folder = (await anns.folder('plans')).id;
    await anns.put(`/documents/${folder}/opening`).expect(404);
    await anns.put('/documents/0/opening').expect(404);
    assert.deepEqual(await recent(anns), []);
  });
});
