/* Would catch parallel uploads that together fill the disk, because each is checked alone against the quota. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { type ClientRequest, IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { type TusClient, tusOf } from '../rest/transfer/tus.ts';
import { type Account, type Service, startService } from '../support/service.ts';
import { basic, DavClient } from '../webdav/client.ts';

const MIB = 2 ** 20;
const EVERYTHING = 31;
/** Bytes of a running upload that can arrive before the next check. */
const STEP = MIB + 128 * 1024;

describe('the room in a home', () => {
  let service: Service;
  let ann: Account;
  let ben: Account;
  let dav: DavClient;
  let open: ClientRequest[];

  beforeEach(async () => {
    open = [];
    service = await startService();
    ann = await service.createUser('ann', { quotaBytes: 8 * MIB });
    ben = await service.createUser('ben');
    dav = new DavClient(service.port, basic(ann.login, ann.password));
  });

  afterEach(async () => {
    for (const sent of open) sent.destroy();
    await service.stop();
    assert.deepEqual(service.errors(), []);
  });

  const setQuota = (quotaBytes: number) =>
    service.dms.users.update(service.admin.actor, ann.id, { quotaBytes });

  function send(method: string, path: string, headers: Record<string, string>): ClientRequest {
    const sent = request({ host: '127.0.0.1', port: service.port, method, path, agent: false, headers });
    sent.on('error', () => undefined);
    open.push(sent);
    return sent;
  }

  /** Sends the header of a PUT. @param length undefined: chunked */
  async function put(name: string, length: number | undefined, { login, password } = ann) {
    const size =
      length === undefined ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(length) };
    const headers = { Authorization: basic(login, password), Expect: '100-continue', ...size };
    const sent = send('PUT', `/webdav/${name}`, headers);
    sent.flushHeaders();
    return { sent, status: await statusOf(sent) };
  }

  /** 100: the service waits for the body. */
  async function statusOf(sent: ClientRequest): Promise<number> {
    const [response]: unknown[] = await Promise.race([once(sent, 'continue'), once(sent, 'response')]);
    return response instanceof IncomingMessage ? (response.resume().statusCode ?? 0) : 100;
  }

  async function answered(sent: ClientRequest, body: Buffer): Promise<number> {
    sent.end(body);
    return statusOf(sent);
  }

  async function bytesOnDisk(): Promise<number> {
    const folder = join(service.dataDirectory, 'incoming');
    const sizes = (await readdir(folder)).map((name) => stat(join(folder, name)).then(({ size }) => size));
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  /** Repeats a request until it is accepted, because the service notices the end of another one only later. */
  async function eventually(wanted: number, ask: () => Promise<number>): Promise<void> {
    while ((await ask()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async function shareFolder(): Promise<void> {
    const entryId = await service.dms.folders.add(ann.actor, { folderId: 0, name: 'shared' });
    await service.dms.shares.create(ann.actor, { entryId, users: ['ben'], permissions: EVERYTHING });
  }

  describe('is reserved for an upload with an announced length', () => {
    it('so that of ten uploads as many begin as fit, and the others are refused before their bytes', async () => {
      const puts = await Promise.all(Array.from({ length: 10 }, (_, index) => put(`${index}`, 4 * MIB)));
      assert.deepEqual(
        puts.map(({ status }) => status).sort((a, b) => a - b),
        [100, 100, 507, 507, 507, 507, 507, 507, 507, 507],
      );
      for (const { sent, status } of puts)
        if (status === 100) assert.equal(await answered(sent, Buffer.alloc(4 * MIB)), 201);
    });

    it('until it is stored: what remains is available when its response arrives', async () => {
      for (let index = 0; index < 16; index += 1)
        await dav.expect(201, 'PUT', `/${String(index)}`, { body: Buffer.alloc(MIB / 2, index) });
      await dav.expect(507, 'PUT', '/more', { body: 'x' });
    });

    it('until it breaks off', async () => {
      const first = await put('first', 5 * MIB);
      assert.equal(first.status, 100);
      first.sent.write(Buffer.alloc(2 * MIB));
      assert.equal((await put('second', 5 * MIB)).status, 507);
      first.sent.destroy();
      await eventually(100, async () => (await put('second', 5 * MIB)).status);
    });

    it('but not for one that is refused for another reason', async () => {
      const headers = { 'If-Match': '"other"' };
      for (let index = 0; index < 3; index += 1)
        await dav.expect(412, 'PUT', `/${String(index)}`, { headers, body: Buffer.alloc(5 * MIB) });
      await dav.expect(201, 'PUT', '/last', { body: Buffer.alloc(8 * MIB) });
    });

    it('and a quota that changes meanwhile decides in the transaction', async () => {
      const [lowered, fits] = [await put('lowered', 5 * MIB), await put('fits', MIB)];
      assert.deepEqual([lowered.status, fits.status], [100, 100]);
      await setQuota(2 * MIB);
      assert.equal(await answered(lowered.sent, Buffer.alloc(5 * MIB)), 507);
      assert.equal(await answered(fits.sent, Buffer.alloc(MIB)), 201);
      await setQuota(20 * MIB);
      assert.equal((await put('raised', 19 * MIB)).status, 100);
    });
  });

  describe('is reserved for the bytes that have arrived', () => {
    /** Sends bytes without their end. All but the last ones are on the disk then. */
    async function sendSome(sent: ClientRequest): Promise<void> {
      sent.write(Buffer.alloc(5 * MIB));
      while ((await bytesOnDisk()) < 4 * MIB) await new Promise((resolve) => setTimeout(resolve, 5));
    }

    /** Begins a form with one file. */
    async function beginForm(): Promise<ClientRequest> {
      const { secret } = await service.dms.tokens.create(ann.actor, { name: 'test' });
      const type = 'multipart/form-data; boundary=b';
      const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': type };
      const sent = send('POST', '/api/documents/upload', headers);
      sent.write('--b\r\nContent-Disposition: form-data; name="folder_id"\r\n\r\n0\r\n');
      sent.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
      return sent;
    }

    it('of a chunked upload', async () => {
      const { sent } = await put('a', undefined);
      await sendSome(sent);
      assert.equal((await put('b', 5 * MIB)).status, 507);
      assert.equal(await answered(sent, Buffer.alloc(3 * MIB)), 201);
    });

    it('of a form', async () => {
      const form = await beginForm();
      await sendSome(form);
      assert.equal((await put('b', 5 * MIB)).status, 507);
      form.write(Buffer.alloc(3 * MIB));
      assert.equal(await answered(form, Buffer.from('\r\n--b--\r\n')), 201);
    });

    it('which end when they find no room, while an announced upload goes on', async () => {
      const announced = await put('announced', 5 * MIB);
      for (const { sent, status } of [
        { sent: (await put('a', undefined)).sent, status: 507 },
        { sent: await beginForm(), status: 422 },
      ]) {
        sent.write(Buffer.alloc(6 * MIB));
        assert.equal(await statusOf(sent), status);
        assert.ok((await bytesOnDisk()) <= 3 * MIB + STEP);
      }
      assert.equal(await answered(announced.sent, Buffer.alloc(5 * MIB)), 201);
    });
  });

  describe('and resumable uploads', () => {
    let tus: TusClient;

    beforeEach(async () => {
      tus = await tusOf(service, ann.actor);
    });

    it('of several sessions: together they fit, also after a restart', async () => {
      const other = await tusOf(service, ann.actor);
      const path = await tus.create(5 * MIB, { filename: 'a' });
      await tus.append(path, 0, Buffer.alloc(MIB));
      await assert.rejects(other.create(5 * MIB, { filename: 'b' }), /^Error: 422/);
      await service.restart();
      await assert.rejects(other.create(5 * MIB, { filename: 'b' }), /^Error: 422/);
      assert.equal((await tus.append(path, MIB, Buffer.alloc(4 * MIB))).status, 204);
      await other.create(3 * MIB, { filename: 'b' });
    });

    it('take no room that a running upload needs', async () => {
      const path = await tus.create(8 * MIB, { filename: 'a' });
      const running = await put('running', 5 * MIB);
      assert.equal(running.status, 100);
      assert.equal((await tus.append(path, 0, Buffer.alloc(7 * MIB))).status, 422);
      const kept = await tus.offset(path);
      assert.ok(kept >= 3 * MIB && kept <= 3 * MIB + STEP, String(kept));
      assert.equal(await answered(running.sent, Buffer.alloc(5 * MIB)), 201);
    });

    it('keep no room while no request sends bytes', async () => {
      const path = await tus.create(6 * MIB, { filename: 'a' });
      assert.equal((await tus.append(path, 0, Buffer.alloc(5 * MIB))).status, 204);
      await dav.expect(201, 'PUT', '/b', { body: Buffer.alloc(2 * MIB) });
      assert.equal((await tus.append(path, 5 * MIB, Buffer.alloc(MIB))).status, 204);
    });

    it('go on in a further request, while the first one has not noticed that its connection is broken', async () => {
      const path = await tus.create(8 * MIB, { filename: 'a' });
      tus.beginAppending(path, 0, Buffer.alloc(6 * MIB), 8 * MIB);
      while ((await bytesOnDisk()) < 6 * MIB) await new Promise((resolve) => setTimeout(resolve, 5));
      // Ends the first request, whose bytes are kept.
      assert.equal((await tus.append(path, 0, Buffer.alloc(0))).status, 409);
      assert.equal(await tus.offset(path), 6 * MIB);
      assert.equal((await tus.append(path, 6 * MIB, Buffer.alloc(2 * MIB))).status, 204);
    });
  });

  describe('that another user shares', () => {
    it('is reserved in the home that pays', async () => {
      await shareFolder();
      assert.equal((await put('own', 5 * MIB)).status, 100);
      assert.equal((await put('shared/theirs', 5 * MIB, ben)).status, 507);
      assert.equal((await put('theirs', 5 * MIB, ben)).status, 100);
    });

    it('is not kept from its owner, who cannot see the uploads of others', async () => {
      await shareFolder();
      const theirs = await put('shared/theirs', 5 * MIB, ben);
      assert.equal(theirs.status, 100);
      assert.equal((await put('shared/more', 5 * MIB, ben)).status, 507);
      await dav.expect(201, 'PUT', '/own', { body: Buffer.alloc(5 * MIB) });
      assert.equal(await answered(theirs.sent, Buffer.alloc(5 * MIB)), 507);
    });
  });

  describe('when a content is sent again', () => {
    it('is that of the earlier request, which ends if there is no room for both', async () => {
      const first = await put('a', 5 * MIB);
      first.sent.write(Buffer.alloc(2 * MIB));
      const again = await put('a', 5 * MIB);
      assert.equal(again.status, 100);
      await once(first.sent, 'close');
      assert.equal(await answered(again.sent, Buffer.alloc(5 * MIB)), 201);
    });

    it('is enough for both if it is', async () => {
      const [first, second] = [await put('a', 4 * MIB), await put('a', 4 * MIB)];
      assert.equal(await answered(first.sent, Buffer.alloc(4 * MIB, 1)), 201);
      assert.equal(await answered(second.sent, Buffer.alloc(4 * MIB, 2)), 204);
    });

    it('is not needed for the content that a document has already, which only one upload can be', async () => {
      const body = Buffer.alloc(8 * MIB);
      await dav.expect(201, 'PUT', '/full', { body });
      await shareFolder();
      await dav.expect(204, 'PUT', '/full', { body });
      const { status, sent } = await put('full', body.length);
      assert.equal(status, 100);
      assert.equal((await put('full', body.length)).status, 100);
      await once(sent, 'close');
      assert.equal((await put('other', 1)).status, 507);
    });
  });
});
