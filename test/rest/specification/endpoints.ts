import assert from 'node:assert/strict';
import { totpCode } from '../../support/second-factor.ts';
import type { Section, SpecificationFixture } from './fixture.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const documents: Section = {
  title: 'REST: documents',
  rows: [
    [
      'GET | /api/documents/{id} | none | document metadata (see note 1)',
      async (fixture) => {
        const { id, name } = await fixture.document();
        const { body } = await fixture.anns.get(`/documents/${id}`).expect(200);
        assert.deepEqual([body.data.id, body.data.name, body.data.type], [id, name, 'file']);
      },
    ],
    [
      'PATCH | /api/documents/{id} | JSON: `title` string, `comments` string | see note 1',
      async (fixture) => {
        const { id } = await fixture.document();
        const change = { title: 'T', comments: 'C' };
        const { body } = await fixture.anns.patch(`/documents/${id}`, change).expect(200);
        assert.deepEqual([body.data.title, body.data.comments], ['T', 'C']);
      },
    ],
    [
      'DELETE | /api/documents/{id} | none | see note 1',
      async (fixture) => {
        const { id } = await fixture.document();
        assert.deepEqual((await fixture.anns.delete(`/documents/${id}`).expect(200)).body, { data: { id } });
        await fixture.anns.get(`/documents/${id}`).expect(404);
      },
    ],
    [
      'POST | /api/documents/upload | multipart/form-data: `folder_id` integer, `file` binary, `title` string (optional) | see note 1',
      async (fixture) => {
        const folderId = await fixture.folder();
        const content = Buffer.from([0, 1, 254, 255]);
        const fields = { folder_id: folderId, title: 'T' };
        const { body } = await fixture.anns.upload(fields, { name: 'a.bin', content }).expect(201);
        assert.deepEqual([body.data.folder_id, body.data.size, body.data.title], [folderId, 4, 'T']);
        await fixture.anns.upload({ folder_id: folderId }, { name: 'b.bin', content }).expect(201);
      },
    ],
    [
      'GET | /api/documents/{id}/download | none | the file content',
      async (fixture) => {
        const { id, name } = await fixture.document();
        const response = await fixture.anns.get(`/documents/${id}/download`).expect(200);
        assert.equal(response.text, name);
        assert.match(response.get('Content-Disposition') ?? '', /^attachment;/);
      },
    ],
    [
      'GET | /api/documents/{id}/thumbnail | none | thumbnail image',
      async (fixture) => {
        const { id } = await fixture.anns.document(`${fixture.name()}.png`, PNG);
        const { thumbnail } = (await fixture.anns.get(`/documents/${id}`).expect(200)).body.data;
        const response = await fixture.anns.get(`/documents/${id}/thumbnail`);
        // A missing thumbnail is 404; the record tells whether it is pending.
        assert.equal(response.status, thumbnail === 'ready' ? 200 : 404);
        if (thumbnail === 'ready') assert.match(response.get('Content-Type') ?? '', /^image\/(?:jpeg|png)$/);
        if (thumbnail === 'pending') assert.equal(response.get('Retry-After'), '2');
      },
    ],
    [
      'GET | /api/documents/{id}/metadata | none | full metadata (see note 1)',
      async (fixture) => {
        const { id, name } = await fixture.document();
        const { body } = await fixture.anns.get(`/documents/${id}/metadata`).expect(200);
        assert.deepEqual([body.data.id, body.data.path, body.data.versions.length], [id, `/${name}`, 1]);
      },
    ],
    [
      'POST | /api/documents/{id}/move | JSON: `folder_id` integer | see note 1',
      async (fixture) => {
        const { id } = await fixture.document();
        const folderId = await fixture.folder();
        const { body } = await fixture.anns
          .post(`/documents/${id}/move`, { folder_id: folderId })
          .expect(200);
        assert.deepEqual([body.data.id, body.data.folder_id], [id, folderId]);
      },
    ],
    [
      'POST | /api/documents/{id}/copy | JSON: `folder_id` integer, `name` string (name of the copy) | see note 1',
      async (fixture) => {
        const { id, name } = await fixture.document();
        const folderId = await fixture.folder();
        const wanted = { folder_id: folderId, name: 'copy.txt' };
        const { data } = (await fixture.anns.post(`/documents/${id}/copy`, wanted).expect(201)).body;
        assert.deepEqual([data.folder_id, data.name, data.id === id], [folderId, 'copy.txt', false]);
        assert.equal((await fixture.anns.get(`/documents/${data.id}/download`).expect(200)).text, name);
      },
    ],
  ],
};

const folders: Section = {
  title: 'REST: folders',
  rows: [
    [
      'GET | /api/folders/{id}/contents | query: `page` integer, `per_page` integer | `data`: array of folder content items; `meta`: `current_page`, `total`',
      async (fixture) => {
        const folderId = await fixture.folder();
        for (const name of ['a', 'b', 'c']) await fixture.anns.document(name, name, folderId);
        const { data, meta } = (
          await fixture.anns.get(`/folders/${folderId}/contents?page=2&per_page=2`).expect(200)
        ).body;
        assert.deepEqual(
          data.map(({ name }: { name: string }) => name),
          ['c'],
        );
        assert.deepEqual([meta.current_page, meta.total], [2, 3]);
      },
    ],
    [
      'GET | /api/folders/{id}/search | query: `q` string (search text), `filter` string | see note 3',
      async (fixture) => {
        const folderId = await fixture.folder();
        const { id } = await fixture.anns.document('lease.txt', 'x', folderId);
        await fixture.anns.folder('lease', folderId);
        const search = async (query: string) => {
          const { body } = await fixture.anns.get(`/folders/${folderId}/search?${query}`).expect(200);
          return body.data.map((found: { id: number }) => found.id);
        };
        assert.equal((await search('q=lease')).length, 2);
        assert.deepEqual(await search('q=lease&filter=type:file'), [id]);
      },
    ],
    [
      'GET | /api/folders/shares | none | list of shared folders (see note 1)',
      async (fixture) => {
        const folderId = await fixture.folder();
        await fixture.anns
          .post('/shares', { folder_id: folderId, users: ['bob'], permissions: 1 })
          .expect(201);
        const { body } = await fixture.bobs.get('/folders/shares').expect(200);
        const found = body.data.find(({ id }: { id: number }) => id === folderId);
        assert.deepEqual([found.type, found.shared_by.name], ['folder', 'ann']);
      },
    ],
  ],
};

async function newUser(fixture: SpecificationFixture): Promise<number> {
  const login = fixture.name();
  const person = { name: 'N', email: `${login}@example.org`, login, password: 'a long enough password' };
  const { data } = (await fixture.admin.post('/users', person).expect(201)).body;
  assert.deepEqual([data.name, data.email, data.login], ['N', `${login}@example.org`, login]);
  return data.id;
}

const users: Section = {
  title: 'REST: users (administrators only)',
  rows: [
    [
      'GET | /api/users | query: `page`, `per_page` | list of users',
      async (fixture) => {
        const { data, meta } = (await fixture.admin.get('/users?page=1&per_page=2').expect(200)).body;
        assert.deepEqual([data.length, meta.current_page, meta.per_page], [2, 1, 2]);
        await fixture.anns.get('/users').expect(403);
      },
    ],
    [
      'POST | /api/users | JSON: `name`, `email`, `login`, `password` (strings) | see note 1',
      async (fixture) => {
        await newUser(fixture);
        await fixture.anns.post('/users', {}).expect(403);
      },
    ],
    [
      'GET | /api/users/{id} | none | user details',
      async (fixture) => {
        const { body } = await fixture.admin.get(`/users/${fixture.ann.id}`).expect(200);
        assert.equal(body.data.login, 'ann');
        await fixture.anns.get(`/users/${fixture.ann.id}`).expect(403);
      },
    ],
    [
      'PATCH | /api/users/{id} | JSON: any of `name`, `email` (see note 4) | see note 1',
      async (fixture) => {
        const id = await newUser(fixture);
        const email = `${fixture.name()}@example.org`;
        assert.equal(
          (await fixture.admin.patch(`/users/${id}`, { name: 'M' }).expect(200)).body.data.name,
          'M',
        );
        const { data } = (await fixture.admin.patch(`/users/${id}`, { email }).expect(200)).body;
        assert.deepEqual([data.name, data.email], ['M', email]);
        await fixture.anns.patch(`/users/${id}`, { name: 'O' }).expect(403);
      },
    ],
    [
      'DELETE | /api/users/{id} | none | see note 1',
      async (fixture) => {
        const id = await newUser(fixture);
        await fixture.anns.delete(`/users/${id}`).expect(403);
        assert.deepEqual((await fixture.admin.delete(`/users/${id}`).expect(200)).body, { data: { id } });
        await fixture.admin.get(`/users/${id}`).expect(404);
      },
    ],
  ],
};

const activity: Section = {
  title: 'REST: activity',
  rows: [
    [
      'GET | /api/activity | query: `page`, `per_page` | list of activity entries',
      async (fixture) => {
        await fixture.document();
        const { data, meta } = (await fixture.anns.get('/activity?page=1&per_page=1').expect(200)).body;
        assert.deepEqual([data.length, meta.current_page, meta.per_page], [1, 1, 1]);
      },
    ],
    [
      'GET | /api/v2/documents/{id}/activity | none | `data`: array of activity entries',
      async (fixture) => {
        const { id } = await fixture.document();
        await fixture.anns.patch(`/documents/${id}`, { title: 'T' }).expect(200);
        const { data } = (await fixture.anns.get(`/v2/documents/${id}/activity`).expect(200)).body;
        assert.deepEqual(
          data.map(({ action }: { action: string }) => action),
          ['update', 'upload'],
        );
      },
    ],
  ],
};

const shares: Section = {
  title: 'REST: shares',
  rows: [
    [
      'POST | /api/shares | JSON: `document_id`, `users`, `permissions`, `notify` | see note 1',
      async (fixture) => {
        const { id } = await fixture.document();
        await fixture.bobs.get(`/documents/${id}`).expect(404);
        const request = { document_id: id, users: ['bob'], permissions: 1, notify: true };
        const { data } = (await fixture.anns.post('/shares', request).expect(201)).body;
        assert.deepEqual([data.document_id, data.folder_id, data.users], [id, null, ['bob']]);
        assert.equal((await fixture.bobs.get(`/documents/${id}`).expect(200)).body.data.permissions, 1);
      },
    ],
  ],
};

/** Enables the second factor of a new user. @returns the user and codes */
async function secondFactor(fixture: SpecificationFixture) {
  const login = fixture.name();
  const { password } = await fixture.service.createUser(login);
  const cookie = await signIn(fixture, login, password);
  const begun = await cookie.post('/account/2fa', { method: 'totp', password }).expect(200);
  const code = totpCode(begun.body.data.secret, Date.now());
  const confirmed = await cookie.post('/account/2fa/confirm', { code }).expect(200);
  return { login, password, codes: confirmed.body.data.recovery_codes };
}

async function signIn(fixture: SpecificationFixture, login: string, password: string) {
  const response = await fixture.guest.post('/login', { login, password }).expect(200);
  return fixture.with('Cookie', response.get('Set-Cookie')?.[0]?.split(';')[0] ?? '');
}

const authentication: Section = {
  title: 'REST: authentication and 2FA',
  rows: [
    [
      'POST | /api/login | JSON: `login` string, `password` string | `user` object (id, name, email); a browser session cookie is established',
      async (fixture) => {
        const { login, password, id } = fixture.ann;
        const response = await fixture.guest.post('/login', { login, password }).expect(200);
        assert.deepEqual(response.body, { user: { id, name: 'ann', email: 'ann@example.org' } });
        const cookie = response.get('Set-Cookie')?.[0] ?? '';
        assert.match(cookie, /^dms_session=[^;]+;.*HttpOnly/);
        await fixture
          .with('Cookie', cookie.split(';')[0] ?? '')
          .get('/account')
          .expect(200);
      },
    ],
    [
      'POST | /api/2fa/request-code | see Authentication | requests a 2FA code',
      async (fixture) => {
        const { login, password } = await secondFactor(fixture);
        const half = await signIn(fixture, login, password);
        const { body } = await half.post('/2fa/request-code', { method: 'totp' }).expect(200);
        assert.deepEqual(body, { data: { method: 'totp' } });
      },
    ],
    [
      'POST | /api/2fa/verify-code | see Authentication | verifies the code',
      async (fixture) => {
        const { login, password, codes } = await secondFactor(fixture);
        const half = await signIn(fixture, login, password);
        await half.get('/account').expect(401);
        await half.post('/2fa/verify-code', { code: 'wrong' }).expect(422);
        const whole = await half.post('/2fa/verify-code', { code: codes[0] }).expect(200);
        assert.equal(whole.body.data.user.login, login);
        const cookie = whole.get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
        await fixture.with('Cookie', cookie).get('/account').expect(200);
      },
    ],
  ],
};

export const endpoints: readonly Section[] = [documents, folders, users, activity, shares, authentication];
