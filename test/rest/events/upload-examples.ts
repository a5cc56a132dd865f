import assert from 'node:assert/strict';
import { TusClient } from '../transfer/tus.ts';
import { type Examples, example, type Scene } from './example.ts';
import type { Person } from './office.ts';

const BYTES = Buffer.from('content');

const tusOf = ({ office }: Scene, person: Person) => new TusClient(office.service, person.token);

/** Paths of begun uploads, by office. */
const begun = new WeakMap<Scene['office'], string>();

async function begin(scene: Scene): Promise<void> {
  const metadata = { filename: 'tus.txt', folder_id: scene.office.entries.plans };
  begun.set(scene.office, await tusOf(scene, scene.cara).create(BYTES.length, metadata));
}

async function send(scene: Scene, headers: Record<string, string>, method = 'PATCH'): Promise<void> {
  const path = begun.get(scene.office) ?? '';
  const said = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': 0, ...headers };
  const answer = await tusOf(scene, scene.cara).ask(method, path, { headers: said, body: BYTES });
  assert.equal(answer.status, 204, answer.text);
}

/** Examples of uploads, and of what the service offers besides. */
export const UPLOAD_EXAMPLES: Examples = {
  'POST /documents/upload': [
    example('a new document in a share', ({ office, cara }) =>
      cara.client.document('new.txt', 'x', office.entries.plans),
    ),
    example('a new version in a share', ({ office, cara }) =>
      cara.client.document('report.txt', 'x', office.entries.plans),
    ),
    example('a new version of a document that is shared alone', ({ ann }) =>
      ann.client.document('single.txt', 'x'),
    ),
    example('into a new folder', ({ office, cara }) =>
      cara.client
        .upload({ folder_id: office.entries.plans, path: 'one/two' }, { name: 'x.txt', content: 'x' })
        .expect(201),
    ),
    example('in a system folder', ({ office, dora }) =>
      dora.client.document('new.txt', 'x', office.entries.office),
    ),
    example('in a home', ({ emil }) => emil.client.document('new.txt', 'x')),
    example('of the same bytes, with a title', ({ office, cara }) =>
      cara.client
        .upload(
          { folder_id: office.entries.plans, title: 'T' },
          { name: 'report.txt', content: 'the third version' },
        )
        .expect(200),
    ),
  ],
  'POST /uploads': [
    example('with all bytes', async (scene) => {
      const metadata = `filename ${btoa('tus.txt')},folder_id ${btoa(String(scene.office.entries.plans))}`;
      const headers = {
        'Upload-Length': BYTES.length,
        'Upload-Metadata': metadata,
        'Content-Type': 'application/offset+octet-stream',
      };
      const answer = await tusOf(scene, scene.cara).ask('POST', '/uploads', { headers, body: BYTES });
      assert.equal(answer.status, 201, answer.text);
    }),
    example('without bytes', begin, { unseen: 'the list of uploads has no event' }),
  ],
  'PATCH /uploads/{id}': [example('the last bytes', (scene) => send(scene, {}), { before: begin })],
  'POST /uploads/{id}': [
    example('the last bytes', (scene) => send(scene, { 'X-HTTP-Method-Override': 'PATCH' }, 'POST'), {
      before: begin,
    }),
  ],
  'DELETE /uploads/{id}': [
    example(
      'before its end',
      (scene) => tusOf(scene, scene.cara).ask('DELETE', begun.get(scene.office) ?? ''),
      { before: begin, unseen: 'the list of uploads has no event' },
    ),
  ],
  'DELETE /locks/{id}': [
    example(
      'by an administrator',
      async ({ admin }) => {
        const [lock] = (await admin.client.get('/locks').expect(200)).body.data;
        await admin.client.delete(`/locks/${lock.id}`).expect(200);
      },
      { before: ({ ann }) => ann.drive.lock('/plans/') },
    ),
  ],
  'POST /backups': 'the list of backups has no event',
  'POST /incidents/{id}/lift': 'administration has no events',
};
