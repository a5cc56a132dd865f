import assert from 'node:assert/strict';
import { type Service, startService } from '../../support/service.ts';
import { type Answer, basic, DavClient, lockInfo } from '../client.ts';

const ROUNDS = 12;

/** Requests that arrive together: what is answered, and what is there afterwards, fits one order of them. */
describe('webdav requests that race', () => {
  let service: Service;
  let dav: DavClient;
  let round = 0;

  before(async () => {
    service = await startService();
    const ann = await service.createUser('ann');
    dav = new DavClient(service.port, basic(ann.login, ann.password));
    await dav.expect(207, 'PROPFIND', '/', { headers: { Depth: '0' } });
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  const lock = (path: string): Promise<Answer> =>
    dav.ask('LOCK', path, { headers: { Timeout: 'Second-600' }, body: lockInfo('exclusive') });
  const onto = (path: string) => ({ headers: { Destination: dav.at(path) } });
  const exists = async (path: string): Promise<boolean> => {
    const { status } = await dav.ask('PROPFIND', path, { headers: { Depth: '0' } });
    return status === 207;
  };
  const statuses = (answers: readonly Answer[]): string => answers.map(({ status }) => status).join(' ');

  /** Runs rounds in folders of their own. */
  async function rounds(race: (folder: string) => Promise<void>): Promise<void> {
    for (let count = 0; count < ROUNDS; count += 1) {
      round += 1;
      await dav.expect(201, 'MKCOL', `/r${round}`);
      await race(`/r${round}`);
    }
  }

  describe('LOCK of a free name', () => {
    it('by many: one gets it, and makes the document; the others hear of the lock', () =>
      rounds(async (folder) => {
        const answers = await Promise.all(Array.from({ length: 6 }, () => lock(`${folder}/new`)));
        assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 423, 423, 423, 423, 423]);
      }));

    it('and PUT: the lock makes the document, or finds it, or the content is refused', () =>
      rounds(async (folder) => {
        const both = await Promise.all([
          lock(`${folder}/new`),
          dav.ask('PUT', `${folder}/new`, { body: 'content' }),
        ]);
        assert.match(statuses(both), /^(201 423|200 201)$/);
      }));

    it('and MKCOL: a document or a folder is there, and the lock is on it', () =>
      rounds(async (folder) => {
        const both = await Promise.all([lock(`${folder}/new`), dav.ask('MKCOL', `${folder}/new`)]);
        assert.match(statuses(both), /^(201 405|200 201)$/);
        await dav.expect(423, 'DELETE', `${folder}/new`);
      }));

    it('and DELETE: never a lock without its document', () =>
      rounds(async (folder) => {
        const both = await Promise.all([lock(`${folder}/new`), dav.ask('DELETE', `${folder}/new`)]);
        assert.match(statuses(both), /^201 (404|423)$/);
        assert.ok(await exists(`${folder}/new`));
      }));

    it('and MOVE of its folder: it is made before the move, or there is no folder for it', () =>
      rounds(async (folder) => {
        const both = await Promise.all([
          lock(`${folder}/new`),
          dav.ask('MOVE', folder, onto(`${folder}-moved`)),
        ]);
        assert.match(statuses(both), /^(201 (423|207)|409 201)$/);
        assert.equal(await exists(`${folder}-moved/new`), false);
      }));
  });

  describe('a path whose entry moves away', () => {
    const moveAway = (folder: string) => dav.ask('MOVE', `${folder}/a`, onto(`${folder}/b`));

    it('is not followed by DELETE', () =>
      rounds(async (folder) => {
        await dav.expect(201, 'PUT', `${folder}/a`, { body: 'kept' });
        const both = await Promise.all([moveAway(folder), dav.ask('DELETE', `${folder}/a`)]);
        assert.match(statuses(both), /^(201 404|404 204)$/);
        assert.equal(await exists(`${folder}/b`), statuses(both) === '201 404');
      }));

    it('is not followed by MOVE', () =>
      rounds(async (folder) => {
        await dav.expect(201, 'PUT', `${folder}/a`, { body: 'kept' });
        const both = await Promise.all([
          moveAway(folder),
          dav.ask('MOVE', `${folder}/a`, onto(`${folder}/c`)),
        ]);
        assert.match(statuses(both), /^(201 404|404 201)$/);
        assert.equal(await exists(`${folder}/b`), statuses(both) === '201 404');
      }));

    it('is not followed by PROPPATCH and LOCK', () =>
      rounds(async (folder) => {
        await dav.expect(201, 'PUT', `${folder}/a`, { body: 'kept' });
        const body =
          '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><x xmlns="urn:x">1</x></d:prop></d:set></d:propertyupdate>';
        const [moved, patched] = await Promise.all([
          moveAway(folder),
          dav.ask('PROPPATCH', `${folder}/a`, { body }),
        ]);
        assert.equal(moved.status, 201);
        assert.ok([207, 404].includes(patched.status), String(patched.status));
        const [again, locked] = await Promise.all([
          dav.ask('MOVE', `${folder}/b`, onto(`${folder}/c`)),
          lock(`${folder}/b`),
        ]);
        // Made before the move, the lock refuses it; made after it, it makes a new document.
        assert.match(statuses([again, locked]), /^(201 201|423 200)$/);
      }));
  });

  it('overwrites on the same condition: one of them is made', () =>
    rounds(async (folder) => {
      const { headers } = await dav.expect(201, 'PUT', `${folder}/a`, { body: 'first' });
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, number) =>
          dav.ask('PUT', `${folder}/a`, {
            headers: { 'If-Match': String(headers.etag) },
            body: `by ${number}`,
          }),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 412, 412, 412, 412, 412]);
    }));
});
