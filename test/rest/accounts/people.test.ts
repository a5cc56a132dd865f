import assert from 'node:assert/strict';
import { type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

interface Colleague {
  readonly login: string;
  readonly name: string;
}

describe('people', () => {
  let service: Service;
  let client: Client;
  let admins: Client;

  async function person(login: string, name: string): Promise<number> {
    const { id } = await service.createUser(login);
    await service.dms.users.update(service.admin.actor, id, { name });
    return id;
  }

  async function start(search: 'all' | 'exact'): Promise<void> {
    service = await startService({ config: { people: { search } } });
    const ann = await service.createUser('ann');
    client = await clientOf(service, ann);
    admins = await clientOf(service, service.admin);
    await person('a.mueller', 'Anton Müller');
    await person('zoe', 'Zoë Mueller-Lüdenscheidt');
    await person('m.zan', 'Marta Zander');
    const gone = await person('muelle', 'Gone Müller');
    await service.dms.users.update(service.admin.actor, gone, { isDisabled: true });
  }
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  async function logins(asker: Client, q: string): Promise<string[]> {
    const { body } = await asker.get(`/people?q=${encodeURIComponent(q)}`).expect(200);
    return body.data.map(({ login }: Colleague) => login);
  }

  it('are found by the beginnings of words in name and login, by whole e-mail, and never oneself', async () => {
    await start('all');
    const { body } = await client.get('/people?q=anton').expect(200);
    assert.deepEqual(body, { data: [{ login: 'a.mueller', name: 'Anton Müller' }] });
    for (const [q, found] of [
      ['müll', ['a.mueller', 'zoe']],
      ['MUELL', ['a.mueller', 'zoe']],
      ['mull', ['a.mueller', 'zoe']],
      ['zo', ['zoe']],
      ['za', ['m.zan']],
      ['  mü an ', ['a.mueller']],
      ['mü za', []],
      ['lüd', ['zoe']],
      ['üller', []],
      ['m.za', ['m.zan']],
      ['zoe@example.org', ['zoe']],
      ['ZOE@example.ORG', ['zoe']],
      ['example', []],
      ['zoe@exampl', []],
      ['muelle@example.org', []],
      ['ann@example.org', []],
      ['--', []],
      ['%%', []],
    ] as const)
      assert.deepEqual(await logins(client, q), found, q);
    assert.deepEqual(await logins(admins, 'ann'), ['ann']);
    assert.deepEqual(await logins(client, 'ann'), []);
  });

  it('are twenty at most, by name, whom one has named first', async () => {
    await start('all');
    for (let number = 30; number > 0; number -= 1) await person(`team${number}`, `Team ${number}`);
    await person('team', 'Zuletzt');
    const found = await logins(client, 'team');
    assert.deepEqual(found, ['team', ...Array.from({ length: 19 }, (_, index) => `team${index + 1}`)]);
  });

  it('must be named exactly where the configuration says so', async () => {
    await start('exact');
    for (const [q, found] of [
      ['zo', []],
      ['Anton Müller', []],
      ['a.mueller', ['a.mueller']],
      ['A.Mueller', ['a.mueller']],
      ['a.mueller@example.org', ['a.mueller']],
      ['muelle', []],
      ['ann', []],
    ] as const)
      assert.deepEqual(await logins(client, q), found, q);
  });

  it('need two characters', async () => {
    await start('all');
    for (const query of ['', '?q=', '?q=a', '?q=%20a%20', '?q=aa&q=bb', `?q=${'a'.repeat(256)}`]) {
      const { body } = await client.get(`/people${query}`).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['q'], query);
    }
  });

  it('are all found by administrators among the users, page by page', async () => {
    await start('all');
    const listed = async (query: string) => {
      const { body } = await admins.get(`/users?${query}`).expect(200);
      return [body.data.map(({ login }: Colleague) => login), body.meta.total];
    };
    assert.deepEqual(await listed('q=m%C3%BCl'), [['a.mueller', 'muelle', 'zoe'], 3]);
    assert.deepEqual(await listed('q=mul&page=2&per_page=2'), [['zoe'], 3]);
    assert.deepEqual(await listed('q=zoe@exam'), [['zoe'], 1]);
    assert.deepEqual(await listed('q=nobody'), [[], 0]);
    assert.deepEqual((await listed('q=example'))[1], 6);
    await admins.get('/users?q=a').expect(422);
    await client.get('/users?q=a').expect(403);
  });
});
