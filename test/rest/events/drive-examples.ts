import { propertyUpdate } from '../../webdav/client.ts';
import { type Examples, example, type Scene } from './example.ts';

const moveTo = (
  { ann }: Scene,
  from: string,
  to: string,
  status = 201,
  headers: Record<string, string> = {},
) => ann.drive.expect(status, 'MOVE', from, { headers: { Destination: ann.drive.at(to), ...headers } });

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
        body: propertyUpdate('<D:set><D:prop><x:a>1</x:a></D:prop></D:set>'),
      }),
    ),
  ],
  LOCK: [
    example('a document', ({ ann }) => ann.drive.lock('/plans/report.txt')),
    example('a shared folder', ({ ann }) => ann.drive.lock('/plans/')),
    example('a folder with a share beneath', ({ ann }) => ann.drive.lock('/secret/')),
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
