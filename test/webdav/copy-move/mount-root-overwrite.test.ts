import assert from 'node:assert/strict';
import { type Client, clientOf } from '../../rest/client.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../client.ts';

interface Person {
  readonly account: Account;
  readonly rest: Client;
  readonly dav: DavClient;
}

/** docs/build/contract/concepts.md §2: a MOVE within the mount root changes the recipient's own name, and nobody else notices. */
describe('MOVE of a shared document within the mount root, onto a name that is taken', () => {
  let service: Service;
  let ann: Person;
  let ben: Person;

  beforeEach(async () => {
    service = await startService({});
    ann = await person('ann');
    ben = await person('ben');
  });
  afterEach(() => service.stop());

  async function person(login: string): Promise<Person> {
    const account = await service.createUser(login, { isAdmin: false });
    const dav = new DavClient(service.port, basic(login, account.password));
    return { account, rest: await clientOf(service, account), dav };
  }

  async function lend(permissions: number): Promise<number> {
    await ann.dav.expect(201, 'PUT', '/plan.txt', { body: 'plan of ann' });
    const contents = await ann.rest.get('/folders/0/contents');
    const { id } = contents.body.data.find(({ name }: { name: string }) => name === 'plan.txt');
    const shared = await ann.rest.post('/shares', { document_id: id, users: ['ben'], permissions });
    assert.equal(shared.status, 201, shared.text);
    return id;
  }

  for (const target of ['plan.txt~', 'other.txt'])
    it(`leaves it with its owner (${target}, with the permission to delete)`, async () => {
      const id = await lend(15);
      await ben.dav.expect(201, 'PUT', `/${target}`, { body: 'of ben' });
      await ben.dav.ask('MOVE', '/plan.txt', { headers: { Destination: ben.dav.at(`/${target}`) } });
      assert.equal((await ann.dav.ask('GET', '/plan.txt')).status, 200);
      assert.equal((await ann.rest.get(`/documents/${id}`)).status, 200);
    });

  it('needs no more than update (emacs and gedit keep a backup at doc~)', async () => {
    await lend(3);
    await ben.dav.expect(201, 'PUT', '/plan.txt~', { body: 'the backup of the last time' });
    const { status, text } = await ben.dav.ask('MOVE', '/plan.txt', {
      headers: { Destination: ben.dav.at('/plan.txt~') },
    });
    assert.equal(status, 204, text);
  });
});
