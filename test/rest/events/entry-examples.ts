import { document, type Examples, example, folder, type Scene, upload } from './example.ts';

type EntryName = 'plans' | 'inner' | 'secret' | 'target';

const move =
  (name: EntryName, to: EntryName) =>
  ({ office, ann }: Scene) =>
    ann.client.post(`${folder(office.entries[name])}/move`, { folder_id: office.entries[to] }).expect(200);

/** Examples of changes of documents, versions and folders over REST. */
export const ENTRY_EXAMPLES: Examples = {
  'PATCH /documents/{id}': [
    example('a title', ({ office, ann }) =>
      ann.client.patch(document(office.entries.report), { title: 'Report' }).expect(200),
    ),
    example('comments of a document that is shared alone', ({ office, ann }) =>
      ann.client.patch(document(office.entries.single), { comments: 'x' }).expect(200),
    ),
    example('the name of a document that is shared alone', ({ office, ann }) =>
      ann.client.patch(document(office.entries.single), { name: 'other.txt' }).expect(200),
    ),
    example('a name, by a recipient', ({ office, cara }) =>
      cara.client.patch(document(office.entries.deep), { name: 'deeper.txt' }).expect(200),
    ),
    example('in a home that nobody shares', ({ office, emil }) =>
      emil.client.patch(document(office.entries.emils), { title: 'Mine' }).expect(200),
    ),
  ],
  'DELETE /documents/{id}': [
    example('by the owner', ({ office, ann }) =>
      ann.client.delete(document(office.entries.report)).expect(200),
    ),
    example('by a recipient', ({ office, cara }) =>
      cara.client.delete(document(office.entries.report)).expect(200),
    ),
    example('shared alone', ({ office, ann }) =>
      ann.client.delete(document(office.entries.single)).expect(200),
    ),
    example('in a system folder', ({ office, dora }) =>
      dora.client.delete(document(office.entries.rules)).expect(200),
    ),
  ],
  'POST /documents/{id}/edit-address': 'changes nothing that a list of the events shows',
  'PUT /documents/{id}/opening': 'changes nothing that a list of the events shows',
  'PUT /documents/{id}/favourite': [
    example('by a recipient', ({ office, cara }) =>
      cara.client.put(`${document(office.entries.report)}/favourite`).expect(200),
    ),
  ],
  'DELETE /documents/{id}/favourite': [
    example(
      'by the owner',
      ({ office, ann }) => ann.client.delete(`${document(office.entries.report)}/favourite`).expect(200),
      {
        before: ({ office, ann }) =>
          ann.client.put(`${document(office.entries.report)}/favourite`).expect(200),
      },
    ),
  ],
  'DELETE /documents/{id}/lock': [
    example(
      'of a document',
      ({ office, ann }) => ann.client.delete(`${document(office.entries.report)}/lock`).expect(200),
      {
        before: ({ ann }) => ann.drive.lock('/plans/report.txt'),
      },
    ),
  ],
  'POST /documents/{id}/move': [
    example('within a share', ({ office, cara }) =>
      cara.client
        .post(`${document(office.entries.report)}/move`, { folder_id: office.entries.inner })
        .expect(200),
    ),
    example('out of a share', ({ office, ann }) =>
      ann.client
        .post(`${document(office.entries.report)}/move`, { folder_id: office.entries.secret })
        .expect(200),
    ),
    example('into a share', ({ office, ann }) =>
      ann.client
        .post(`${document(office.entries.unshared)}/move`, { folder_id: office.entries.plans })
        .expect(200),
    ),
    example('out of the home of another user', ({ office, cara }) =>
      cara.client
        .post(`${document(office.entries.report)}/move`, { folder_id: office.entries.caras })
        .expect(200),
    ),
    example('shared alone, out of sight', ({ office, ann }) =>
      ann.client
        .post(`${document(office.entries.single)}/move`, { folder_id: office.entries.secret })
        .expect(200),
    ),
  ],
  'POST /documents/{id}/copy': [
    example('into a share', ({ office, ann }) =>
      ann.client
        .post(`${document(office.entries.unshared)}/copy`, {
          folder_id: office.entries.plans,
          name: 'copy.txt',
        })
        .expect(201),
    ),
  ],
  'PATCH /documents/{id}/versions/{number}': [
    example('a comment', ({ office, ann }) =>
      ann.client.patch(`${document(office.entries.report)}/versions/1`, { comment: 'x' }).expect(200),
    ),
  ],
  'DELETE /documents/{id}/versions/{number}': [
    example('in a shared folder', ({ office, cara }) =>
      cara.client.delete(`${document(office.entries.report)}/versions/1`).expect(200),
    ),
    example(
      'of a document that is shared alone',
      ({ office, ann }) => ann.client.delete(`${document(office.entries.single)}/versions/1`).expect(200),
      { before: ({ ann }) => upload(ann, 'single.txt', 0, 'the second version') },
    ),
  ],
  'POST /documents/{id}/versions/{number}/restore': [
    example('in a shared folder', ({ office, ann }) =>
      ann.client.post(`${document(office.entries.report)}/versions/1/restore`).expect(200),
    ),
  ],
  'POST /folders': [
    example('in a shared folder', ({ office, cara }) =>
      cara.client.post('/folders', { folder_id: office.entries.plans, name: 'new' }).expect(201),
    ),
    example('in a home', ({ ann }) => ann.client.post('/folders', { folder_id: 0, name: 'new' }).expect(201)),
    example('a system folder', ({ admin }) =>
      admin.client.post('/folders', { system: true, name: 'archive' }).expect(201),
    ),
  ],
  'PATCH /folders/{id}': [
    example('within a share', ({ office, ann }) =>
      ann.client.patch(folder(office.entries.inner), { name: 'innermost' }).expect(200),
    ),
    example('that is shared', ({ office, ann }) =>
      ann.client.patch(folder(office.entries.plans), { name: 'schemes' }).expect(200),
    ),
    example('with a share beneath', ({ office, ann }) =>
      ann.client.patch(folder(office.entries.secret), { name: 'secrets' }).expect(200),
    ),
    example(
      'of another user, with a share beneath that the renaming user cannot see',
      ({ office, cara }) => cara.client.patch(folder(office.entries.inner), { name: 'x' }).expect(200),
      {
        before: ({ office, ann }) =>
          ann.client
            .post('/shares', { document_id: office.entries.deep, users: ['emil'], permissions: 1 })
            .expect(201),
      },
    ),
    example('a system folder', ({ office, admin }) =>
      admin.client.patch(folder(office.entries.office), { name: 'bureau' }).expect(200),
    ),
  ],
  'DELETE /folders/{id}': [
    example('within a share', ({ office, cara }) =>
      cara.client.delete(folder(office.entries.inner)).expect(200),
    ),
    example('that is shared', ({ office, ann }) =>
      ann.client.delete(folder(office.entries.plans)).expect(200),
    ),
    example('with a share beneath', ({ office, ann }) =>
      ann.client.delete(folder(office.entries.secret)).expect(200),
    ),
    example('a system folder', ({ office, admin }) =>
      admin.client.delete(folder(office.entries.office)).expect(200),
    ),
  ],
  'PUT /folders/{id}/favourite': [
    example('by a recipient', ({ office, cara }) =>
      cara.client.put(`${folder(office.entries.plans)}/favourite`).expect(200),
    ),
  ],
  'DELETE /folders/{id}/favourite': [
    example(
      'by the owner',
      ({ office, ann }) => ann.client.delete(`${folder(office.entries.plans)}/favourite`).expect(200),
      {
        before: ({ office, ann }) => ann.client.put(`${folder(office.entries.plans)}/favourite`).expect(200),
      },
    ),
  ],
  'DELETE /folders/{id}/lock': [
    example(
      'of a shared folder',
      ({ office, ann }) => ann.client.delete(`${folder(office.entries.plans)}/lock`).expect(200),
      {
        before: ({ ann }) => ann.drive.lock('/plans/'),
      },
    ),
    example(
      'above a share',
      ({ office, ann }) => ann.client.delete(`${folder(office.entries.secret)}/lock`).expect(200),
      {
        before: ({ ann }) => ann.drive.lock('/secret/'),
      },
    ),
  ],
  'POST /folders/{id}/move': [
    example('with a share beneath', move('secret', 'target')),
    example('into a share', move('secret', 'plans')),
    example('out of a share', move('inner', 'target')),
    example('that is shared', move('plans', 'target')),
    example('out of the home of another user', ({ office, cara }) =>
      cara.client
        .post(`${folder(office.entries.inner)}/move`, { folder_id: office.entries.caras })
        .expect(200),
    ),
    example(
      'out of a share, with a share beneath',
      ({ office, ann }) =>
        ann.client.post(`${folder(office.entries.inner)}/move`, { folder_id: 0 }).expect(200),
      {
        before: ({ office, ann }) =>
          ann.client
            .post('/shares', { document_id: office.entries.deep, users: ['ben'], permissions: 3 })
            .expect(201),
      },
    ),
  ],
  'POST /folders/{id}/copy': [
    example('into a share', ({ office, ann }) =>
      ann.client
        .post(`${folder(office.entries.secret)}/copy`, { folder_id: office.entries.plans, name: 'copy' })
        .expect(201),
    ),
  ],
  'POST /folders/{id}/conflicts': 'changes nothing',
  'POST /archives': 'changes nothing that a list shows',
  'POST /entries/batch': [
    example('moves', ({ office, ann }) =>
      ann.client
        .post('/entries/batch', {
          action: 'move',
          ids: [office.entries.report, office.entries.inner],
          folder_id: office.entries.target,
        })
        .expect(200),
    ),
    example('copies', ({ office, cara }) =>
      cara.client
        .post('/entries/batch', {
          action: 'copy',
          ids: [office.entries.inner],
          folder_id: office.entries.caras,
        })
        .expect(200),
    ),
    example('deletes', ({ office, ann }) =>
      ann.client
        .post('/entries/batch', { action: 'delete', ids: [office.entries.secret, office.entries.single] })
        .expect(200),
    ),
    example('restores', ({ office, ann }) =>
      ann.client
        .post('/entries/batch', { action: 'restore', ids: [office.entries.oldDocument, office.entries.gone] })
        .expect(200),
    ),
    example('purges', ({ office, ann }) =>
      ann.client
        .post('/entries/batch', { action: 'purge', ids: [office.entries.oldDocument, office.entries.gone] })
        .expect(200),
    ),
  ],
};
