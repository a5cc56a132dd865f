import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { SystemActor } from '../../../src/model/people/actor.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../client.ts';

const system: SystemActor = { kind: 'system', name: 'test' };
const PROPFIND = '<d:propfind xmlns:d="DAV:"><d:prop><d:displayname/></d:prop></d:propfind>';

/** What a request may still do whose head arrived while the caller might act, and its body only afterwards. */
describe('a body that arrives after the credentials have ended', () => {
  let service: Service;
  let ann: Account;
  let number = 0;

  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    number += 1;
    ann = await service.createUser(`ann${number}`, { isAdmin: true });
  });
  after(() => service.stop());

  const inDrive = (account: Account): DavClient =>
    new DavClient(service.port, basic(account.login, account.password));

  /** Sends the head and half of the body, lets `meanwhile` happen, sends the rest. @returns status and text */
  async function late(
    head: string,
    body: string,
    meanwhile: () => Promise<unknown>,
  ): Promise<{ status: number; text: string }> {
    const socket = connect(service.port, '127.0.0.1');
    const half = Math.floor(body.length / 2);
    let text = '';
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket
      .on('error', () => undefined)
      .on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
    socket.write(
      `${head}Host: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, half)}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(text, '');
    await meanwhile();
    socket.write(body.slice(half));
    await closed;
    return { status: Number(text.slice(9, 12)), text };
  }

  const propfind = (path: string): string =>
    `PROPFIND /webdav${path} HTTP/1.1\r\nAuthorization: ${basic(ann.login, ann.password)}\r\nDepth: 1\r\nContent-Type: text/xml\r\n`;

  it('PROPFIND lists nothing to an account that is disabled', async () => {
    await inDrive(ann).expect(201, 'PUT', '/secret-name.txt', { body: 'x' });
    const { status, text } = await late(propfind('/'), PROPFIND, () =>
      service.dms.users.update(system, ann.id, { isDisabled: true }),
    );
    assert.ok(!text.includes('secret-name'), 'the names of the drive are shown');
    assert.equal(status, 401);
  });

  it('PROPFIND lists nothing after another password was set', async () => {
    await inDrive(ann).expect(201, 'PUT', '/secret-name.txt', { body: 'x' });
    const { status } = await late(propfind('/'), PROPFIND, () =>
      service.dms.users.update(system, ann.id, { password: 'another long password' }),
    );
    assert.equal(status, 401);
  });

  it('PROPFIND lists no system folder to an administrator who is no longer one', async () => {
    const name = `Office${number}`;
    await service.dms.folders.createSystem(ann.actor, name);
    await inDrive(ann).expect(201, 'PUT', `/${name}/secret-name.txt`, { body: 'x' });
    const { status, text } = await late(propfind(`/${name}`), PROPFIND, () =>
      service.dms.users.update(system, ann.id, { isAdmin: false }),
    );
    assert.ok(!text.includes('secret-name'), 'the names in the system folder are shown');
    assert.ok([401, 403, 404].includes(status), String(status));
  });

  describe('of a deleted account, in what was shared with it', () => {
    async function shared(): Promise<{ folderId: number; documentId: number; token: string; bob: Account }> {
      const bob = await service.createUser(`bob${number}`);
      const { secret: token } = await service.dms.tokens.create(bob.actor, {
        name: 'x',
        scopes: ['read', 'write'],
      });
      const dav = inDrive(ann);
      await dav.expect(201, 'MKCOL', `/shared${number}`);
      await dav.expect(201, 'PUT', `/shared${number}/doc`, { body: 'x' });
      const members = async (id: number) =>
        (
          await service.dms.folderPages.members(ann.actor, id, {
            page: 1,
            perPage: 50,
            sort: 'name',
            direction: 'asc',
          })
        ).items;
      const folder = (await members(ann.actor.homeId)).find(({ name }) => name === `shared${number}`);
      assert.ok(folder);
      const [document] = await members(folder.id);
      assert.ok(document);
      await service.dms.shares.create(ann.actor, { entryId: folder.id, users: [bob.login], permissions: 31 });
      await inDrive(bob).expect(207, 'PROPFIND', '/', { headers: { Depth: '0' } });
      return { folderId: folder.id, documentId: document.id, token, bob };
    }
    it('PUT of a large content is 401', async () => {
      const { bob } = await shared();
      const head = `PUT /webdav/shared${number}/doc HTTP/1.1\r\nAuthorization: ${basic(bob.login, bob.password)}\r\n`;
      const { status } = await late(head, 'x'.repeat(200_000), () =>
        service.dms.users.remove(system, bob.id),
      );
      assert.equal(status, 401);
    });

    it('PATCH of a document is 401', async () => {
      const { bob, documentId, token } = await shared();
      const head = `PATCH /api/documents/${documentId} HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
      const { status } = await late(head, '{"title":"late"}', () => service.dms.users.remove(system, bob.id));
      assert.equal(status, 401);
    });
  });
});
