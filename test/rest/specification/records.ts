import assert from 'node:assert/strict';
import type { Office, Row, Section } from './office.ts';

type Record = { readonly [field: string]: unknown };
type Check = (value: unknown) => void;

const integer: Check = (value) => assert.ok(Number.isSafeInteger(value), String(value));
const string: Check = (value) => assert.equal(typeof value, 'string');
const timestamp: Check = (value) => assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** A row that says of what type a field is. */
function field(cells: string, record: (office: Office) => Promise<Record>, check: Check): Row {
  const [name = ''] = cells.split(' | ');
  return [
    cells,
    async (office) => {
      const found = await record(office);
      const key = name.split('.').at(-1) ?? '';
      assert.ok(key in found, `${key} is missing`);
      check(found[key]);
    },
  ];
}

async function signedIn({ guest, ann: { login, password } }: Office): Promise<Record> {
  return (await guest.post('/login', { login, password }).expect(200)).body.user;
}

async function item(office: Office): Promise<Record> {
  const folderId = await office.folder();
  await office.anns.document(office.name(), 'content', folderId);
  return (await office.anns.get(`/folders/${folderId}/contents`).expect(200)).body.data[0];
}

async function meta({ anns }: Office): Promise<Record> {
  return (await anns.get('/folders/0/contents?page=1&per_page=1').expect(200)).body.meta;
}

async function user({ admin, bob }: Office): Promise<Record> {
  return (await admin.get(`/users/${bob.id}`).expect(200)).body.data;
}

async function activity(office: Office): Promise<Record> {
  const { id } = await office.document();
  return (await office.anns.get(`/v2/documents/${id}/activity`).expect(200)).body.data[0];
}

/** Shares a new document of ann's with bob, but for what is given. */
async function share(office: Office, given: object = {}): Promise<{ request: Record; record: Record }> {
  const { id } = await office.document();
  const request = { document_id: id, users: ['bob'], permissions: 1, notify: false, ...given };
  const { body } = await office.anns.post('/shares', request).expect(201);
  return { request, record: body.data };
}

function settable(name: 'title' | 'comments'): Row[1] {
  return async (office) => {
    const { id } = await office.document();
    const { body } = await office.anns.patch(`/documents/${id}`, { [name]: 'Lease' }).expect(200);
    assert.equal(body.data[name], 'Lease');
    assert.equal((await office.anns.get(`/documents/${id}`).expect(200)).body.data[name], 'Lease');
  };
}

export const records: readonly Section[] = [
  {
    title: 'Identifiers',
    rows: [
      [
        'Identifiers of documents, folders, users, shares and activity entries are integers (`id`, `folder_id`, `document_id`).',
        async (office) => {
          const { record } = await share(office);
          const ids = [
            (await item(office))['id'],
            (await item(office))['folder_id'],
            (await user(office))['id'],
            (await activity(office))['id'],
            (await activity(office))['document_id'],
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
        async (office) => {
          await settable('title')(office);
          const file = { name: office.name(), content: 'x' };
          const { body } = await office.anns.upload({ folder_id: 0, title: 'Lease' }, file).expect(201);
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
        async (office) => {
          const password = 'a long enough password';
          const login = office.name();
          const person = { name: 'N', email: `${login}@example.org`, login, password };
          const { text } = await office.admin.post('/users', person).expect(201);
          assert.ok(!text.includes('password') && !text.includes(password));
          await office.guest.post('/login', { login, password }).expect(200);
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
        async (office) => {
          const { request, record } = await share(office);
          assert.equal(record['document_id'], request['document_id']);
          await office.bobs.get(`/documents/${String(request['document_id'])}`).expect(200);
          await office.anns.post('/shares', { ...request, document_id: 'x' }).expect(422);
        },
      ],
      [
        'users | array of strings | logins of the recipients',
        async (office) => {
          const { request, record } = await share(office, { users: ['bob', 'admin'] });
          assert.deepEqual([...(record['users'] as string[])].sort(), ['admin', 'bob']);
          await office.anns.post('/shares', { ...request, users: 'bob' }).expect(422);
        },
      ],
      [
        'permissions | integer | a numeric permission value',
        async (office) => {
          const { request, record } = await share(office, { permissions: 3 });
          assert.equal(record['permissions'], 3);
          const path = `/documents/${String(request['document_id'])}`;
          await office.bobs.patch(path, { title: 'by bob' }).expect(200);
          await office.anns.post('/shares', { ...request, permissions: 32 }).expect(422);
        },
      ],
      [
        'notify | boolean | whether recipients are notified',
        async (office) => {
          // This service has no SMTP server: it is accepted, and nobody is told.
          const { request, record } = await share(office, { notify: true });
          assert.deepEqual(record['notified'], []);
          await office.anns.post('/shares', { ...request, notify: 'yes' }).expect(422);
        },
      ],
    ],
  },
];
