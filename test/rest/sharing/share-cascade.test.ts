import assert from 'node:assert/strict';
import { type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

const DAY = 24 * 60 * 60 * 1000;

interface Shared {
  readonly id: number;
  readonly users: readonly string[];
}

describe('taking a share back', () => {
  let service: Service;
  let time: number;
  let ann: Client;
  let ben: Client;
  let cyd: Client;
  let dan: Client;
  let folder: number;
  let document: number;
  /** Ann's share for Ben. */
  let first: number;

  beforeEach(async () => {
    time = Date.UTC(2026, 0, 31, 12);
    service = await startService({ now: () => time });
    ann = await client('ann');
    ben = await client('ben');
    cyd = await client('cyd');
    dan = await client('dan');
    folder = (await ann.folder('Plans')).id;
    document = (await ann.document('plan.txt', 'the plan', folder)).id;
    first = await share(ann, { folder_id: folder, users: ['ben'], permissions: 31 });
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  async function client(login: string): Promise<Client> {
    return clientOf(service, await service.createUser(login));
  }

  async function share(by: Client, fields: object): Promise<number> {
    const response = await by.post('/shares', { permissions: 17, ...fields });
    assert.equal(response.status, 201, response.text);
    return response.body.data.id;
  }

  /** Ben shares the document with Cyd, and Cyd with Dan. */
  async function passOn(): Promise<readonly [number, number]> {
    const toCyd = await share(ben, { document_id: document, users: ['cyd'] });
    return [toCyd, await share(cyd, { document_id: document, users: ['dan'], permissions: 1 })];
  }

  const statuses = () =>
    Promise.all([ben, cyd, dan].map(async (one) => (await one.get(`/documents/${document}`)).status));

  const ids = (others: readonly Shared[]) => others.map(({ id }) => id);

  it('names who has the entry still through its recipient', async () => {
    const passed = await passOn();
    const { body } = await ann.delete(`/shares/${first}`).expect(200);
    assert.equal(body.data.id, first);
    assert.deepEqual(ids(body.data.others), passed);
    const [toCyd] = body.data.others;
    assert.deepEqual([toCyd.document_id, toCyd.users, toCyd.created_by.name], [document, ['cyd'], 'ben']);
    assert.deepEqual(await statuses(), [404, 200, 200]);
  });

  it('ends these too when it is asked to, in one go, and notes each', async () => {
    const passed = await passOn();
    const { body } = await ann.delete(`/shares/${first}?cascade=1`).expect(200);
    assert.deepEqual(ids(body.data.others), passed);
    assert.deepEqual(await statuses(), [404, 404, 404]);
    const { body: log } = await ann.get('/activity?action=unshare');
    assert.deepEqual(
      log.data.map(({ details, user }: { details: string; user: string }) => `${user}: ${details}`),
      ['ann: plan.txt with dan', 'ann: plan.txt with cyd', 'ann: Plans with ben'],
    );
  });

  it('goes round in a circle once', async () => {
    const passed = await passOn();
    const back = await share(cyd, { document_id: document, users: ['ben'] });
    const { body } = await ann.delete(`/shares/${first}?cascade=1`).expect(200);
    assert.deepEqual(ids(body.data.others).sort(), [...passed, back].sort());
    assert.deepEqual(await statuses(), [404, 404, 404]);
  });

  it('leaves what the recipient may share by another share, or elsewhere', async () => {
    const own = (await ben.document('own.txt')).id;
    await share(ben, { document_id: own, users: ['cyd'] });
    await share(ann, { document_id: document, users: ['ben'], permissions: 17 });
    await share(ben, { document_id: document, users: ['cyd'] });
    const other = (await ann.document('other.txt', 'x', folder)).id;
    const lost = await share(ben, { document_id: other, users: ['cyd'] });
    const { body } = await ann.delete(`/shares/${first}?cascade=1`).expect(200);
    assert.deepEqual(ids(body.data.others), [lost]);
    assert.deepEqual(await statuses(), [200, 200, 404]);
    assert.equal((await cyd.get(`/documents/${own}`)).status, 200);
    assert.equal((await cyd.get(`/documents/${other}`)).status, 404);
  });

  it('leaves what others of the office made', async () => {
    const made = await share(ann, { document_id: document, users: ['cyd'] });
    const { body } = await ann.delete(`/shares/${first}?cascade=1`).expect(200);
    assert.deepEqual(body.data.others, []);
    assert.equal((await ann.get(`/shares/${made}`)).status, 200);
  });

  it('by fewer recipients, fewer bits or an earlier end says so too', async () => {
    const later = new Date(time + DAY).toISOString();
    const [toCyd, toDan] = await passOn();
    const patch = async (changes: object, query = '') => {
      const { body } = await ann.patch(`/shares/${first}${query}`, changes).expect(200);
      return ids(body.data.others);
    };
    assert.deepEqual(await patch({ permissions: 17 }), []);
    assert.deepEqual(await patch({ permissions: 15 }), [toCyd, toDan]);
    await patch({ permissions: 31 });
    assert.deepEqual(await patch({ expires_at: later }), [toCyd, toDan]);
    assert.deepEqual(await patch({ expires_at: null }), []);
    assert.deepEqual(await patch({ users: ['ben', 'dan'] }), []);
    assert.deepEqual(await statuses(), [200, 200, 200]);
    assert.deepEqual(await patch({ users: ['dan'] }, '?cascade=1'), [toCyd, toDan]);
    assert.deepEqual(await statuses(), [404, 404, 200]);
  });

  it('ends and names only what the caller may end', async () => {
    const [toCyd, toDan] = await passOn();
    // Ben leaves: what he has made stays, and is not his to end any more.
    const { body } = await ben.delete(`/shares/${first}?cascade=1`).expect(200);
    assert.deepEqual(body.data.others, []);
    assert.deepEqual(await statuses(), [404, 200, 200]);
    assert.deepEqual(ids((await ann.get(`/shares?document_id=${document}`)).body.data), [toDan, toCyd]);
    // Cyd ends her own for Dan.
    assert.deepEqual((await cyd.delete(`/shares/${toDan}?cascade=1`).expect(200)).body.data.others, []);
    assert.deepEqual(await statuses(), [404, 200, 404]);
  });

  it('refuses another value of cascade, and changes nothing', async () => {
    const response = await ann.delete(`/shares/${first}?cascade=yes`).expect(422);
    assert.deepEqual(Object.keys(response.body.errors), ['cascade']);
    await ann.patch(`/shares/${first}?cascade=yes`, { permissions: 1 }).expect(422);
    assert.equal((await ann.get(`/shares/${first}`)).body.data.permissions, 31);
  });
});
