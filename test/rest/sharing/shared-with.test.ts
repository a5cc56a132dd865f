// Would catch a list that tells a user of recipients or links that the shares themselves would not show, and a list that
// misses some.
import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

const DAY = 24 * 60 * 60 * 1000;
const PASSWORD = 'three red bicycles';

interface Listed {
  readonly id: number;
  readonly name: string;
  readonly shared_with?: {
    readonly people: readonly { readonly login: string; readonly name: string }[];
    readonly groups: readonly string[];
    readonly total: number;
    readonly links: number;
  };
}

describe('with whom the entries of a list are shared', () => {
  let service: Service;
  let time: number;
  let accounts: ReadonlyMap<string, Account>;
  let ann: Client;
  let ben: Client;
  let cyd: Client;
  let folder: number;
  let document: number;

  beforeEach(() => start());
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  /** Ann's folder `Plans` with a document; a folder `Private` beside it. */
  async function start(config: Record<string, unknown> = {}): Promise<void> {
    time = Date.UTC(2026, 0, 31, 12);
    service = await startService({ now: () => time, config });
    const made = new Map<string, Account>();
    for (const login of ['ann', 'ben', 'cyd', 'dan', 'eve']) made.set(login, await service.createUser(login));
    accounts = made;
    [ann, ben, cyd] = [await client('ann'), await client('ben'), await client('cyd')];
    folder = (await ann.folder('Plans')).id;
    await ann.folder('Private');
    document = (await ann.document('plan.txt', 'the plan', folder)).id;
  }

  async function client(login: string): Promise<Client> {
    const account = accounts.get(login);
    assert.ok(account);
    return clientOf(service, account);
  }

  const share = (by: Client, users: readonly string[], permissions: number, more: object = {}) =>
    by.post('/shares', { folder_id: folder, users, permissions, ...more }).expect(201);
  const link = async (by: Client, more: object = {}): Promise<string> =>
    (await by.post('/links', { folder_id: folder, ...more }).expect(201)).body.data.url;

  async function listed(by: Client, path = '/folders/0/contents'): Promise<readonly Listed[]> {
    return (await by.get(`${path}${path.includes('?') ? '&' : '?'}include=shared_with`).expect(200)).body
      .data;
  }

  /** In a line, such as `ben cyd dan 4 1`; undefined: not shared. */
  async function lineOf(by: Client, id = folder, path?: string): Promise<string | undefined> {
    const shared = (await listed(by, path)).find((entry) => entry.id === id)?.shared_with;
    return shared && [...shared.people.map(({ login }) => login), shared.total, shared.links].join(' ');
  }

  it('names groups, and counts them with the users', async () => {
    const admin = await clientOf(service, service.admin);
    for (const name of ['Sales', 'Accounting'])
      await admin.post('/groups', { name, users: ['ben'] }).expect(201);
    await share(ann, ['dan'], 1);
    await share(ann, [], 17, { groups: ['Sales', 'Accounting'] });
    const shared = async (by: Client) => (await listed(by)).find(({ id }) => id === folder)?.shared_with;
    assert.deepEqual(await shared(ann), {
      people: [{ login: 'dan', name: 'dan' }],
      groups: ['Accounting', 'Sales'],
      total: 3,
      links: 0,
    });
    assert.equal((await shared(ben))?.total, 3);
  });

  it('is the first three recipients of all shares, their number, and the number of links', async () => {
    assert.equal(await lineOf(ann), undefined);
    await share(ann, ['eve', 'ben'], 1);
    await share(ann, ['dan'], 3);
    await link(ann);
    await link(ann, { listed: false });
    const all = await listed(ann);
    assert.deepEqual(
      all.map(({ name, shared_with: shared }) => [name, shared]),
      [
        [
          'Plans',
          {
            people: ['ben', 'dan', 'eve'].map((login) => ({ login, name: login })),
            groups: [],
            total: 3,
            links: 2,
          },
        ],
        ['Private', undefined],
      ],
    );
    await share(ann, ['cyd'], 17);
    assert.equal(await lineOf(ann), 'ben cyd dan 4 2');
    // Not those of the folder above.
    assert.equal(await lineOf(ann, document, `/folders/${folder}/contents`), undefined);
    await ann.post('/links', { document_id: document }).expect(201);
    assert.equal(await lineOf(ann, document, `/folders/${folder}/contents`), '0 1');
  });

  it('is left out without the parameter, which is for records only', async () => {
    await share(ann, ['ben'], 1);
    const { text } = await ann.get('/folders/0/contents').expect(200);
    assert.doesNotMatch(text, /shared_with/);
    for (const query of ['include=all', 'include=shared_with&fields=id', 'include=shared_with&starts=p']) {
      const { body } = await ann.get(`/folders/0/contents?${query}`).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['include'], query);
    }
  });

  it('is for recipients only what they may see of shares and links', async () => {
    await share(ann, ['ben'], 17);
    await share(ann, ['cyd', 'dan'], 1);
    await link(ann, { listed: true });
    await link(ann, { listed: false });
    assert.equal(await lineOf(ben), 'cyd dan 2 1');
    assert.equal(await lineOf(cyd), undefined);
    await share(ben, ['eve'], 1);
    await link(ben, { listed: false });
    assert.equal(await lineOf(ben), 'cyd dan eve 3 2');
    assert.equal(await lineOf(ann), 'ben cyd dan 4 2');
    // Ben loses the right to share, and keeps what he made.
    await share(ann, ['ben'], 1);
    assert.equal(await lineOf(ben), 'eve 1 1');
    const admin = await clientOf(service, service.admin);
    assert.equal(await lineOf(admin), undefined);
  });

  it('is the same in favourites, recent documents and search', async () => {
    await ann.post('/shares', { document_id: document, users: ['ben', 'cyd'], permissions: 1 }).expect(201);
    await ann.put(`/documents/${document}/favourite`).expect(200);
    await ann.put(`/documents/${document}/opening`).expect(200);
    for (const path of ['/favourites', '/recent', '/folders/0/search?q=plan'])
      assert.equal(await lineOf(ann, document, path), 'ben cyd 2 0', path);
    await ben.put(`/documents/${document}/favourite`).expect(200);
    assert.equal(await lineOf(ben, document, '/favourites'), undefined);
    const { text } = await ann.get('/favourites').expect(200);
    assert.doesNotMatch(text, /shared_with/);
    await ann.get('/favourites?include=x').expect(422);
  });

  it('is without shares and links that have ended', async () => {
    await share(ann, ['ben'], 1, { expires_at: '2026-02-02' });
    await share(ann, ['cyd'], 1);
    await link(ann, { expires_at: '2026-02-03' });
    const url = await link(ann, { max_downloads: 1 });
    assert.equal(await lineOf(ann), 'ben cyd 2 2');
    time += 2 * DAY;
    assert.equal(await lineOf(ann), 'cyd 1 2');
    const request = { code: url.slice(-22), proof: undefined, ip: '192.0.2.1' };
    await service.dms.linkVisits.count(request, 'download');
    assert.equal(await lineOf(ann), 'cyd 1 1');
    time += DAY;
    assert.equal(await lineOf(ann), 'cyd 1 0');
    const { body } = await ann.get(`/shares?folder_id=${folder}`).expect(200);
    await ann.delete(`/shares/${body.data[0].id}`).expect(200);
    assert.equal(await lineOf(ann), undefined);
  });

  it('is without links that the administrator does not allow', async () => {
    const restart = async (links: object): Promise<void> => {
      await service.stop();
      await start({ links });
    };
    await restart({ max_days: 7 });
    await link(ann, { expires_at: '2026-02-07' });
    assert.equal(await lineOf(ann), '0 1');
    await restart({ require_password: true });
    await link(ann, { password: PASSWORD });
    assert.equal(await lineOf(ann), '0 1');
    await restart({ enabled: false });
    await ann.post('/links', { folder_id: folder }).expect(403);
    assert.equal(await lineOf(ann), undefined);
  });

  it('is that of each entry of a page', async () => {
    for (let number = 0; number < 5; number += 1) {
      const { id } = await ann.folder(`Folder ${number}`);
      await ann.post('/shares', { folder_id: id, users: ['ben'], permissions: 1 }).expect(201);
    }
    const shared = (await listed(ann)).filter((entry) => entry.shared_with !== undefined);
    assert.equal(shared.length, 5);
  });
});
