import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, type Service, startService } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { type Client, clientOf } from '../client.ts';
import { metadataOf, type TusClient, tusOf } from './tus.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BYTES = { 'Content-Type': 'application/offset+octet-stream' };

const codeOf = ({ text }: { readonly text: string }): unknown => JSON.parse(text).code;

describe('uploads that can be resumed', () => {
  let service: Service;
  let now: number;
  let ann: Account;
  let ben: Account;
  let client: Client;
  let tus: TusClient;
  let others: TusClient;

  beforeEach(async () => {
    now = Date.now();
    service = await startService({ now: () => now });
    ann = await service.createUser('ann');
    ben = await service.createUser('ben');
    client = await clientOf(service, ann);
    tus = await tusOf(service, ann.actor);
    others = await tusOf(service, ben.actor);
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  const until = waiter(() => JSON.stringify(service.log().slice(-3)));
  const incoming = () => readdir(join(service.dataDirectory, 'incoming'));
  const listed = async () => (await client.get('/uploads').expect(200)).body.data;
  const begun = (length: number, more: Record<string, string | number> = {}) =>
    tus.create(length, { filename: 'file.bin', ...more });

  async function assertStored(location: string | undefined, content: Buffer): Promise<void> {
    assert.ok(location !== undefined);
    const path = location.slice('/api'.length);
    const { body } = await client.get(path).expect(200);
    assert.equal(body.data.sha256, createHash('sha256').update(content).digest('hex'));
    const download = await client.get(`${path}/download`).responseType('blob').expect(200);
    assert.ok(Buffer.isBuffer(download.body) && content.equals(download.body));
  }

  describe('the protocol', () => {
    it('says what it offers, to anybody', async () => {
      const answer = await fetch(`${service.url}/api/uploads`, { method: 'OPTIONS' });
      assert.equal(answer.status, 204);
      assert.equal(answer.headers.get('Tus-Version'), '1.0.0');
      assert.equal(
        answer.headers.get('Tus-Extension'),
        'creation,creation-with-upload,expiration,checksum,termination',
      );
      assert.equal(answer.headers.get('Tus-Checksum-Algorithm'), 'sha1,sha256,sha512,md5');
      const other = await fetch(`${service.url}/api/documents/upload`, { method: 'OPTIONS' });
      assert.equal(other.status, 404);
    });

    it('needs its version: 412', async () => {
      const path = await begun(1);
      for (const [method, at] of [
        ['POST', '/uploads'],
        ['HEAD', path],
        ['PATCH', path],
        ['DELETE', path],
      ] as const) {
        const answer = await tus.ask(method, at, { headers: { 'Tus-Resumable': '0.2.2' } });
        assert.deepEqual([answer.status, answer.headers['tus-version']], [412, '1.0.0']);
        if (method !== 'HEAD') assert.equal(codeOf(answer), 'tus_version');
      }
    });

    it('takes a content in parts, and says where the document is', async () => {
      const content = randomBytes(300_000);
      const path = await begun(content.length, { comment: 'the first', filetype: 'text/x-own' });
      assert.equal(await tus.offset(path), 0);
      const first = await tus.append(path, 0, content.subarray(0, 100_000));
      assert.deepEqual([first.status, first.headers['upload-offset']], [204, '100000']);
      assert.equal(first.headers['tus-resumable'], '1.0.0');
      assert.equal(
        Date.parse(first.headers['upload-expires']?.toString() ?? ''),
        Math.floor((now + 7 * DAY_MS) / 1000) * 1000,
      );
      assert.equal(first.headers['content-location'], undefined);
      assert.equal((await client.get('/folders/0/contents')).body.meta.total, 0);
      await tus.append(path, 100_000, Buffer.alloc(0));
      const last = await tus.append(path, 100_000, content.subarray(100_000));
      assert.deepEqual([last.status, last.headers['upload-offset']], [204, '300000']);
      await assertStored(last.headers['content-location'], content);
      assert.deepEqual(await incoming(), []);
      const id = last.headers['content-location']?.split('/').at(-1);
      const { data } = (await client.get(`/documents/${id}/versions`)).body;
      assert.equal(data[0].comment, 'the first');
      // A client that missed the last answer finds it all there.
      const head = await tus.ask('HEAD', path);
      assert.deepEqual([head.status, head.headers['upload-offset']], [200, '300000']);
      assert.equal(head.headers['content-location'], last.headers['content-location']);
      assert.deepEqual(await listed(), []);
    });

    it('takes the first bytes, or all of them, when it begins', async () => {
      for (const size of [0, 1, 70_000, 5_000_000]) {
        const body = randomBytes(size);
        const headers = {
          ...BYTES,
          'Upload-Length': size,
          'Upload-Metadata': metadataOf({ filename: `${size}` }),
        };
        const answer = await tus.ask('POST', '/uploads', { headers, body });
        assert.deepEqual([answer.status, answer.headers['upload-offset']], [201, String(size)]);
        await assertStored(answer.headers['content-location'], body);
      }
      const headers = { ...BYTES, 'Upload-Length': 10, 'Upload-Metadata': metadataOf({ filename: 'half' }) };
      const half = await tus.ask('POST', '/uploads', { headers, body: 'half' });
      assert.equal(half.headers['upload-offset'], '4');
      await tus.append(half.headers.location ?? '', 4, Buffer.from(' a day'));
      assert.deepEqual(await listed(), []);
    });

    it('gives back what was said, and lists what is not complete', async () => {
      const { id } = await client.folder('folder');
      const said = metadataOf({ filename: 'Übung.txt', folder_id: id, path: 'a/b', own: 'thing' });
      const headers = { 'Upload-Length': 5, 'Upload-Metadata': said };
      const { headers: answered } = await tus.ask('POST', '/uploads', { headers });
      const head = await tus.ask('HEAD', answered.location ?? '');
      assert.deepEqual([head.headers['upload-metadata'], head.headers['upload-length']], [said, '5']);
      assert.equal(head.headers['cache-control'], 'no-store');
      await tus.append(answered.location ?? '', 0, Buffer.from('ab'));
      const [upload, ...more] = await listed();
      const { created_at: created, expires_at: expires, ...rest } = upload;
      assert.equal(Date.parse(expires) - Date.parse(created), 7 * DAY_MS);
      const uploadId = Number(answered.location?.split('/').at(-1));
      const place = { folder_id: id, path: 'a/b', filename: 'Übung.txt' };
      assert.deepEqual(rest, { id: uploadId, ...place, length: 5, offset: 2 });
      assert.deepEqual(more, []);
    });

    it('stores at the place that was named, as a form would', async () => {
      const modified = '2020-02-03T04:05:06.000Z';
      const path = await begun(3, { path: 'new/folder', modified_at: modified });
      const { headers } = await tus.append(path, 0, Buffer.from('one'));
      const id = headers['content-location']?.split('/').at(-1);
      const { body } = await client.get(`/documents/${id}/metadata`);
      assert.equal(body.data.path, '/new/folder/file.bin');
      const { headers: download } = await client.get(`/documents/${id}/download`);
      assert.equal(download['last-modified'], new Date(modified).toUTCString());
      const skipped = await tus.append(
        await begun(3, { path: 'new', filename: 'folder', conflict: 'skip' }),
        0,
        Buffer.from('two'),
      );
      assert.match(skipped.headers['content-location']?.toString() ?? '', /^\/api\/folders\/\d+$/);
      const renamed = await tus.append(
        await begun(3, { path: 'new/folder', conflict: 'rename' }),
        0,
        Buffer.from('one'),
      );
      const other = renamed.headers['content-location']?.split('/').at(-1);
      assert.equal((await client.get(`/documents/${other}`)).body.data.name, 'file (2).bin');
    });

    it('is deleted when it is given up', async () => {
      const path = await begun(5);
      await tus.append(path, 0, Buffer.from('ab'));
      assert.equal((await incoming()).length, 1);
      assert.equal((await tus.ask('DELETE', path)).status, 204);
      assert.equal((await tus.ask('HEAD', path)).status, 404);
      assert.equal((await tus.append(path, 2, Buffer.from('cde'))).status, 404);
      assert.deepEqual(await incoming(), []);
    });

    it('goes over POST, where only that is possible', async () => {
      const path = await begun(3);
      const override = (method: string, headers: object = {}, body = '') =>
        tus.ask('POST', path, { headers: { 'X-HTTP-Method-Override': method, ...headers }, body });
      const patched = await override('PATCH', { ...BYTES, 'Upload-Offset': 0 }, 'a');
      assert.deepEqual([patched.status, patched.headers['upload-offset']], [204, '1']);
      assert.equal((await override('PUT')).status, 404);
      assert.equal((await override('DELETE')).status, 204);
      assert.equal((await tus.ask('HEAD', path)).status, 404);
    });
  });

  describe('refuses', () => {
    it('headers that say nothing: 400', async () => {
      const named = { 'Upload-Metadata': metadataOf({ filename: 'x' }) };
      const bad = [
        named,
        { ...named, 'Upload-Length': '-1' },
        { ...named, 'Upload-Length': '1e3' },
        { ...named, 'Upload-Length': '9'.repeat(17) },
        { 'Upload-Length': 1, 'Upload-Metadata': 'filename %' },
        { 'Upload-Length': 1, 'Upload-Metadata': 'filename /w==' },
        { 'Upload-Length': 1, 'Upload-Metadata': 'filename eA==,filename eA==' },
      ];
      for (const headers of bad) assert.equal((await tus.ask('POST', '/uploads', { headers })).status, 400);
      const path = await begun(3);
      for (const offset of ['', '-1', 'x'])
        assert.equal((await tus.append(path, 0, Buffer.from('a'), { 'Upload-Offset': offset })).status, 400);
      for (const checksum of ['crc32 AAAA', 'sha1', 'sha1 AA== x'])
        assert.equal(
          (await tus.append(path, 0, Buffer.from('a'), { 'Upload-Checksum': checksum })).status,
          400,
        );
    });

    it('metadata that break a rule: 422 on their names', async () => {
      const bad: [Record<string, string>, string][] = [
        [{}, 'filename'],
        [{ filename: '..' }, 'filename'],
        [{ filename: 'a/b' }, 'filename'],
        [{ filename: 'x', folder_id: 'home' }, 'folder_id'],
        [{ filename: 'x', folder_id: '4711' }, 'folder_id'],
        [{ filename: 'x', path: 'a//b' }, 'path'],
        [{ filename: 'x', conflict: 'no' }, 'conflict'],
        [{ filename: 'x', modified_at: 'today' }, 'modified_at'],
        [{ filename: 'x', sha256: 'abc' }, 'sha256'],
      ];
      for (const [metadata, field] of bad) {
        const headers = { 'Upload-Length': 1, 'Upload-Metadata': metadataOf(metadata) };
        const { status, text } = await tus.ask('POST', '/uploads', { headers });
        assert.equal(status, 422, text);
        assert.deepEqual(Object.keys(JSON.parse(text).errors), [field]);
      }
      assert.deepEqual(await listed(), []);
    });

    it('a body of another type: 415', async () => {
      const path = await begun(3);
      const type = { 'Content-Type': 'application/octet-stream' };
      const refused = await tus.append(path, 0, Buffer.from('a'), type);
      assert.deepEqual([refused.status, codeOf(refused)], [415, 'body_not_content']);
      const headers = { ...type, 'Upload-Length': 1, 'Upload-Metadata': metadataOf({ filename: 'x' }) };
      assert.equal((await tus.ask('POST', '/uploads', { headers, body: 'a' })).status, 415);
    });

    it('bytes that do not begin where the last ones ended: 409', async () => {
      const path = await begun(10);
      await tus.append(path, 0, Buffer.from('abc'));
      for (const offset of [0, 2, 4]) {
        const { status, text } = await tus.append(path, offset, Buffer.from('x'));
        assert.deepEqual([status, codeOf({ text })], [409, 'upload_offset_wrong']);
      }
      assert.equal(await tus.offset(path), 3);
    });

    it('more bytes than announced: 413', async () => {
      const path = await begun(5);
      const long = await tus.append(path, 0, Buffer.from('abcdef'));
      assert.deepEqual([long.status, codeOf(long)], [413, 'upload_too_long']);
      const chunked = { 'Transfer-Encoding': 'chunked' };
      assert.equal((await tus.append(path, 0, Buffer.from('abcdef'), chunked)).status, 413);
      assert.equal(await tus.offset(path), 0);
      assert.equal((await tus.append(path, 0, Buffer.from('abcde'), chunked)).status, 204);
    });

    it('bytes whose checksum is another: 460, and they do not count', async () => {
      const content = Buffer.from('abcdef');
      const path = await begun(content.length);
      const sha1 = (text: string) => `sha1 ${createHash('sha1').update(text).digest('base64')}`;
      const good = await tus.append(path, 0, content.subarray(0, 3), { 'Upload-Checksum': sha1('abc') });
      assert.equal(good.headers['upload-offset'], '3');
      const bad = await tus.append(path, 3, content.subarray(3), { 'Upload-Checksum': sha1('abc') });
      assert.deepEqual([bad.status, codeOf(bad)], [460, 'upload_checksum_wrong']);
      assert.equal(await tus.offset(path), 3);
      const last = await tus.append(path, 3, content.subarray(3), { 'Upload-Checksum': sha1('def') });
      await assertStored(last.headers['content-location'], content);
    });

    it('a content that is not the announced one: 460, and it is gone', async () => {
      const sha256 = createHash('sha256').update('abc').digest('hex');
      const wrong = await begun(3, { sha256 });
      const refused = await tus.append(wrong, 0, Buffer.from('abd'));
      assert.deepEqual([refused.status, codeOf(refused)], [460, 'upload_content_wrong']);
      assert.equal((await tus.ask('HEAD', wrong)).status, 404);
      assert.deepEqual(await incoming(), []);
      const right = await begun(3, { sha256: sha256.toUpperCase() });
      assert.equal((await tus.append(right, 0, Buffer.from('abc'))).status, 204);
    });

    it('what is somebody else’s: 404', async () => {
      const path = await begun(3);
      assert.equal((await others.ask('HEAD', path)).status, 404);
      assert.equal((await others.append(path, 0, Buffer.from('abc'))).status, 404);
      assert.equal((await others.ask('DELETE', path)).status, 404);
      assert.equal(await tus.offset(path), 0);
    });

    it('more than 100 that are not complete: 429', async () => {
      for (let count = 0; count < 100; count += 1) await begun(1);
      const headers = { 'Upload-Length': 1, 'Upload-Metadata': metadataOf({ filename: 'x' }) };
      assert.equal((await tus.ask('POST', '/uploads', { headers })).status, 429);
      assert.equal((await listed()).length, 100);
      await others.create(1, { filename: 'x' });
    });
  });

  it('is forgotten when 1,000 newer ones of its user are complete', async () => {
    const headers = {
      'Upload-Length': 0,
      'Upload-Metadata': metadataOf({ filename: 'x', conflict: 'skip' }),
    };
    const complete = async (): Promise<string> => {
      now += 1;
      return (await tus.ask('POST', '/uploads', { headers })).headers.location ?? '';
    };
    const first = await complete();
    const second = await complete();
    for (let count = 0; count < 999; count += 1) await complete();
    assert.equal((await tus.ask('HEAD', first)).status, 404);
    assert.equal((await tus.ask('HEAD', second)).status, 200);
  });

  describe('over a broken connection', () => {
    it('keeps what has arrived', async () => {
      const content = randomBytes(1_000_000);
      const path = await begun(content.length);
      const cut = tus.beginAppending(path, 0, content.subarray(0, 400_000), content.length);
      await until(async () => (await incoming()).length === 1);
      cut();
      await until(async () => (await tus.offset(path)) > 0);
      const offset = await tus.offset(path);
      assert.ok(offset <= 400_000);
      const { headers } = await tus.append(path, offset, content.subarray(offset));
      await assertStored(headers['content-location'], content);
    });

    it('goes on at once, although the service has not noticed', async () => {
      const content = randomBytes(500_000);
      const path = await begun(content.length);
      const cut = tus.beginAppending(path, 0, content.subarray(0, 100_000), content.length);
      await until(async () => (await incoming()).length === 1);
      // The first answer tells what the other request had brought until it was ended.
      const early = await tus.append(path, 0, content);
      const offset = await tus.offset(path);
      if (early.status === 409) await tus.append(path, offset, content.subarray(offset));
      cut();
      const head = await tus.ask('HEAD', path);
      await assertStored(head.headers['content-location'], content);
    });

    it('counts nothing of a body with a checksum', async () => {
      const content = Buffer.alloc(1000, 'a');
      const path = await begun(content.length);
      const checksum = { 'Upload-Checksum': `md5 ${createHash('md5').update(content).digest('base64')}` };
      const cut = tus.beginAppending(path, 0, content.subarray(0, 500), content.length, checksum);
      await until(async () => (await incoming()).length === 1);
      cut();
      const { status, headers } = await tus.append(path, 0, content, checksum);
      assert.equal(status, 204);
      await assertStored(headers['content-location'], content);
    });

    it('is given up although a request is bringing bytes', async () => {
      const path = await begun(1000);
      tus.beginAppending(path, 0, Buffer.alloc(500), 1000);
      await until(async () => (await incoming()).length === 1);
      assert.equal((await tus.ask('DELETE', path)).status, 204);
      assert.deepEqual(await incoming(), []);
    });
  });

  describe('over a restart of the service', () => {
    it('goes on where it was, and hashes anew', async () => {
      const content = randomBytes(400_000);
      const sha256 = createHash('sha256').update(content).digest('hex');
      const path = await begun(content.length, { sha256 });
      await tus.append(path, 0, content.subarray(0, 150_000));
      await service.restart();
      assert.equal(await tus.offset(path), 150_000);
      const { headers } = await tus.append(path, 150_000, content.subarray(150_000));
      await assertStored(headers['content-location'], content);
    });

    it('keeps what a running request had brought', async () => {
      const path = await begun(1000);
      tus.beginAppending(path, 0, Buffer.alloc(500), 1000);
      await until(async () => (await incoming()).length === 1);
      await service.restart();
      assert.ok((await tus.offset(path)) <= 500);
    });

    it('is forgotten if its bytes are not there, as after a restore', async () => {
      const path = await begun(10);
      await tus.append(path, 0, Buffer.from('abc'));
      for (const name of await incoming()) await rm(join(service.dataDirectory, 'incoming', name));
      assert.deepEqual(await listed(), []);
      assert.equal((await tus.append(path, 3, Buffer.from('d'))).status, 404);
      await service.restart();
      await service.dms.housekeeping.tidy();
      assert.equal((await tus.ask('HEAD', path)).status, 404);
    });
  });

  describe('when the content may no longer be stored', () => {
    it('is checked at the beginning', async () => {
      const headers = { 'Upload-Length': 11, 'Upload-Metadata': metadataOf({ filename: 'x' }) };
      await service.dms.users.update(service.admin.actor, ann.id, { quotaBytes: 10 });
      const { status, text } = await tus.ask('POST', '/uploads', { headers });
      assert.deepEqual([status, Object.keys(JSON.parse(text).errors)], [422, ['file']]);
      await begun(6);
      // Others that have begun count, too.
      const second = await tus.ask('POST', '/uploads', { headers: { ...headers, 'Upload-Length': 5 } });
      assert.equal(second.status, 422);
      await begun(4);
    });

    it('is kept but for its last byte, and stored when there is room', async () => {
      const path = await begun(6);
      await service.dms.users.update(service.admin.actor, ann.id, { quotaBytes: 5 });
      const full = await tus.append(path, 0, Buffer.from('abcdef'));
      assert.deepEqual([full.status, Object.keys(JSON.parse(full.text).errors)], [422, ['file']]);
      assert.equal(await tus.offset(path), 5);
      assert.equal((await client.get('/folders/0/contents')).body.meta.total, 0);
      await service.dms.users.update(service.admin.actor, ann.id, { quotaBytes: 6 });
      const { headers } = await tus.append(path, 5, Buffer.from('f'));
      await assertStored(headers['content-location'], Buffer.from('abcdef'));
    });

    it('is refused as its folder is deleted: 422 on folder_id', async () => {
      const { id } = await client.folder('folder');
      const path = await begun(200_000, { folder_id: id });
      await client.delete(`/folders/${id}`).expect(200);
      const { status, text } = await tus.append(path, 0, randomBytes(200_000));
      assert.deepEqual([status, Object.keys(JSON.parse(text).errors)], [422, ['folder_id']]);
      const blobs = await readdir(join(service.dataDirectory, 'blobs'), { recursive: true });
      assert.deepEqual(
        blobs.filter((name) => name.length > 60),
        [],
      );
    });

    it('is refused as the permission has gone: 403', async () => {
      const { id } = await client.folder('folder');
      const share = { folder_id: id, users: ['ben'], permissions: 5 };
      const shared = (await client.post('/shares', share).expect(201)).body.data;
      const path = await others.create(3, { filename: 'x', folder_id: id });
      await client.patch(`/shares/${shared.id}`, { permissions: 1 }).expect(200);
      assert.equal((await others.append(path, 0, Buffer.from('abc'))).status, 403);
      assert.equal((await client.get(`/folders/${id}/contents`)).body.meta.total, 0);
    });

    it('takes no bytes from whoever is signed out meanwhile: 401', async () => {
      const path = await begun(10);
      await service.dms.users.update(service.admin.actor, ann.id, { isDisabled: true });
      assert.equal((await tus.append(path, 0, Buffer.from('abc'))).status, 401);
    });

    it('goes with its user', async () => {
      const path = await others.create(10, { filename: 'x' });
      await others.append(path, 0, Buffer.from('abc'));
      await service.dms.users.remove(service.admin.actor, ben.id);
      await service.dms.housekeeping.tidy();
      assert.deepEqual(await incoming(), []);
    });
  });

  describe('when it has waited too long', () => {
    it('is 410, and then gone with its bytes', async () => {
      const path = await begun(10);
      now += 6 * DAY_MS;
      await tus.append(path, 0, Buffer.from('abc'));
      now += 6 * DAY_MS;
      assert.equal((await tus.append(path, 3, Buffer.alloc(0))).status, 204);
      assert.equal(await tus.offset(path), 3);
      now += DAY_MS;
      assert.equal((await tus.ask('HEAD', path)).status, 410);
      const late = await tus.append(path, 3, Buffer.from('d'));
      assert.deepEqual([late.status, codeOf(late)], [410, 'upload_not_kept']);
      assert.deepEqual(await listed(), []);
      await service.dms.housekeeping.tidy();
      assert.equal((await tus.ask('HEAD', path)).status, 404);
      assert.deepEqual(await incoming(), []);
    });
  });

  it('of more than the disk has room for is 422 on file', async () => {
    const full = await startService({ config: { limits: { reserve_bytes: 2 ** 52 } } });
    try {
      const who = await tusOf(full, full.admin.actor);
      const headers = { 'Upload-Length': 1, 'Upload-Metadata': metadataOf({ filename: 'x' }) };
      const { status, text } = await who.ask('POST', '/uploads', { headers });
      assert.deepEqual([status, Object.keys(JSON.parse(text).errors)], [422, ['file']]);
    } finally {
      await full.stop();
    }
  });

  it('of more than the limit is 413', async () => {
    const limited = await startService({ config: { limits: { upload_bytes: 10 } } });
    try {
      const who = await tusOf(limited, limited.admin.actor);
      const headers = { 'Upload-Length': 11, 'Upload-Metadata': metadataOf({ filename: 'x' }) };
      const refused = await who.ask('POST', '/uploads', { headers });
      assert.deepEqual([refused.status, codeOf(refused)], [413, 'content_too_long']);
      const offered = await fetch(`${limited.url}/api/uploads`, { method: 'OPTIONS' });
      assert.equal(offered.headers.get('Tus-Max-Size'), '10');
    } finally {
      await limited.stop();
    }
  });
});
