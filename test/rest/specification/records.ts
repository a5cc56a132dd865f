import assert from 'node:assert/strict';
import type { Row, Section, SpecificationFixture } from './fixture.ts';

type Record = { readonly [field: string]: unknown };
type Check = (value: unknown) => void;

const integer: Check = (value) => assert.ok(Number.isSafeInteger(value), String(value));
const string: Check = (value) => assert.equal(typeof value, 'string');
const timestamp: Check = (value) => assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** A row with the type of a field. */
function field(cells: string, record: (fixture: SpecificationFixture) => Promise<Record>, check: Check): Row {
  const [name = ''] = cells.split(' | ');
  return [
    cells,
    async (fixture) => {
      const found = await record(fixture);
      const key = name.split('.').at(-1) ?? '';
      assert.ok(key in found, `${key} is missing`);
      check(found[key]);
    },
  ];
}

async function signedIn({ guest, ann: { login, password } }: SpecificationFixture): Promise<Record> {
  return (await guest.post('/login', { login, password }).expect(200)).body.user;
}

async function item(fixture: SpecificationFixture): Promise<Record> {
  const folderId = await fixture.folder();
  await fixture.anns.document(fixture.name(), 'content', folderId);
  return (await fixture.anns.get(`/folders/${folderId}/contents`).expect(200)).body.data[0];
}

async function meta({ anns }: SpecificationFixture): Promise<Record> {
  return (await anns.get('/folders/0/contents?page=1&per_page=1').expect(200)).body.meta;
}

async function user({ admin, bob }: SpecificationFixture): Promise<Record> {
  return (await admin.get(`/users/${bob.id}`).expect(200)).body.data;
}

async function activity(fixture: SpecificationFixture): Promise<Record> {
  const { id } = await fixture.document();
  return (await fixture.anns.get(`/v2/documents/${id}/activity`).expect(200)).body.data[0];
}

/** Shares a new document of Ann's with Bob, with the given changes to the request. */
async function share(
  fixture: SpecificationFixture,
  given: object = {},
): Promise<{ request: Record; record: Record }> {
  const { id } = await fixture.document();
  const request = { document_id: id, users: ['bob'], permissions: 1, notify: false, ...given };
  const { body } = await fixture.anns.post('/shares', request).expect(201);
  return { request, record: body.data };
}

function settable(name: 'title' | 'comments'): Row[1] {
  return async (fixture) => {
    const { id } = await fixture.document();
    const { body } = await fixture.anns.patch(`/documents/${id}`, { [name]: 'Lease' }).expect(200);
    assert.equal(body.data[name], 'Lease');
    assert.equal((await fixture.anns.get(`/documents/${id}`).expect(200)).body.data[name], 'Lease');
  };
}

export const records: readonly Section[] = [
  {
    title: 'Identifiers',
    rows: [
      [
        'Identifiers of documents, folders, users, shares and activity entries are integers (`id`, `folder_id`, `document_id`).',
        async (fixture) => {
          const { record } = await share(fixture);
          const ids = [
            (await item(fixture))['id'],
            (await item(fixture))['folder_id'],
            (await user(fixture))['id'],
            (await activity(fixture))['id'],
            (await activity(fixture))['document_id'],
            record['id'],
            record['document_id'],
          ];
          ids.forEach(integer);
        },
      ],
    ],
  },
  {
    title: 'Session user (login response)',
    rows: [
      field('user.id | integer', signedIn, integer),
      field('user.name | string', signedIn, string),
      field('user.email | string', signedIn, string),
    ],
  },
  {
    title: 'Folder content item',
    rows: [
      field('id | integer |', item, integer),
      field('name | string | file or folder name', item, string),
      field('type | string | the value `file` occurs for documents', item, (type) =>
        assert.equal(type, 'file'),
      ),
      field('size | integer | bytes', item, (size) => assert.equal(size, 'content'.length)),
      field('mime_type | string | media type', item, (type) => assert.equal(type, 'text/plain')),
      field('created_at | string | ISO 8601 UTC timestamp', item, timestamp),
      field('updated_at | string | ISO 8601 UTC timestamp', item, timestamp),
      field('current_page | integer', meta, (page) => assert.equal(page, 1)),
      field('total | integer | total number of items', meta, integer),
    ],
  },
  {
    title: 'Document (writable metadata)',
    rows: [
      [
        'title | string | settable by PATCH and optionally at upload',
        async (fixture) => {
          await settable('title')(fixture);
          const file = { name: fixture.name(), content: 'x' };
          const { body } = await fixture.anns.upload({ folder_id: 0, title: 'Lease' }, file).expect(201);
          assert.equal(body.data.title, 'Lease');
        },
      ],
      ['comments | string | description text, settable by PATCH', settable('comments')],
    ],
  },
  {
    title: 'User',
    rows: [
      field('name | string', user, string),
      field('email | string', user, string),
      field('login | string', user, string),
      [
        'password | string (write only in the shown payloads)',
        async (fixture) => {
          const password = 'a long enough password';
          const login = fixture.name();
          const person = { name: 'N', email: `${login}@example.org`, login, password };
          const { text } = await fixture.admin.post('/users', person).expect(201);
          assert.ok(!text.includes('password') && !text.includes(password));
          await fixture.guest.post('/login', { login, password }).expect(200);
        },
      ],
    ],
  },
  {
    title: 'Activity entry',
    rows: [
      field('id | integer', activity, integer),
      field('action | string (for example the action name for an upload)', activity, (action) =>
        assert.equal(action, 'upload'),
      ),
      field('user | string, display name of the acting user', activity, (name) => assert.equal(name, 'ann')),
      field('timestamp | string, ISO 8601 UTC', activity, timestamp),
      field('details | string', activity, string),
    ],
  },
  {
    title: 'Share (create payload)',
    rows: [
      [
        'document_id | integer | target document',
        async (fixture) => {
          const { request, record } = await share(fixture);
          assert.equal(record['document_id'], request['document_id']);
          await fixture.bobs.get(`/documents/${String(request['document_id'])}`).expect(200);
          await fixture.anns.post('/shares', { ...request, document_id: 'x' }).expect(422);
        },
      ],
      [
        'users | array of strings | logins of the recipients',
        async (fixture) => {
          const { request, record } = await share(fixture, { users: ['bob', 'admin'] });
          assert.deepEqual([...(record['users'] as string[])].sort(), ['admin', 'bob']);
          await fixture.anns.post('/shares', { ...request, users: 'bob' }).expect(422);
        },
      ],
      [
        'permissions | integer | a numeric permission value',
        async (fixture) => {
          const { request, record } = await share(fixture, { permissions: 3 });
          assert.equal(record['permissions'], 3);
          const path = `/documents/${String(request['document_id'])}`;
          await fixture.bobs.patch(path, { title: 'by bob' }).expect(200);
          await fixture.anns.post('/shares', { ...request, permissions: 32 }).expect(422);
        },
      ],
      [
        'notify | boolean | whether recipients are notified',
        async (fixture) => {
          // This service has no SMTP server: the request is accepted, but no e-mail is sent.
          const { request, record } = await share(fixture, { notify: true });
          assert.deepEqual(record['notified'], []);
          await fixture.anns.post('/shares', { ...request, notify: 'yes' }).expect(422);
        },
      ],
    ],
  },
];
