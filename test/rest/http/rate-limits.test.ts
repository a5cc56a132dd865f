import assert from 'node:assert/strict';
import type { Response } from 'supertest';
import { totpCode } from '../../support/second-factor.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { clientOf, guest } from '../client.ts';

function limitsOf(response: Response) {
  const header = (name: string) => response.get(`X-RateLimit-${name}`);
  return { limit: header('Limit'), remaining: header('Remaining'), reset: Number(header('Reset')) };
}

describe('rate limits', () => {
  let service: Service;
  beforeEach(async () => {
    const config = {
      rate_limit: { authenticated_per_minute: 8, guest_per_minute: 5 },
      server: { trust_proxy: 'loopback' },
    };
    service = await startService({ config });
  });
  afterEach(async () => {
    await service.stop();
  });

  it('are told on every answer: success, refusal, unknown path, unreadable request', async () => {
    const client = await clientOf(service, service.admin);
    const answers = [
      await client.get('/account').expect(200),
      await client.get('/documents/99999').expect(404),
      await client.get('/nothing').expect(404),
      await client.get('/%ff').expect(400),
      await client.post('/folders').type('json').send('{').expect(400),
      await client.post('/folders', {}).expect(422),
    ];
    assert.deepEqual(
      answers.map((response) => limitsOf(response).remaining),
      ['7', '6', '5', '4', '3', '2'],
    );
    for (const response of answers) {
      const { limit, reset } = limitsOf(response);
      assert.equal(limit, '8');
      assert.ok(Number.isInteger(reset) && reset > Date.now() / 1000 && reset <= Date.now() / 1000 + 61);
    }
  });

  it('are told on a 500 as well', async () => {
    const client = await clientOf(service, service.admin);
    service.dms.account.get = () => {
      throw new Error('broken');
    };
    assert.equal(limitsOf(await client.get('/account').expect(500)).limit, '8');
    service.dms.authentication.byToken = () => {
      throw new Error('broken too');
    };
    assert.equal(limitsOf(await client.get('/account').expect(500)).limit, '5');
  });

  it('refuse with 429, Retry-After and no body of errors', async () => {
    for (let count = 0; count < 5; count += 1) await guest(service).get('/account').expect(401);
    const response = await guest(service).get('/account').expect(429);
    assert.deepEqual(Object.keys(response.body), ['message', 'code']);
    const retryAfter = Number(response.get('Retry-After'));
    assert.ok(retryAfter >= 1 && retryAfter <= 60);
    assert.deepEqual({ ...limitsOf(response), reset: 0 }, { limit: '5', remaining: '0', reset: 0 });
  });

  it('count all tokens and sessions of a user together', async () => {
    const { login, password } = service.admin;
    const [one, other] = [await clientOf(service, service.admin), await clientOf(service, service.admin)];
    const signedIn = await guest(service).post('/login', { login, password }).expect(200);
    const cookie = signedIn.get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
    const remaining = [
      limitsOf(await one.get('/account')).remaining,
      limitsOf(await other.get('/account')).remaining,
      limitsOf(await guest(service).get('/account').set('Cookie', cookie)).remaining,
    ];
    assert.deepEqual(remaining, ['7', '6', '5']);
  });

  const signIn = ({ login, password }: Pick<Account, 'login' | 'password'>) =>
    guest(service).post('/login', { login, password });

  it('let an office behind one address sign in, however many its people are', async () => {
    for (let number = 0; number < 7; number += 1)
      await signIn(await service.createUser(`user-${number}`)).expect(200);
    assert.equal(limitsOf(await guest(service).get('/account').expect(401)).remaining, '4');
  });

  it('give whoever guesses nothing for signing in with an account of their own', async () => {
    const mallory = await service.createUser('mallory');
    for (let count = 0; count < 4; count += 1) {
      await signIn({ login: `victim-${count}`, password: 'a guess' }).expect(401);
      await signIn(mallory).expect(200);
    }
    await signIn({ login: 'victim-4', password: 'a guess' }).expect(401);
    await signIn({ login: 'victim-5', password: 'a guess' }).expect(429);
    await signIn(mallory).expect(429);
  });

  it('count the sign-ins of one account after as many as guests have requests', async () => {
    for (let count = 0; count < 5; count += 1) await signIn(service.admin).expect(200);
    assert.equal(limitsOf(await signIn(service.admin).expect(200)).remaining, '4');
    assert.equal(limitsOf(await signIn(service.admin).expect(200)).remaining, '3');
  });

  it('do not count the requests of a sign-in with a second factor, but wrong codes', async () => {
    const ann = await service.createUser('ann');
    const enrolled = await service.dms.twoFactor.enrol(ann.actor, 'totp', ann.password);
    assert.ok(enrolled.method === 'totp');
    const code = totpCode(enrolled.secret, Date.now());
    const [recoveryCode] = await service.dms.twoFactor.confirm(ann.actor, code);
    const half = await signIn(ann).expect(200);
    const cookie = half.get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
    const post = (path: string, body: object) => guest(service).post(path, body).set('Cookie', cookie);
    await post('/2fa/request-code', {}).expect(200);
    await post('/2fa/verify-code', { code: '12' }).expect(422);
    await post('/2fa/verify-code', { code: recoveryCode }).expect(200);
    assert.equal(limitsOf(await guest(service).get('/account').expect(401)).remaining, '3');
  });

  it('count users apart from each other and from guests', async () => {
    const ann = await clientOf(service, await service.createUser('ann'));
    for (let count = 0; count < 6; count += 1) await guest(service).get('/account');
    assert.equal(limitsOf(await ann.get('/account').expect(200)).remaining, '7');
    const admin = await clientOf(service, service.admin);
    assert.equal(limitsOf(await admin.get('/account').expect(200)).remaining, '7');
  });

  it('count a bad token against the address', async () => {
    const bad = () => guest(service).get('/account').set('Authorization', 'Bearer nonsense');
    for (let count = 0; count < 5; count += 1) await bad().expect(401);
    await bad().expect(429);
    await guest(service).get('/account').expect(429);
  });

  it('count guests by address, IPv6 ones by /56', async () => {
    const from = async (address: string) =>
      limitsOf(await guest(service).get('/account').set('X-Forwarded-For', address)).remaining;
    assert.equal(await from('192.0.2.1'), '4');
    assert.equal(await from('192.0.2.2'), '4');
    assert.equal(await from('::ffff:192.0.2.1'), '3');
    assert.equal(await from('2001:db8:0:aa00::1'), '4');
    assert.equal(await from('2001:db8:0:aaff::2'), '3');
    assert.equal(await from('2001:db8:0:ab00::1'), '4');
  });

  it('do not stand before a body is read: an upload over the limit is refused at once', async () => {
    const client = await clientOf(service, service.admin);
    for (let count = 0; count < 8; count += 1) await client.get('/account');
    await client.upload({ folder_id: 0 }, { name: 'a.txt', content: 'a' }).expect(429);
    const { total } = await service.dms.folderPages.members(service.admin.actor, 0, {
      page: 1,
      perPage: 1,
      sort: 'name',
      direction: 'asc',
    });
    assert.equal(total, 0);
  });
});

describe('rate limits that are off', () => {
  it('send no headers, and do not believe X-Forwarded-For', async () => {
    const service = await startService({
      config: { rate_limit: { authenticated_per_minute: 0, guest_per_minute: 2 } },
    });
    try {
      const client = await clientOf(service, service.admin);
      assert.deepEqual(limitsOf(await client.get('/account').expect(200)), {
        limit: undefined,
        remaining: undefined,
        reset: NaN,
      });
      for (const address of ['192.0.2.1', '192.0.2.2'])
        await guest(service).get('/account').set('X-Forwarded-For', address).expect(401);
      await guest(service).get('/account').set('X-Forwarded-For', '192.0.2.3').expect(429);
    } finally {
      await service.stop();
    }
  });
});
