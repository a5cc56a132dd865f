import assert from 'node:assert/strict';
import { type Client, clientOf } from './rest/client.ts';
import { metadataOf, tusOf } from './rest/transfer/tus.ts';
import { type Account, type Service, startService } from './support/service.ts';
import { basic, DavClient, speak } from './webdav/client.ts';

const MIB = 2 ** 20;

describe('a hostile recipient of a share', () => {
  let service: Service;
  let olga: Account;
  let thief: Account;
  let owner: Client;
  let mallory: Client;
  let folder: number;
  let drives: { readonly mallory: DavClient; readonly victor: DavClient };
  let victor: Client;

  beforeEach(async () => {
    service = await startService();
    olga = await service.createUser('olga');
    const mal = await service.createUser('mallory');
    thief = mal;
    const vic = await service.createUser('victor');
    [owner, mallory, victor] = [
      await clientOf(service, olga),
      await clientOf(service, mal),
      await clientOf(service, vic),
    ];
    drives = { mallory: driveOf(service, mal), victor: driveOf(service, vic) };
    folder = (await owner.folder('Contracts')).id;
  });
  afterEach(() => service.stop());

  function share(entry: object, login: string, permissions: number, by = owner) {
    return by.post('/shares', { ...entry, users: [login], permissions }).expect(201);
  }

  it('cannot destroy what is shared with delete so that its owner does not find it in the trash', async () => {
    const { id } = await owner.document('lease.txt', 'signed', folder);
    await owner.document('annex.txt', 'signed', folder);
    await share({ folder_id: folder }, 'mallory', 15);
    for (const [kind, shared] of [
      ['documents', id],
      ['folders', folder],
    ] as const) {
      const moved = await mallory.post(`/${kind}/${shared}/move`, { folder_id: 0 }).expect(200);
      await mallory.delete(`/${kind}/${moved.body.data.id}`).expect(200);
      await mallory.delete(`/trash/${moved.body.data.id}`).expect(200);
      await mallory.delete(`/trash/${shared}`).expect(403);
    }
    const { body } = await owner.get('/trash').expect(200);
    const names = body.data.map(({ name }: { name: string }) => name);
    assert.deepEqual(names.sort(), ['Contracts', 'lease.txt']);
  });

  it('with 3 bits, cannot change a document of somebody else without an activity', async () => {
    const { id } = await owner.document('lease.txt', 'signed', folder);
    await share({ folder_id: folder }, 'mallory', 3);
    await mallory.patch(`/documents/${id}`, { name: 'x.tmp' }).expect(200);
    await drives.mallory.expect(204, 'PUT', '/Contracts/x.tmp', { body: 'forged' });
    await mallory.patch(`/documents/${id}`, { title: 'forged' }).expect(200);
    const { body } = await owner.get(`/v2/documents/${id}/activity`);
    const actions = body.data.map(({ action }: { action: string }) => action);
    assert.deepEqual(actions, ['update', 'new_version', 'rename', 'upload']);
  });

  it('what was deleted before a share ended cannot be read again by restoring it elsewhere', async () => {
    const { id } = await owner.document('salary.txt', 'secret', folder);
    const drop = (await owner.folder('Drop')).id;
    await share({ folder_id: drop }, 'mallory', 7);
    const { body } = await share({ folder_id: folder }, 'mallory', 9);
    await mallory.delete(`/documents/${id}`).expect(200);
    await owner.delete(`/shares/${body.data.id}`).expect(200);
    await mallory.get(`/documents/${id}/download`).expect(404);
    await mallory.post(`/trash/${id}/restore`, { folder_id: drop });
    await mallory.get(`/documents/${id}/download`).expect(404);
  });

  it('what another user saves of their own document is not read by who shared a temporary name', async () => {
    const bait = await mallory.document('~WRD0000.tmp', 'bait');
    await share({ document_id: bait.id }, 'victor', 3, mallory);
    const own = await victor.document('report.docx', 'first');
    // Word saves (docs/build/webdav-clients.md §2).
    await drives.victor.ask('PUT', '/~WRD0000.tmp', { body: 'second, secret' });
    await drives.victor.ask('MOVE', '/report.docx', onto(service, '/~WRL0001.tmp'));
    await drives.victor.ask('MOVE', '/~WRD0000.tmp', onto(service, '/report.docx'));
    await drives.victor.ask('DELETE', '/~WRL0001.tmp');
    const read = await mallory.get(`/documents/${bait.id}/download`).buffer(true);
    assert.notEqual(String(read.body), 'second, secret');
    await victor.get(`/documents/${own.id}`).expect(200);
  });

  it('a lock does not outlive the share that allowed it', async () => {
    await owner.document('lease.txt', 'signed', folder);
    const { body } = await share({ folder_id: folder }, 'mallory', 3);
    await drives.mallory.lock('/Contracts', { Timeout: 'Second-86400' });
    await owner.delete(`/shares/${body.data.id}`).expect(200);
    await owner.folder('new', folder);
    const drive = driveOf(service, olga);
    await drive.lock('/Contracts', { Depth: 'infinity' });
  });

  it('who may create does not learn by announcing how much exactly the owner has left', async () => {
    const { admin, dms } = service;
    await dms.users.update(admin.actor, olga.id, { quotaBytes: 10 * MIB + 345 });
    await share({ folder_id: folder }, 'mallory', 7);
    const tus = await tusOf(service, thief.actor);
    const announce = async (length: number): Promise<number> => {
      const metadata = metadataOf({ filename: 'probe', folder_id: folder });
      const headers = { 'Upload-Length': length, 'Upload-Metadata': metadata };
      const { status, headers: answer } = await tus.ask('POST', '/uploads', { headers });
      if (status === 201) await tus.ask('DELETE', answer.location ?? '');
      return status;
    };
    const put = async (length: number): Promise<string> => {
      const { authorization = '', port } = drives.mallory;
      const head = `Host: x\r\nAuthorization: ${authorization}\r\nExpect: 100-continue\r\nContent-Length: ${length}`;
      return (await speak(port, `PUT /webdav/Contracts/probe HTTP/1.1\r\n${head}\r\n\r\n`, 300)).slice(0, 12);
    };
    for (const length of [10 * MIB + 345, 10 * MIB + 346, 11 * MIB]) {
      assert.equal(await announce(length), 201);
      assert.equal(await put(length), 'HTTP/1.1 100');
    }
    assert.equal(await announce(11 * MIB + 1), 422);
    assert.equal(await put(11 * MIB + 1), 'HTTP/1.1 507');
    // To the owner it is exact, and so it is when a content is stored.
    await drives.mallory.expect(507, 'PUT', '/Contracts/probe', { body: 'x'.repeat(10 * MIB + 346) });
    await drives.mallory.expect(201, 'PUT', '/Contracts/probe', { body: 'x'.repeat(10 * MIB + 345) });
    const { body } = await owner.get(`/folders/${folder}/contents`);
    assert.deepEqual(
      body.data.map(({ name }: { name: string }) => name),
      ['probe'],
    );
  });
});

function onto({ url }: Service, path: string): { headers: Record<string, string> } {
  return { headers: { Destination: `${url}/webdav${path}` } };
}

function driveOf({ port }: Service, { login, password }: Account): DavClient {
  return new DavClient(port, basic(login, password));
}
