import type { Test } from 'supertest';
import type { ServiceOptions } from '../../support/service.ts';
import { document, type Examples, example, folder } from './example.ts';
import type { Person } from './office.ts';

const share = (id: number): string => `/shares/${id}`;
const trash = (id: number): string => `/trash/${id}`;

const NO_EVENTS = 'links have no events: a page loads those that it shows';

const MAIL: ServiceOptions = {
  config: {
    smtp: { url: 'smtp://127.0.0.1:9', from: 'dms@example.org' },
    server: { base_url: 'https://dms.example.org' },
  },
  keepsMail: true,
};

/** Makes a link to the home folder `target`, then changes it. */
async function onLink(person: Person, change: (path: string) => Test): Promise<void> {
  const folders = (await person.client.get('/folders/0/contents').expect(200)).body.data;
  const { id } = folders.find(({ name }: { name: string }) => name === 'target');
  const link = await person.client.post('/links', { folder_id: id }).expect(201);
  await change(`/links/${link.body.data.id}`).expect(200);
}

/** Examples of changes of shares, of links and of the trash. */
export const SHARE_EXAMPLES: Examples = {
  'POST /shares': [
    example('of a folder that others share', ({ office, ann }) =>
      ann.client
        .post('/shares', { folder_id: office.entries.plans, users: ['emil'], permissions: 1 })
        .expect(201),
    ),
    example('of a folder within a share', ({ office, cara }) =>
      cara.client
        .post('/shares', { folder_id: office.entries.inner, users: ['emil'], permissions: 1 })
        .expect(201),
    ),
    example('of a document', ({ office, ann }) =>
      ann.client
        .post('/shares', { document_id: office.entries.report, users: ['emil'], permissions: 1 })
        .expect(201),
    ),
    example('of a folder that the recipient sees already, with more rights', ({ office, ann }) =>
      ann.client
        .post('/shares', { folder_id: office.entries.inner, users: ['ben'], permissions: 31 })
        .expect(201),
    ),
    example('in the place of another share', ({ office, ann }) =>
      ann.client
        .post('/shares', { folder_id: office.entries.plans, users: ['ben'], permissions: 31 })
        .expect(201),
    ),
    example('of a system folder', ({ office, admin }) =>
      admin.client
        .post('/shares', { folder_id: office.entries.rooms, users: ['emil'], permissions: 1 })
        .expect(201),
    ),
  ],
  'PATCH /shares/{id}': [
    example('more rights', ({ office, ann }) =>
      ann.client.patch(share(office.shares.plans), { permissions: 15 }).expect(200),
    ),
    example('fewer rights on a system folder', ({ office, admin }) =>
      admin.client.patch(share(office.shares.office), { permissions: 1 }).expect(200),
    ),
    example('an end', ({ office, ann }) =>
      ann.client
        .patch(share(office.shares.single), {
          expires_at: new Date(office.now() + 10 * 86_400_000).toISOString(),
        })
        .expect(200),
    ),
    example('other recipients', ({ office, ann }) =>
      ann.client.patch(share(office.shares.plans), { users: ['emil'] }).expect(200),
    ),
    example(
      'rights with what depends on them',
      ({ office, ann }) =>
        ann.client.patch(`${share(office.shares.hidden)}?cascade=1`, { permissions: 1 }).expect(200),
      {
        before: ({ office, ann, ben }) =>
          ann.client
            .patch(share(office.shares.hidden), { permissions: 17 })
            .expect(200)
            .then(() =>
              ben.client
                .post('/shares', { document_id: office.entries.within, users: ['emil'], permissions: 1 })
                .expect(201),
            ),
      },
    ),
  ],
  'DELETE /shares/{id}': [
    example('by its maker', ({ office, ann }) => ann.client.delete(share(office.shares.plans)).expect(200)),
    example('by its recipient', ({ office, ben }) =>
      ben.client.delete(share(office.shares.hidden)).expect(200),
    ),
    example('of a document', ({ office, ann }) => ann.client.delete(share(office.shares.single)).expect(200)),
    example('of a system folder', ({ office, admin }) =>
      admin.client.delete(share(office.shares.office)).expect(200),
    ),
  ],
  'POST /links': [
    example(
      'of a document',
      ({ office, ann }) => ann.client.post('/links', { document_id: office.entries.report }).expect(201),
      { unseen: NO_EVENTS },
    ),
  ],
  'PATCH /links/{id}': [
    example('its label', ({ ann }) => onLink(ann, (path) => ann.client.patch(path, { label: 'new' })), {
      unseen: NO_EVENTS,
    }),
  ],
  'POST /links/{id}/mail': [
    example(
      'to a customer',
      async ({ office, ann }) => {
        const document_id = office.entries.report;
        const { id, url } = (await ann.client.post('/links', { document_id }).expect(201)).body.data;
        const body = { code: url.slice(-22), to: ['miller@example.com'] };
        await ann.client.post(`/links/${id}/mail`, body).expect(200);
      },
      { unseen: NO_EVENTS, service: MAIL },
    ),
  ],
  'DELETE /links/{id}': [
    example('by its maker', ({ ann }) => onLink(ann, (path) => ann.client.delete(path)), {
      unseen: NO_EVENTS,
    }),
  ],
  'DELETE /trash': [
    example('of a user', ({ ann }) => ann.client.delete('/trash').expect(200)),
    example('of administrators', ({ admin }) => admin.client.delete('/trash').expect(200)),
  ],
  'POST /trash/{id}/restore': [
    example('by the owner', ({ office, ann }) =>
      ann.client.post(`${trash(office.entries.oldDocument)}/restore`).expect(200),
    ),
    example('into a share, by the user who deleted it', ({ office, cara }) =>
      cara.client.post(`${trash(office.entries.gone)}/restore`).expect(200),
    ),
    example('in a system folder', ({ office, admin }) =>
      admin.client.post(`${trash(office.entries.away)}/restore`).expect(200),
    ),
    example(
      'a folder that is shared',
      ({ office, ann }) => ann.client.post(`${trash(office.entries.plans)}/restore`).expect(200),
      {
        before: ({ office, ann }) => ann.client.delete(folder(office.entries.plans)).expect(200),
      },
    ),
    example(
      'a folder with a share beneath',
      ({ office, ann }) => ann.client.post(`${trash(office.entries.secret)}/restore`).expect(200),
      {
        before: ({ office, ann }) => ann.client.delete(folder(office.entries.secret)).expect(200),
      },
    ),
    example(
      'a document that is shared alone',
      ({ office, ann }) => ann.client.post(`${trash(office.entries.single)}/restore`).expect(200),
      {
        before: ({ office, ann }) => ann.client.delete(document(office.entries.single)).expect(200),
      },
    ),
  ],
  'DELETE /trash/{id}': [
    example('that another user deleted', ({ office, ann }) =>
      ann.client.delete(trash(office.entries.gone)).expect(200),
    ),
    example(
      'a folder that is shared',
      ({ office, ann }) => ann.client.delete(trash(office.entries.plans)).expect(200),
      {
        before: ({ office, ann }) => ann.client.delete(folder(office.entries.plans)).expect(200),
      },
    ),
    example(
      'a folder with a share beneath',
      ({ office, ann }) => ann.client.delete(trash(office.entries.secret)).expect(200),
      {
        before: ({ office, ann }) => ann.client.delete(folder(office.entries.secret)).expect(200),
      },
    ),
    example(
      'the old folder of another deleted entry',
      ({ office, ann }) => ann.client.delete(trash(office.entries.inner)).expect(200),
      {
        before: ({ office, ann }) =>
          ann.client
            .delete(document(office.entries.deep))
            .expect(200)
            .then(() => ann.client.delete(folder(office.entries.inner)).expect(200)),
      },
    ),
    example('in the trash of administrators', ({ office, admin }) =>
      admin.client.delete(trash(office.entries.away)).expect(200),
    ),
  ],
};
