import { propertyUpdate } from '../../webdav/client.ts';
import { type Examples, example, type Scene } from './example.ts';

const moveTo = (
  { ann }: Scene,
  from: string,
  to: string,
  status = 201,
  headers: Record<string, string> = {},
) => ann.drive.expect(status, 'MOVE', from, { headers: { Destination: ann.drive.at(to), ...headers } });

const lockTarget = async ({ office, ann }: Scene): Promise<void> =>
  void locks.set(office, await ann.drive.lock('/target/'));

const ifLocked = ({ office, ann }: Scene) => ({
  If: `<${ann.drive.at('/target/')}> (<${locks.get(office)}>)`,
});

/** Examples of changes over WebDAV, by method. */
export const DRIVE_EXAMPLES: Examples = {
  PUT: [
    example('a new version', ({ cara }) => cara.drive.expect(204, 'PUT', '/plans/report.txt', { body: 'x' })),
    example('a new document', ({ ann }) => ann.drive.expect(201, 'PUT', '/plans/new.txt', { body: 'x' })),
    example('of a document that is shared alone', ({ ann }) =>
      ann.drive.expect(204, 'PUT', '/single.txt', { body: 'x' }),
    ),
  ],
  DELETE: [
    example('a document', ({ cara }) => cara.drive.expect(204, 'DELETE', '/plans/report.txt')),
    example('a folder with a share beneath', ({ ann }) => ann.drive.expect(204, 'DELETE', '/secret/')),
    example(
      'a temporary file, for good',
      ({ ann }) => ann.drive.expect(204, 'DELETE', '/plans/~WRD0001.tmp'),
      {
        before: ({ ann }) => ann.drive.expect(201, 'PUT', '/plans/~WRD0001.tmp', { body: 'x' }),
      },
    ),
  ],
  MKCOL: [example('in a share', ({ cara }) => cara.drive.expect(201, 'MKCOL', '/plans/new/'))],
  COPY: [
    example('a folder', ({ ann }) =>
      ann.drive.expect(201, 'COPY', '/secret/', { headers: { Destination: ann.drive.at('/plans/copy/') } }),
    ),
    example('onto a document', ({ ann }) =>
      ann.drive.expect(204, 'COPY', '/secret/unshared.txt', {
        headers: { Destination: ann.drive.at('/plans/report.txt') },
      }),
    ),
  ],
  MOVE: [
    example('a document onto another one', (scene) =>
      moveTo(scene, '/secret/unshared.txt', '/plans/report.txt', 204),
    ),
    example('a folder with a share beneath', (scene) => moveTo(scene, '/secret/', '/plans/secret/')),
    example(
      'a folder with a share beneath, while another entry is locked',
      (scene) => moveTo(scene, '/secret/', '/target/secret/'),
      { before: ({ ann }) => ann.drive.lock('/plans/report.txt') },
    ),
    example(
      'a folder with a share beneath into a locked folder',
      (scene) => moveTo(scene, '/secret/', '/target/secret/', 201, ifLocked(scene)),
      { before: lockTarget },
    ),
    example(
      'a folder with a share beneath out of a locked folder',
      (scene) => moveTo(scene, '/target/secret/', '/secret/', 201, ifLocked(scene)),
      { before: (scene) => moveTo(scene, '/secret/', '/target/secret/').then(() => lockTarget(scene)) },
    ),
    example(
      'a folder with a share beneath within a locked folder',
      (scene) => moveTo(scene, '/target/secret/', '/target/other/secret/', 201, ifLocked(scene)),
      {
        before: async (scene) => {
          await moveTo(scene, '/secret/', '/target/secret/');
          await scene.ann.drive.expect(201, 'MKCOL', '/target/other/');
          await lockTarget(scene);
        },
      },
    ),
    example(
      'a folder with a share beneath out of a folder that then leaves a locked one',
      async (scene) => {
        await moveTo(scene, '/target/other/secret/', '/secret/', 201, ifLocked(scene));
        await moveTo(scene, '/target/other/', '/other/', 201, ifLocked(scene));
      },
      {
        before: async (scene) => {
          await scene.ann.drive.expect(201, 'MKCOL', '/target/other/');
          await moveTo(scene, '/secret/', '/target/other/secret/');
          await lockTarget(scene);
        },
      },
    ),
    example('a new name', (scene) => moveTo(scene, '/plans/', '/schemes/')),
    example('a new name for the recipient only', ({ ben }) =>
      ben.drive.expect(201, 'MOVE', '/hidden/', { headers: { Destination: ben.drive.at('/seen/') } }),
    ),
    example(
      'a safe save by way of a temporary file',
      (scene) => moveTo(scene, '/plans/report.tmp', '/plans/report.txt', 204),
      {
        before: ({ ann }) => ann.drive.expect(201, 'PUT', '/plans/report.tmp', { body: 'x' }),
      },
    ),
  ],
  PROPPATCH: [
    example('a dead property', ({ ann }) =>
      ann.drive.expect(207, 'PROPPATCH', '/plans/report.txt', {
        body: propertyUpdate('<d:set><d:prop><x:a>1</x:a></d:prop></d:set>'),
      }),
    ),
  ],
  LOCK: [
    example('a document', ({ ann }) => ann.drive.lock('/plans/report.txt')),
    example('a shared folder', ({ ann }) => ann.drive.lock('/plans/')),
    example('a folder with a share beneath', ({ ann }) => ann.drive.lock('/secret/')),
    example('a folder with a share beneath, alone', ({ ann }) => ann.drive.lock('/secret/', { Depth: '0' })),
    example('a shared folder alone', ({ ann }) => ann.drive.lock('/secret/hidden/', { Depth: '0' })),
    example('a document that is shared alone', ({ ann }) => ann.drive.lock('/single.txt')),
    example('a free name', ({ ann }) => ann.drive.lock('/plans/free.txt')),
  ],
  UNLOCK: [
    example(
      'a folder with a share beneath',
      async ({ office, ann }) => {
        await ann.drive.expect(204, 'UNLOCK', '/secret/', {
          headers: { 'Lock-Token': `<${locks.get(office)}>` },
        });
      },
      { before: async ({ office, ann }) => void locks.set(office, await ann.drive.lock('/secret/')) },
    ),
  ],
};

/** Lock tokens, by office. */
const locks = new WeakMap<Scene['office'], string>();
