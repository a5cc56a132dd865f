/* Would catch an upload without an announced length that fills the disk before the quota of the home refuses it. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, type Service, startService } from '../support/service.ts';
import { basic, DavClient } from '../webdav/client.ts';
import { answersIn, converse, headOf } from './raw.ts';

const MIB = 2 ** 20;
const QUOTA = 1_000_000;
const FORM = ['Transfer-Encoding: chunked', 'Content-Type: multipart/form-data; boundary=b'];
const EVERYTHING = 31;

/** One chunk of a body in chunks. The body does not end with it. */
function chunk(body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

function field(name: string, value: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function fileHead(name: string): string {
  return `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
}

describe('an upload without an announced length', () => {
  let service: Service;
  let ann: Account;
  let ben: Account;
  let dav: DavClient;
  let secret: string;

  beforeEach(async () => {
    service = await startService();
    ann = await service.createUser('ann', { quotaBytes: QUOTA });
    ben = await service.createUser('ben');
    dav = new DavClient(service.port, basic(ann.login, ann.password));
    ({ secret } = await service.dms.tokens.create(ann.actor, { name: 'test' }));
  });

  afterEach(async () => {
    assert.deepEqual(await readdir(join(service.dataDirectory, 'incoming')), []);
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  /** Sends a body whose end never comes. @returns the only response, which must end the connection */
  async function refusal(line: string, headers: readonly string[], body: readonly Buffer[]) {
    const heard = await converse(service.port, headOf(line, ...headers), ...body);
    const [answer, ...more] = answersIn(heard);
    assert.match(answer?.head ?? '', /\r\nconnection: close\r\n/, heard);
    assert.deepEqual(more, []);
    return { status: answer?.status, heard };
  }

  const put = (path: string, authorization: string | undefined, ...body: readonly Buffer[]) =>
    refusal(
      `PUT /webdav${path}`,
      [`Authorization: ${authorization ?? ''}`, 'Transfer-Encoding: chunked'],
      body,
    );
  const form = (...body: readonly Buffer[]) =>
    refusal('POST /api/documents/upload', [`Authorization: Bearer ${secret}`, ...FORM], body);

  it('ends when it exceeds the quota: 507 over WebDAV', async () => {
    const { status, heard } = await put('/long.bin', dav.authorization, chunk(Buffer.alloc(3 * MIB)));
    assert.equal(status, 507, heard);
    assert.match(heard, /<d:quota-not-exceeded\/>/);
    await dav.expect(404, 'GET', '/long.bin');
  });

  it('ends when the kept version leaves no room for it: 507', async () => {
    await dav.expect(201, 'PUT', '/long.bin', { body: Buffer.alloc(600_000) });
    await service.dms.users.update(service.admin.actor, ann.id, { quotaBytes: 2 * MIB });
    const { status } = await put('/long.bin', dav.authorization, chunk(Buffer.alloc(3 * MIB)));
    assert.equal(status, 507);
  });

  it('ends when it exceeds the quota of the home that pays: 507', async () => {
    const folder = await service.dms.folders.add(ann.actor, { folderId: 0, name: 'shared' });
    await service.dms.shares.create(ann.actor, {
      entryId: folder,
      users: ['ben'],
      permissions: EVERYTHING,
    });
    const body = chunk(Buffer.alloc(4 * MIB));
    const { status } = await put('/shared/long.bin', basic(ben.login, ben.password), body);
    assert.equal(status, 507);
  });

  it('may be the content that a full home has already', async () => {
    const body = 'x'.repeat(3 * MIB);
    await service.dms.users.update(service.admin.actor, ann.id, { quotaBytes: body.length });
    await dav.expect(201, 'PUT', '/same.bin', { body });
    await dav.expect(204, 'PUT', '/same.bin', { chunks: [body.slice(0, 2 * MIB), body.slice(2 * MIB)] });
  });

  it('ends when a file of a form exceeds the quota: 422 on file', async () => {
    const head = field('folder_id', '0') + fileHead('long.bin');
    const { status, heard } = await form(chunk(head), chunk(Buffer.alloc(3 * MIB)));
    assert.equal(status, 422, heard);
    assert.match(heard, /"errors":\{"file":/);
  });

  it('ends when the files of a form together exceed the quota: 422 on file', async () => {
    const files = ['a', 'b', 'c'].map((name) =>
      chunk(Buffer.concat([Buffer.from(fileHead(name)), Buffer.alloc(QUOTA / 2), Buffer.from('\r\n')])),
    );
    const { status, heard } = await form(chunk(field('folder_id', '0')), ...files, chunk(fileHead('d')));
    assert.equal(status, 422, heard);
    assert.match(heard, /"errors":\{"file":/);
  });

  it('of a form may have files that a full home has already, and the same file twice', async () => {
    const same = Buffer.alloc(QUOTA / 2, 'x');
    await dav.expect(201, 'PUT', '/same.bin', { body: same });
    const parts = ['same.bin', 'new.bin', 'new.bin'].flatMap((name) => [
      Buffer.from(fileHead(name)),
      same,
      Buffer.from('\r\n'),
    ]);
    const head = headOf(
      'POST /api/documents/upload',
      `Authorization: Bearer ${secret}`,
      ...FORM,
      'Connection: close',
    );
    const body = Buffer.concat([Buffer.from(field('folder_id', '0')), ...parts, Buffer.from('--b--\r\n')]);
    const [answer] = answersIn(await converse(service.port, head, chunk(body), '0\r\n\r\n'));
    assert.equal(answer?.status, 201);
  });
});

describe('a part of a resumable upload', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.stop());

  it('ends when it exceeds a quota that is smaller by now, and what has arrived is kept: 422', async () => {
    const ann = await service.createUser('ann', { quotaBytes: 100 * MIB });
    const { secret } = await service.dms.tokens.create(ann.actor, { name: 'test' });
    const headers = [`Authorization: Bearer ${secret}`, 'Tus-Resumable: 1.0.0'];
    const metadata = `Upload-Metadata: filename ${Buffer.from('long.bin').toString('base64')}`;
    const length = `Upload-Length: ${String(50 * MIB)}`;
    const close = 'Connection: close';
    const begin = headOf('POST /api/uploads', ...headers, metadata, length, 'Content-Length: 0', close);
    const begun = await converse(service.port, begin);
    const path = /\r\nLocation: \S*(\/api\/uploads\/\d+)\r\n/i.exec(begun)?.[1] ?? '';
    await service.dms.users.update(service.admin.actor, ann.id, { quotaBytes: MIB / 2 });
    const type = 'Content-Type: application/offset+octet-stream';
    const patch = headOf(`PATCH ${path}`, ...headers, type, 'Upload-Offset: 0', 'Transfer-Encoding: chunked');
    const heard = await converse(service.port, patch, chunk(Buffer.alloc(3 * MIB)));
    assert.equal(answersIn(heard)[0]?.status, 422, heard);
    const asked = await converse(service.port, headOf(`HEAD ${path}`, ...headers, close));
    const offset = Number(/\r\nUpload-Offset: (\d+)\r\n/i.exec(asked)?.[1]);
    assert.ok(offset >= MIB && offset < 3 * MIB, asked);
  });
});
