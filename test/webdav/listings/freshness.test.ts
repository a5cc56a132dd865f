import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { Database } from '../../../src/storage/database/database.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic } from '../client.ts';

const MINUTE = 60_000;

/** What is remembered to answer quickly is never remembered longer than it is true. */
describe('webdav over one connection', () => {
  let service: Service;
  let ann: Account;
  let elsewhere: Database;
  let agent: Agent;
  let time: number;

  beforeEach(async () => {
    time = Date.UTC(2026, 0, 31);
    service = await startService({ now: () => time });
    ann = await service.createUser('ann');
    elsewhere = Database.open(`${service.dataDirectory}/dms.sqlite`, 'relaxed');
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
    assert.equal((await ask('PUT', '/paper', 'one')).status, 201);
  });
  afterEach(async () => {
    agent.destroy();
    await elsewhere.close();
    await service.stop();
  });

  function ask(
    method: string,
    path: string,
    body?: string,
    { login, password }: Pick<Account, 'login' | 'password'> = ann,
  ): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const headers = {
        Authorization: basic(login, password),
        Depth: '0',
        'Content-Length': Buffer.byteLength(body ?? ''),
      };
      const { port } = service;
      const sent = request(
        { port, host: '127.0.0.1', method, path: `/webdav${path}`, headers, agent },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          response.on('error', reject);
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  async function statuses(login?: Pick<Account, 'login' | 'password'>): Promise<number[]> {
    const got = await ask('GET', '/paper', undefined, login);
    const found = await ask('PROPFIND', '/paper', undefined, login);
    return [got.status, found.status];
  }

  for (const [what, sql] of [
    ['an account that another process has disabled', 'UPDATE users SET is_disabled = 1 WHERE login = ?'],
    [
      'a password that another process has changed',
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE login = 'admin') WHERE login = ?`,
    ],
    [
      'an account that another process has given a second factor',
      "UPDATE users SET two_factor = 'totp' WHERE login = ?",
    ],
  ] as const) {
    it(`refuses ${what}, from the next request on`, async () => {
      assert.deepEqual(await statuses(), [200, 207]);
      elsewhere.prepare(sql).run('ann');
      assert.deepEqual(await statuses(), [401, 401]);
    });
  }

  it('refuses the old password from the next request on', async () => {
    assert.deepEqual(await statuses(), [200, 207]);
    await service.dms.users.update({ kind: 'system', name: 'test' }, ann.id, {
      password: 'quite another password',
    });
    assert.deepEqual(await statuses(), [401, 401]);
    assert.deepEqual(await statuses({ login: 'ann', password: 'quite another password' }), [200, 207]);
  });

  it('tells users of one connection apart', async () => {
    const ben = await service.createUser('ben');
    assert.deepEqual(await statuses(), [200, 207]);
    assert.deepEqual(await statuses(ben), [404, 404]);
    assert.deepEqual(await statuses(), [200, 207]);
    assert.deepEqual(await statuses({ login: 'ben', password: ann.password }), [401, 401]);
  });

  it('shows a name that another process has given, and no longer the old one', async () => {
    assert.deepEqual(await statuses(), [200, 207]);
    elsewhere.prepare("UPDATE entries SET name = 'new', name_key = 'new' WHERE name = 'paper'").run();
    assert.deepEqual(await statuses(), [404, 404]);
    assert.equal((await ask('GET', '/new')).text, 'one');
  });

  it('shows nothing of a grant that has run out', async () => {
    const ben = await service.createUser('ben');
    const { entry } = documentOf('paper');
    await service.dms.shares.create(ann.actor, {
      entryId: entry.id,
      users: ['ben'],
      permissions: 1,
      expiresAt: time + MINUTE,
    });
    assert.deepEqual(await statuses(ben), [200, 207]);
    time += MINUTE;
    assert.deepEqual(await statuses(ben), [404, 404]);
  });

  it('shows nothing of a grant that another process has taken back', async () => {
    const ben = await service.createUser('ben');
    const { entry } = documentOf('paper');
    await service.dms.shares.create(ann.actor, { entryId: entry.id, users: ['ben'], permissions: 1 });
    assert.deepEqual(await statuses(ben), [200, 207]);
    elsewhere.prepare('DELETE FROM share_recipients').run();
    assert.deepEqual(await statuses(ben), [404, 404]);
  });

  function documentOf(name: string): { entry: { id: number } } {
    const place = service.dms.tree.resolve(ann.actor, [name]);
    if (place === undefined) throw new Error(`there is no ${name}`);
    return place;
  }
});
