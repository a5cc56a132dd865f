import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { clientOf, type Client as RestClient } from './rest/client.ts';
import { tusOf } from './rest/transfer/tus.ts';
import { DiskRecord } from './support/disk/disk-record.ts';
import { CONTENT, ordersOf, ROWS, unsyncedFolders } from './support/disk/write-order.ts';
import { type Account, type Service, startService } from './support/service.ts';
import { basic, DavClient, lockInfo, propertyUpdate } from './webdav/client.ts';

/** More than 64 KiB, so it becomes a file; different each time, so its file is new. */
const large = (): Buffer => randomBytes(100_000);

interface Case {
  /** How many contents become files; none when left out. */
  readonly files?: number;
  readonly status: number;
  /** Lays what is to be changed, and says how. */
  readonly set: () => Promise<() => PromiseLike<{ readonly status: number }>>;
}

describe('the order of writes', () => {
  let record: DiskRecord;
  let service: Service;
  let ann: Account;
  let dav: DavClient;
  let rest: RestClient;
  let admin: RestClient;
  let count = 0;
  const fresh = (word: string) => `${word}-${(count += 1)}`;

  before(async () => {
    record = await DiskRecord.begin();
    service = await startService({ keepsMail: true });
    ann = await service.createUser('ann');
    await service.createUser('ben');
    dav = new DavClient(service.port, basic('ann', ann.password));
    rest = await clientOf(service, ann);
    admin = await clientOf(service, service.admin);
    // Whoever comes for the first time has that noted.
    await dav.expect(207, 'PROPFIND', '/', { headers: { Depth: '0' } });
    for (const client of [rest, admin]) await client.get('/account').expect(200);
  });
  after(async () => {
    await service.stop();
    record.putBack();
  });

  const put = (name: string, content: Buffer | string) => dav.ask('PUT', `/${name}`, { body: content });

  async function file(content: Buffer | string = 'one'): Promise<string> {
    const name = fresh('file');
    await dav.expect(201, 'PUT', `/${name}`, { body: content });
    return name;
  }

  /** A change of a new document, over WebDAV. */
  function ofFile(
    status: number,
    change: (name: string) => PromiseLike<{ readonly status: number }>,
    files = 0,
  ): Case {
    return {
      status,
      files,
      async set() {
        const name = await file();
        return () => change(name);
      },
    };
  }

  /** A change of a new document, over REST. */
  function ofDocument(
    status: number,
    change: (id: number) => PromiseLike<{ readonly status: number }>,
    lay: (id: number) => PromiseLike<unknown> = () => Promise.resolve(),
    files = 0,
  ): Case {
    return {
      status,
      files,
      async set() {
        const { id } = await rest.document(fresh('document'), 'one');
        const laid = await lay(id);
        return () => change(typeof laid === 'number' ? laid : id);
      },
    };
  }

  function of(status: number, change: () => PromiseLike<{ readonly status: number }>, files = 0): Case {
    return { status, files, set: async () => change };
  }

  const nextVersion = async (id: number) => {
    const { name } = (await rest.get(`/documents/${id}/metadata`)).body.data;
    await rest.document(name, 'two');
  };
  const removed = (id: number) => rest.delete(`/documents/${id}`).expect(200);
  const shared = async (id: number): Promise<number> =>
    (await rest.post('/shares', { document_id: id, users: ['ben'], permissions: 1 }).expect(201)).body.data
      .id;
  const locked = async (name: string): Promise<string> => `<${await dav.lock(`/${name}`)}>`;

  const cases: Record<string, Case> = {
    'PUT of a small content': of(201, () => put(fresh('new'), 'small')),
    'PUT of a large content': of(201, () => put(fresh('new'), large()), 1),
    'PUT of a small version': ofFile(204, (name) => put(name, 'two')),
    'PUT of a large version': ofFile(204, (name) => put(name, large()), 1),
    'PUT without a length': of(
      201,
      () => dav.ask('PUT', `/${fresh('new')}`, { chunks: [large().toString('latin1'), 'x'] }),
      1,
    ),
    MKCOL: of(201, () => dav.ask('MKCOL', `/${fresh('folder')}`)),
    PROPPATCH: ofFile(207, (name) =>
      dav.ask('PROPPATCH', `/${name}`, {
        body: propertyUpdate('<d:set><d:prop><x:a>1</x:a></d:prop></d:set>'),
      }),
    ),
    'COPY of a document': ofFile(201, (name) =>
      dav.ask('COPY', `/${name}`, { headers: { Destination: dav.at(`/${fresh('copy')}`) } }),
    ),
    'MOVE of a document': ofFile(201, (name) =>
      dav.ask('MOVE', `/${name}`, { headers: { Destination: dav.at(`/${fresh('moved')}`) } }),
    ),
    'MOVE onto a document': {
      status: 204,
      async set() {
        const [from, to] = [await file('one'), await file('two')];
        return () => dav.ask('MOVE', `/${from}`, { headers: { Destination: dav.at(`/${to}`) } });
      },
    },
    DELETE: ofFile(204, (name) => dav.ask('DELETE', `/${name}`)),
    'LOCK of a document': ofFile(200, (name) => dav.ask('LOCK', `/${name}`, { body: lockInfo() })),
    'LOCK of a free name': of(201, () => dav.ask('LOCK', `/${fresh('locked')}`, { body: lockInfo() })),
    'a lock refreshed': {
      status: 200,
      async set() {
        const name = await file();
        const token = await locked(name);
        const headers = { If: `(${token})`, Timeout: 'Second-60' };
        return () => dav.ask('LOCK', `/${name}`, { headers });
      },
    },
    UNLOCK: {
      status: 204,
      async set() {
        const name = await file();
        const token = await locked(name);
        return () => dav.ask('UNLOCK', `/${name}`, { headers: { 'Lock-Token': token } });
      },
    },

    'an upload of a small content': of(201, () =>
      rest.upload({ folder_id: 0 }, { name: fresh('new'), content: 'small' }),
    ),
    'an upload of a large content': of(
      201,
      () => rest.upload({ folder_id: 0 }, { name: fresh('new'), content: large() }),
      1,
    ),
    'a form with several files': of(
      201,
      () =>
        rest.upload(
          { folder_id: 0 },
          { name: fresh('new'), content: large() },
          { name: fresh('new'), content: 'small' },
          { name: fresh('new'), content: large() },
        ),
      2,
    ),
    'a title': ofDocument(200, (id) => rest.patch(`/documents/${id}`, { title: 'T' })),
    'a rename': ofDocument(200, (id) => rest.patch(`/documents/${id}`, { name: fresh('renamed') })),
    'a new folder': of(201, () => rest.post('/folders', { folder_id: 0, name: fresh('folder') })),
    'a copy': ofDocument(201, (id) =>
      rest.post(`/documents/${id}/copy`, { folder_id: 0, name: fresh('copy') }),
    ),
    'a deletion': ofDocument(200, (id) => rest.delete(`/documents/${id}`)),
    'a restored document': ofDocument(200, (id) => rest.post(`/trash/${id}/restore`, {}), removed),
    'a purge': ofDocument(200, (id) => rest.delete(`/trash/${id}`), removed),
    'a comment of a version': ofDocument(200, (id) =>
      rest.patch(`/documents/${id}/versions/1`, { comment: 'C' }),
    ),
    'a restored version': ofDocument(
      200,
      (id) => rest.post(`/documents/${id}/versions/1/restore`),
      nextVersion,
    ),
    'a deleted version': ofDocument(200, (id) => rest.delete(`/documents/${id}/versions/1`), nextVersion),
    'a share': ofDocument(201, (id) =>
      rest.post('/shares', { document_id: id, users: ['ben'], permissions: 1 }),
    ),
    'a changed share': ofDocument(200, (id) => rest.patch(`/shares/${id}`, { permissions: 3 }), shared),
    'a withdrawn share': ofDocument(200, (id) => rest.delete(`/shares/${id}`), shared),
    'a new user': of(201, () => {
      const login = fresh('user');
      return admin.post('/users', {
        login,
        name: login,
        email: `${login}@example.org`,
        password: 'as safe as houses',
      });
    }),
    'a changed account': of(200, () => rest.patch('/account', { name: fresh('Ann') })),
    'a new token': of(201, () => rest.post('/account/tokens', { name: 'script' })),
    'a sign-in': of(200, () => rest.post('/login', { login: 'ann', password: ann.password })),
  };

  for (const [name, { status, files = 0, set }] of Object.entries(cases)) {
    it(`of ${name}: ${[...(files > 0 ? CONTENT : []), ...ROWS, `answered ${status}`].join(', ')}`, async () => {
      const change = await set();
      record.events.length = 0;
      assert.equal((await change()).status, status);
      const order = [...(files > 0 ? CONTENT : []), ...ROWS, `answered ${status}`];
      assert.deepEqual(
        ordersOf(record.events, service.dataDirectory),
        Array.from({ length: Math.max(1, files) }, () => order),
      );
      assert.deepEqual(unsyncedFolders(record.events, service.dataDirectory), []);
    });
  }

  it('of a part of an upload: its bytes are on the disk before the row counts them', async () => {
    const tus = await tusOf(service, ann.actor);
    const content = large();
    const path = await tus.create(content.length, { filename: fresh('new') });
    const file = join(service.dataDirectory, 'incoming', `upload-${path.split('/').at(-1)}`);
    record.events.length = 0;
    await tus.append(path, 0, content.subarray(0, 50_000));
    const written = record.events.findLastIndex((each) => each.kind === 'write' && each.path === file);
    const synced = (of: string) =>
      record.events.findIndex((each) => each.kind === 'sync' && each.path === of && each.begun > written);
    const committed = record.events.findIndex(({ kind }) => kind === 'commit');
    const answered = record.events.findIndex(({ kind }) => kind === 'answer');
    assert.ok(written >= 0 && synced(file) > written);
    assert.ok(synced(file) < committed && synced(dirname(file)) >= 0 && synced(dirname(file)) < committed);
    assert.ok(record.isSynced() && committed < answered);
    await tus.append(path, 50_000, content.subarray(50_000));
  });
});
