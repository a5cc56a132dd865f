// Would catch: a sync client that deletes or moves for all users what one user has removed from a computer.
import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../support/service.ts';
import { type Answer, basic, DavClient } from '../webdav/client.ts';

const PROPFIND =
  '<d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop><d:getetag/><oc:permissions/></d:prop></d:propfind>';
const ALL = 15;

describe('what a user receives, at the addresses of sync clients', () => {
  let service: Service;
  let anna: Account;
  let ben: Account;
  let folder: number;

  beforeEach(async () => {
    service = await startService({ config: { sync: { clients: true } } });
    anna = await service.createUser('anna');
    ben = await service.createUser('ben');
    folder = (await service.dms.folders.create(anna.actor, { folderId: 0, name: 'Team' })).id;
    await service.dms.folders.create(anna.actor, { folderId: folder, name: 'sub' });
    await service.dms.folders.create(ben.actor, { folderId: 0, name: 'own' });
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  /** Sends a request of ben. @param path below his drive */
  function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const client = new DavClient(service.port, basic('ben', ben.password));
    return client.raw(method, `/remote.php/dav/files/ben${path}`, { headers });
  }

  const move = (from: string, to: string, method = 'MOVE'): Promise<Answer> =>
    ask(method, from, { Destination: `http://127.0.0.1:${service.port}/remote.php/dav/files/ben${to}` });

  async function valueOf(path: string, name: string): Promise<string | undefined> {
    const client = new DavClient(service.port, basic('ben', ben.password));
    const { text } = await client.raw('PROPFIND', `/remote.php/dav/files/ben${path}`, {
      headers: { Depth: '0', 'Content-Type': 'application/xml' },
      body: PROPFIND,
    });
    return new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1];
  }

  async function share(entryId: number, to: { users?: string[]; groups?: string[] }, permissions = ALL) {
    return (await service.dms.shares.create(anna.actor, { entryId, ...to, permissions })).id;
  }

  /** Paths of the drive of a user, folders with their members. */
  function drive({ actor }: Account): string[] {
    const paths = ['Team', 'Team/sub', 'Ours', 'Ours/sub', 'own', 'own/Team', 'note.txt', 'my note.txt'];
    return paths.filter((path) => service.dms.tree.resolve(actor, path.split('/')) !== undefined);
  }

  it('is left by a deletion, and stays as it is for all others', async () => {
    const id = await share(folder, { users: ['ben', 'admin'] });
    assert.equal(await valueOf('/Team', 'oc:permissions'), 'SGDVNCK');
    assert.equal((await ask('DELETE', '/Team')).status, 204);
    assert.deepEqual(drive(ben), ['own']);
    assert.deepEqual(drive(anna), ['Team', 'Team/sub']);
    assert.deepEqual(service.dms.shares.get(anna.actor, id).users, ['admin']);
    assert.equal((await ask('DELETE', '/Team')).status, 404);
    const { items } = await service.dms.activity.list(ben.actor, {}, { page: 1, perPage: 1 });
    assert.equal(items[0]?.action, 'unshare');
    assert.equal(service.dms.trash.list(anna.actor, { page: 1, perPage: 1 }).total, 0);
  });

  it('is left also with the right to read alone, and when it is a document', async () => {
    const client = new DavClient(service.port, basic('anna', anna.password));
    assert.equal((await client.ask('PUT', '/note.txt', { body: 'text' })).status, 201);
    await share(service.dms.tree.at(anna.actor, ['note.txt']).id, { users: ['ben'] }, 1);
    assert.equal((await move('/note.txt', '/my%20note.txt')).status, 201);
    assert.deepEqual(drive(ben), ['own', 'my note.txt']);
    assert.equal((await ask('DELETE', '/my%20note.txt')).status, 204);
    assert.deepEqual([drive(ben), drive(anna)], [['own'], ['Team', 'Team/sub', 'note.txt']]);
  });

  it('gets another name for this user by a move within the mount root', async () => {
    await share(folder, { users: ['ben'] });
    assert.equal((await move('/Team', '/Ours')).status, 201);
    assert.deepEqual(drive(ben), ['Ours', 'Ours/sub', 'own']);
    assert.deepEqual(drive(anna), ['Team', 'Team/sub']);
  });

  it('leaves its name to what the user saves there afterwards', async () => {
    await share(folder, { users: ['ben'] });
    assert.equal((await ask('DELETE', '/Team')).status, 204);
    assert.equal((await ask('MKCOL', '/Team')).status, 201);
    assert.deepEqual(
      [drive(ben), drive(anna)],
      [
        ['Team', 'own'],
        ['Team', 'Team/sub'],
      ],
    );
  });

  it('is not replaced by another entry', async () => {
    await share(folder, { users: ['ben'] });
    await share(service.dms.tree.at(anna.actor, ['Team', 'sub']).id, { users: ['ben'] });
    for (const method of ['MOVE', 'COPY'])
      assert.equal((await move('/own', '/sub', method)).status, 403, method);
    // Neither is it moved to where the user also sees it, nor that entry to it.
    assert.equal((await move('/sub', '/Ours')).status, 201);
    assert.equal((await move('/Ours', '/Team/sub')).status, 403);
    assert.equal((await move('/Team/sub', '/Ours')).status, 403);
    assert.deepEqual(
      [drive(ben), drive(anna)],
      [
        ['Team', 'Team/sub', 'Ours', 'own'],
        ['Team', 'Team/sub'],
      ],
    );
  });

  it('is not moved into another folder, neither an own one nor a shared one', async () => {
    await share(folder, { users: ['ben'] });
    const other = await service.dms.folders.create(anna.actor, { folderId: 0, name: 'Other' });
    await share(other.id, { users: ['ben'] });
    for (const to of ['/own/Team', '/Other/Team']) {
      const { status, text } = await move('/Team', to);
      assert.deepEqual([status, text.includes('"Team"')], [403, true]);
    }
    assert.deepEqual(drive(ben), ['Team', 'Team/sub', 'own']);
    assert.deepEqual(drive(anna), ['Team', 'Team/sub']);
    // What is in it can be moved and deleted as before, and at /webdav so can the folder itself.
    assert.equal((await move('/Team/sub', '/Other/sub')).status, 201);
    assert.equal((await ask('DELETE', '/Other/sub')).status, 204);
    const client = new DavClient(service.port, basic('ben', ben.password));
    assert.equal((await client.ask('DELETE', '/Team')).status, 204);
    assert.deepEqual(drive(anna), []);
  });

  it('cannot be left by an administrator either, if it is a system folder', async () => {
    const { admin } = service;
    const other = await service.createUser('other', { isAdmin: true });
    const { id } = await service.dms.folders.createSystem(admin.actor, 'Office');
    // Also if the administrator receives it by name, too.
    await service.dms.shares.create(other.actor, { entryId: id, users: ['admin'], permissions: ALL });
    const client = new DavClient(service.port, basic(admin.login, admin.password));
    const path = `/remote.php/dav/files/${admin.login}/Office`;
    assert.equal((await client.raw('DELETE', path)).status, 404);
    const Destination = `http://127.0.0.1:${service.port}/remote.php/dav/files/${admin.login}/Firm`;
    assert.equal((await client.raw('MOVE', path, { headers: { Destination } })).status, 201);
    assert.ok(service.dms.tree.resolve(admin.actor, ['Firm']));
    assert.ok(service.dms.tree.resolve(other.actor, ['Office']));
  });

  it('cannot be left by a member of a group: nothing is deleted, and clients get it again', async () => {
    await service.dms.groups.create(service.admin.actor, 'office', ['ben']);
    await share(folder, { groups: ['office'] });
    const before = await valueOf('/', 'd:getetag');
    assert.equal(await valueOf('/Team', 'oc:permissions'), 'SGDVNCK');
    const { status, text } = await ask('DELETE', '/Team');
    assert.deepEqual([status, text.includes('member of a group')], [404, true]);
    assert.notEqual(await valueOf('/', 'd:getetag'), before);
    assert.deepEqual(
      [drive(ben), drive(anna)],
      [
        ['Team', 'Team/sub', 'own'],
        ['Team', 'Team/sub'],
      ],
    );
    // Also if ben receives it by name, too, by another share or by the same one: it would still be there.
    for (const to of [{ users: ['ben'] }, { users: ['ben'], groups: ['office'] }]) {
      const id = await share(folder, to);
      assert.equal((await ask('DELETE', '/Team')).status, 404);
      assert.deepEqual(service.dms.shares.get(anna.actor, id).users, ['ben']);
    }
  });
});
