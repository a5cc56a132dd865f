import assert from 'node:assert/strict';
import { type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('what is asked of the contents of a folder', () => {
  let service: Service;
  let client: Client;
  let id: number;
  const ids = new Map<string, number>();

  before(async () => {
    service = await startService();
    client = await clientOf(service, await service.createUser('ann'));
    ({ id } = await client.folder('contents'));
    for (const name of ['b folder', 'A folder']) ids.set(name, (await client.folder(name, id)).id);
    for (const name of ['B.txt', 'a.txt', '10.txt'])
      ids.set(name, (await client.document(name, name, id)).id);
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  const ask = (query: string) => client.get(`/folders/${id}/contents?${query}`);
  const numbers = (...names: string[]) => names.map((name) => ({ id: ids.get(name) }));

  it('type=folder leaves documents out, and does not count them', async () => {
    const { data, meta } = (await ask('type=folder').expect(200)).body;
    assert.deepEqual(
      data.map(({ name }: { name: string }) => name),
      ['A folder', 'b folder'],
    );
    assert.deepEqual(meta, { current_page: 1, per_page: 50, last_page: 1, total: 2 });
  });

  it('fields=id gives the ids in the order of the list, on pages of up to 10,000', async () => {
    const { data, meta } = (await ask('fields=id&per_page=10000').expect(200)).body;
    assert.deepEqual(data, numbers('A folder', 'b folder', '10.txt', 'a.txt', 'B.txt'));
    assert.deepEqual(meta, { current_page: 1, per_page: 10000, last_page: 1, total: 5 });
    const folders = (await ask('fields=id&type=folder&direction=desc&per_page=1&page=2').expect(200)).body;
    assert.deepEqual(folders.data, numbers('A folder'));
    assert.equal(folders.meta.total, 2);
  });

  it('starts gives the position of the first such name', async () => {
    for (const [query, index] of [
      ['starts=B', 1],
      ['starts=b.', 4],
      ['starts=1', 2],
      ['starts=x', null],
      ['starts=a&direction=desc', 1],
      ['starts=a.&direction=desc', 3],
      ['starts=a.&type=folder', null],
      ['starts=b&type=folder&sort=name&fields=id&page=7', 1],
    ] as const)
      assert.deepEqual((await ask(query).expect(200)).body, { data: { index } }, query);
  });

  it('what is wrong is 422, by its name', async () => {
    for (const [query, field] of [
      ['per_page=201', 'per_page'],
      ['per_page=10001&fields=id', 'per_page'],
      ['per_page=0&fields=id', 'per_page'],
      ['type=file', 'type'],
      ['fields=name', 'fields'],
      ['starts=', 'starts'],
      [`starts=${'x'.repeat(256)}`, 'starts'],
      ['starts=a&starts=b', 'starts'],
      ['starts=a&sort=size', 'sort'],
    ] as const) {
      const { body } = await ask(query).expect(422);
      assert.deepEqual(Object.keys(body.errors), [field], query);
    }
  });
});
