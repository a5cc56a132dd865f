import assert from 'node:assert/strict';
import { startService } from '../../support/service.ts';
import { basic, DavClient } from '../../webdav/client.ts';
import { clientOf, guest } from '../client.ts';
import type { Section, SpecificationFixture } from './fixture.ts';

const PASSWORD = 'a long enough password';

const authentication: Section = {
  title: 'Authentication',
  rows: [
    [
      'Session (browser): `POST /api/login` with `login` and `password` establishes a cookie-based session.',
      async (fixture) => {
        const { login, password } = fixture.bob;
        const response = await fixture.guest.post('/login', { login, password }).expect(200);
        const cookie = response.get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
        const { body } = await fixture.with('Cookie', cookie).get('/account').expect(200);
        assert.equal(body.data.login, 'bob');
      },
    ],
    [
      'Token (programmatic): a personal access token is created in the account settings. It is sent on every request as the header `Authorization: Bearer <ACCESS_TOKEN>`.',
      async (fixture) => {
        const { body } = await fixture.anns.post('/account/tokens', { name: 'Script' }).expect(201);
        const bearer = fixture.with('Authorization', `Bearer ${body.data.token}`);
        assert.equal((await bearer.get('/account').expect(200)).body.data.login, 'ann');
        await fixture.guest.get('/account').expect(401);
      },
    ],
    [
      'Two-factor authentication: when enabled for the account, `POST /api/2fa/request-code` requests a code and `POST /api/2fa/verify-code` verifies it.',
      async (fixture) => {
        await fixture.guest.post('/2fa/request-code', {}).expect(401);
        await fixture.guest.post('/2fa/verify-code', { code: '123456' }).expect(401);
      },
    ],
    [
      'WebDAV: HTTP Basic authentication with the account login as user name and the account password.',
      async (fixture) => {
        const headers = { Depth: '0' };
        await fixture.drive.expect(207, 'PROPFIND', '/', { headers });
        const wrong = new DavClient(fixture.service.port, basic('ann', 'wrong password'));
        const refused = await wrong.expect(401, 'PROPFIND', '/', { headers });
        assert.match(String(refused.headers['www-authenticate']), /^Basic realm="dms"/);
      },
    ],
    [
      'Guests (unauthenticated requests) exist and have a lower rate limit (see Limits).',
      async () => {
        const service = await startService({ config: { rate_limit: {} } });
        try {
          const asGuest = await guest(service).get('/account');
          const asUser = await (await clientOf(service, service.admin)).get('/account');
          const limit = (response: typeof asGuest) => Number(response.get('X-RateLimit-Limit'));
          assert.ok(limit(asGuest) < limit(asUser));
        } finally {
          await service.stop();
        }
      },
    ],
    [
      'The user endpoints (`/api/users`...) are for administrators only.',
      async (fixture) => {
        await fixture.anns.get('/users').expect(403);
        await fixture.guest.get('/users').expect(401);
        await fixture.admin.get('/users').expect(200);
      },
    ],
  ],
};

async function refusal(fixture: SpecificationFixture) {
  const { body } = await fixture.anns.post('/folders', { folder_id: 'x' }).expect(422);
  return body;
}

const errors: Section = {
  title: 'Errors',
  rows: [
    [
      'message | string, description of the error',
      async (fixture) => {
        assert.equal(typeof (await refusal(fixture)).message, 'string');
        const { body } = await fixture.anns.get('/documents/999999').expect(404);
        assert.deepEqual(Object.keys(body), ['message', 'code']);
      },
    ],
    [
      'errors | object mapping a field name to an array of validation message strings',
      async (fixture) => {
        assert.deepEqual((await refusal(fixture)).errors, {
          folder_id: ['must be the id of a folder'],
          name: ['is required'],
        });
      },
    ],
    ['200 | Success', (fixture) => fixture.anns.get('/account').expect(200)],
    [
      '201 | Created',
      (fixture) => fixture.anns.post('/folders', { folder_id: 0, name: fixture.name() }).expect(201),
    ],
    ['400 | Bad Request', (fixture) => fixture.anns.post('/folders').type('json').send('{').expect(400)],
    ['401 | Unauthorized', (fixture) => fixture.guest.get('/account').expect(401)],
    ['403 | Forbidden', (fixture) => fixture.anns.post('/folders', { system: true, name: 'x' }).expect(403)],
    [
      '404 | Not Found',
      async (fixture) => {
        const { id } = await fixture.document();
        await fixture.bobs.get(`/documents/${id}`).expect(404);
        await fixture.bobs.get('/nothing').expect(404);
      },
    ],
    ['422 | Validation Error', (fixture) => fixture.anns.patch('/account', {}).expect(422)],
    [
      '429 | Too Many Requests',
      async (fixture) => {
        const login = fixture.name();
        await fixture.service.createUser(login, { password: PASSWORD });
        const wrong = { login, password: 'wrong password' };
        for (let count = 0; count < 5; count += 1) await fixture.guest.post('/login', wrong).expect(401);
        const response = await fixture.guest.post('/login', { login, password: PASSWORD }).expect(429);
        assert.ok(Number(response.get('Retry-After')) > 0);
      },
    ],
    [
      '500 | Server Error',
      async () => {
        const service = await startService();
        try {
          service.dms.account.get = () => {
            throw new Error('broken');
          };
          const { body } = await (await clientOf(service, service.admin)).get('/account').expect(500);
          assert.deepEqual(Object.keys(body), ['message', 'code']);
        } finally {
          await service.stop();
        }
      },
    ],
    [
      'Validation failures use 422 with the `errors` object.',
      async (fixture) => {
        for (const request of [
          fixture.anns.get('/folders/0/contents?page=x'),
          fixture.anns.get('/folders/0/search?filter=x'),
          fixture.anns.post('/folders', { folder_id: 0, name: 'a/b' }),
          fixture.anns.upload({ folder_id: 'x' }, { name: 'a', content: 'a' }),
        ]) {
          const { body } = await request.expect(422);
          for (const messages of Object.values(body.errors)) assert.ok(Array.isArray(messages));
        }
      },
    ],
  ],
};

/** Sends requests until the limit is reached. @returns the number of allowed requests */
async function allowed(ask: () => Promise<{ status: number }>, most: number): Promise<number> {
  for (let count = 0; count <= most; count += 1) if ((await ask()).status === 429) return count;
  return Number.POSITIVE_INFINITY;
}

/** A check that all responses under `/api` have a header, including refusals. */
function header(name: string, check: (value: number, before: number) => boolean) {
  return async (fixture: SpecificationFixture) => {
    for (const request of [
      fixture.anns.get('/account'),
      fixture.guest.get('/account'),
      fixture.anns.get('/nothing'),
    ]) {
      const before = Date.now() / 1000;
      const response = await request;
      const value = Number(response.get(name));
      assert.ok(Number.isInteger(value) && check(value, before), `${name}: ${response.get(name)}`);
    }
  };
}

const limits: Section = {
  title: 'Limits',
  rows: [
    [
      'Authenticated REST requests | 60 per minute',
      async () => {
        const service = await startService({ config: { rate_limit: {} } });
        try {
          const client = await clientOf(service, service.admin);
          assert.equal(await allowed(async () => client.get('/account'), 60), 60);
        } finally {
          await service.stop();
        }
      },
    ],
    [
      'Guest REST requests | 10 per minute',
      async () => {
        const service = await startService({ config: { rate_limit: {} } });
        try {
          assert.equal(await allowed(async () => guest(service).get('/account'), 10), 10);
        } finally {
          await service.stop();
        }
      },
    ],
    [
      '`X-RateLimit-Limit` (integer, the allowed count)',
      header('X-RateLimit-Limit', (limit) => limit === 100_000),
    ],
    [
      '`X-RateLimit-Remaining` (integer, requests left)',
      header('X-RateLimit-Remaining', (left) => left > 0 && left < 100_000),
    ],
    [
      '`X-RateLimit-Reset` (integer)',
      header('X-RateLimit-Reset', (reset, before) => reset >= before - 1 && reset <= before + 61),
    ],
  ],
};

const versioning: Section = {
  title: 'Versioning',
  rows: [
    [
      'Versioning is by URL prefix.',
      async (fixture) => {
        const { id } = await fixture.document();
        await fixture.anns.get(`/v2/documents/${id}/activity`).expect(200);
        await fixture.anns.get(`/v3/documents/${id}/activity`).expect(404);
      },
    ],
    [
      'Endpoints under `/api/v2/` are version 2.',
      (fixture) => fixture.anns.get('/v2/folders/0/contents').expect(404),
    ],
    [
      'Endpoints directly under `/api/` are version 1.',
      (fixture) => fixture.anns.get('/folders/0/contents').expect(200),
    ],
    [
      'The per-document activity endpoint is a version 2 endpoint; the other REST endpoints listed above are version 1.',
      async (fixture) => {
        const { id } = await fixture.document();
        await fixture.anns.get(`/documents/${id}/activity`).expect(404);
        await fixture.anns.get(`/v2/documents/${id}`).expect(404);
      },
    ],
  ],
};

export const rules: readonly Section[] = [authentication, errors, limits, versioning];
