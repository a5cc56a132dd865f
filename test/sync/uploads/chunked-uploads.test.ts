// Would catch a chunked upload that loses, doubles or mixes bytes, or that clients cannot resume.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, type Service, startService } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { at, SyncClient } from './client.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const hex = (algorithm: string, bytes: Buffer): string => createHash(algorithm).update(bytes).digest('hex');

describe('chunked uploads of sync clients', () => {
  let service: Service;
  let now: number;
  let ann: Account;
  let client: SyncClient;
  let others: SyncClient;

  beforeEach(async () => {
    now = Date.now();
    service = await startService({ config: { sync: { clients: true } }, now: () => now });
    ann = await service.createUser('ann');
    client = new SyncClient(service, ann);
    others = new SyncClient(service, await service.createUser('ben'));
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  const until = waiter(() => JSON.stringify(service.log().slice(-3)));
  const incoming = () => readdir(join(service.dataDirectory, 'incoming'));
  const A = randomBytes(150_000);
  const B = randomBytes(90_000);
  const whole = Buffer.concat([A, B]);

  describe('become a document', () => {
    it('from chunks named by their offset, as desktop clients send them', async () => {
      const total = { 'OC-Total-Length': String(whole.length) };
      await client.begin('4711', total);
      await client.send('4711', at(0), A, { 'OC-Chunk-Offset': '0' });
      await client.send('4711', at(A.length), B, { 'OC-Chunk-Offset': String(A.length) });
      assert.equal(await client.content('/plan.bin'), undefined);
      const moved = await client.move('4711', '/plan.bin', {
        ...total,
        'OC-Checksum': `SHA256:${hex('sha256', whole)}`,
        'X-OC-Mtime': '1700000000',
      });
      assert.equal(moved.status, 201, moved.text);
      assert.equal(moved.headers['x-oc-mtime'], 'accepted');
      assert.ok(whole.equals((await client.content('/plan.bin')) ?? Buffer.alloc(0)));
      const head = await client.dav.ask('HEAD', '/plan.bin');
      assert.equal(head.headers.etag, moved.headers.etag);
      assert.equal(head.headers['last-modified'], new Date(1_700_000_000_000).toUTCString());
      assert.deepEqual(await incoming(), []);
      assert.equal(await client.chunks('4711'), undefined);
    });

    for (const [style, names] of [
      ['counted from 0', ['0', '1']],
      ['counted from 1', ['000001', '000002']],
      ['counted from 0 with 16 digits, as by Nextcloud 3.7', [at(0), at(1)]],
      [
        'ranges of old Android apps',
        [`${at(0)}-${at(A.length - 1)}`, `${at(A.length)}-${at(whole.length - 1)}`],
      ],
    ] as const) {
      it(`from chunks with names that are ${style}`, async () => {
        await client.begin('id');
        await client.send('id', names[0], A);
        await client.send('id', names[1], B);
        assert.deepEqual(await client.chunks('id'), { [names[0]]: A.length, [names[1]]: B.length });
        assert.equal((await client.move('id', '/x')).status, 201);
        assert.ok(whole.equals((await client.content('/x')) ?? Buffer.alloc(0)));
      });
    }

    it('without bytes, if that was announced', async () => {
      await client.begin('id');
      assert.equal((await client.move('id', '/x')).status, 400);
      assert.equal((await client.move('id', '/x', { 'OC-Total-Length': '0' })).status, 201);
      assert.equal((await client.content('/x'))?.length, 0);
    });

    it('small or large, whatever checksum is sent with it', async () => {
      for (const bytes of [Buffer.from('few'), whole]) {
        for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
          await client.begin('id');
          const checksum = { 'OC-Checksum': `${algorithm.toUpperCase()}:${hex(algorithm, bytes)}` };
          await client.send('id', '1', bytes, checksum);
          assert.ok((await client.move('id', '/x', checksum)).status < 300);
          assert.ok(bytes.equals((await client.content('/x')) ?? Buffer.alloc(0)));
        }
      }
      await client.begin('id');
      await client.send('id', '1', 'Wikipedia', { 'OC-Checksum': 'ADLER32:11E60398' });
      assert.equal((await client.move('id', '/y', { 'OC-Checksum': 'ADLER32:11E60398' })).status, 201);
    });

    it('as the next version of the document at the path, and a new one after a deletion, as by PUT', async () => {
      const upload = async (content: string): Promise<number> => {
        await client.begin('id');
        await client.send('id', '1', content);
        return (await client.move('id', '/x.txt')).status;
      };
      const version = () => {
        const found = service.dms.tree.resolve(ann.actor, ['x.txt'])?.entry;
        return found?.kind === 'file' ? found.version : undefined;
      };
      assert.deepEqual([await upload('one'), await upload('two'), version()], [201, 204, 2]);
      await client.dav.expect(204, 'DELETE', '/x.txt');
      assert.deepEqual([await upload('three'), version()], [201, 1]);
    });
  });

  describe('are resumed', () => {
    it('after a broken chunk: its bytes do not count', async () => {
      await client.begin('id');
      await client.send('id', at(0), A);
      const cut = client.beginSending('id', at(A.length), randomBytes(50_000), B.length);
      await until(async () => (await service.dms.chunkedUploads.list(ann.actor, 'id')).length === 1);
      cut();
      assert.deepEqual(await client.chunks('id'), { [at(0)]: A.length });
      await client.send('id', at(A.length), B);
      assert.equal((await client.move('id', '/x')).status, 201);
      assert.ok(whole.equals((await client.content('/x')) ?? Buffer.alloc(0)));
    });

    it('after a restart of the service between two chunks, and before the MOVE', async () => {
      await client.begin('id', { 'OC-Total-Length': String(whole.length) });
      await client.send('id', at(0), A);
      await service.restart();
      await service.dms.housekeeping.tidy();
      assert.deepEqual(await client.chunks('id'), { [at(0)]: A.length });
      assert.equal((await client.ask('MKCOL', 'id')).status, 405);
      await client.send('id', at(A.length), B);
      await service.restart();
      assert.equal(
        (await client.move('id', '/x', { 'OC-Checksum': `SHA1:${hex('sha1', whole)}` })).status,
        201,
      );
      assert.ok(whole.equals((await client.content('/x')) ?? Buffer.alloc(0)));
    });

    it('with the last chunk sent again, because its response was lost', async () => {
      await client.begin('id');
      await client.send('id', '1', A);
      await client.send('id', '2', randomBytes(B.length + 5));
      assert.equal((await client.put('id', '2', randomBytes(B.length))).status, 204);
      assert.equal((await client.put('id', '2', B)).status, 204);
      assert.deepEqual(await client.chunks('id'), { 1: A.length, 2: B.length });
      const checksum = { 'OC-Checksum': `SHA256:${hex('sha256', whole)}` };
      assert.equal((await client.move('id', '/x', checksum)).status, 201);
      assert.ok(whole.equals((await client.content('/x')) ?? Buffer.alloc(0)));
    });

    it('although a request is still sending the chunk', async () => {
      await client.begin('id');
      client.beginSending('id', '1', randomBytes(1000), 2000);
      await until(async () => (await incoming()).length === 1);
      await client.send('id', '1', A);
      await client.send('id', '2', B);
      assert.equal((await client.move('id', '/x')).status, 201);
      assert.ok(whole.equals((await client.content('/x')) ?? Buffer.alloc(0)));
    });

    it('only with the whole last chunk, if it is sent again', async () => {
      await client.begin('id');
      await client.send('id', '1', A);
      await client.send('id', '2', B);
      for (const restart of [false, true]) {
        client.beginSending('id', '2', B.subarray(0, 10), B.length);
        await until(async () => (await client.chunks('id'))?.['2'] === undefined);
        if (restart) await service.restart();
        const moved = await client.move('id', '/x');
        assert.equal(moved.status, 400, moved.text);
      }
      await client.send('id', '2', B);
      assert.equal((await client.move('id', '/x')).status, 201);
      assert.ok(whole.equals((await client.content('/x')) ?? Buffer.alloc(0)));
    });

    it('after the last chunk was deleted, and no other', async () => {
      await client.begin('id');
      await client.send('id', at(0), A);
      await client.send('id', at(A.length), 'wrong');
      assert.equal((await client.ask('DELETE', `id/${at(0)}`)).status, 409);
      assert.equal((await client.ask('DELETE', `id/${at(A.length)}`)).status, 204);
      assert.equal((await client.ask('DELETE', `id/${at(A.length)}`)).status, 404);
      await client.send('id', at(A.length), B);
      assert.equal((await client.move('id', '/x')).status, 201);
      assert.ok(whole.equals((await client.content('/x')) ?? Buffer.alloc(0)));
    });

    it('from the beginning, if the bytes are gone, as after a restore', async () => {
      await client.begin('id');
      await client.send('id', '1', A);
      for (const name of await incoming()) await rm(join(service.dataDirectory, 'incoming', name));
      assert.equal(await client.chunks('id'), undefined);
      assert.equal((await client.put('id', '2', B)).status, 404);
      await service.restart();
      await service.dms.housekeeping.tidy();
      await client.begin('id');
    });
  });

  describe('with a MOVE', () => {
    it('that is repeated answer the same, and store nothing twice', async () => {
      await client.begin('id');
      await client.send('id', '1', A);
      const moved = await client.move('id', '/x');
      await client.dav.expect(204, 'PUT', '/x', { body: 'newer' });
      for (const restart of [false, true]) {
        if (restart) await service.restart();
        const again = await client.move('id', '/x');
        assert.deepEqual([again.status, again.headers.etag], [201, moved.headers.etag]);
      }
      assert.equal((await client.content('/x'))?.toString(), 'newer');
      assert.equal((await client.move('id', '/y')).status, 404);
      assert.equal((await client.put('id', '2', B)).status, 404);
      assert.equal((await client.ask('DELETE', 'id')).status, 404);
      now += DAY_MS + 1;
      await service.dms.housekeeping.tidy();
      assert.equal((await client.move('id', '/x')).status, 404);
    });

    it('sent twice at the same time store one document', async () => {
      await client.begin('id');
      await client.send('id', '1', A);
      const moved = await Promise.all([client.move('id', '/x'), client.move('id', '/x')]);
      assert.deepEqual(
        moved.map(({ status }) => status),
        [201, 201],
      );
      assert.equal(moved[0].headers.etag, moved[1].headers.etag);
    });

    it('and the id can be used again', async () => {
      for (const path of ['/x', '/y']) {
        await client.begin('id');
        await client.send('id', '1', A);
        assert.equal((await client.move('id', path)).status, 201);
      }
      assert.ok(A.equals((await client.content('/y')) ?? Buffer.alloc(0)));
    });

    it('of a wrong length are kept: 400', async () => {
      await client.begin('id', { 'OC-Total-Length': String(whole.length) });
      await client.send('id', '1', A);
      assert.equal((await client.move('id', '/x')).status, 400);
      assert.equal((await client.move('id', '/x', { 'OC-Total-Length': String(whole.length) })).status, 400);
      assert.equal(await client.content('/x'), undefined);
      await client.send('id', '2', B);
      assert.equal((await client.move('id', '/x')).status, 201);
    });

    it('of another checksum are deleted: 400, and the client begins again', async () => {
      await client.begin('id');
      await client.send('id', '1', A);
      const checksum = { 'OC-Checksum': `SHA1:${hex('sha1', B)}` };
      assert.equal((await client.move('id', '/x', checksum)).status, 400);
      assert.equal(await client.content('/x'), undefined);
      assert.equal(await client.chunks('id'), undefined);
      assert.deepEqual(await incoming(), []);
    });

    it('whose conditions do not hold change nothing, and can be repeated', async () => {
      const { headers } = await client.dav.expect(201, 'PUT', '/a%20b.txt', { body: 'old' });
      const etag = String(headers.etag);
      const tag = `<${client.destination('/a%20b.txt')}>`;
      await client.begin('id');
      await client.send('id', '1', A);
      const refused = [{ If: `${tag} (["other"])` }, { 'If-Match': '"other"' }, { Overwrite: 'F' }];
      for (const condition of refused)
        assert.equal((await client.move('id', '/a%20b.txt', condition)).status, 412);
      assert.equal((await client.content('/a%20b.txt'))?.toString(), 'old');
      assert.equal((await client.move('id', '/a%20b.txt', { If: `${tag} ([${etag}])` })).status, 204);
      assert.ok(A.equals((await client.content('/a%20b.txt')) ?? Buffer.alloc(0)));
    });

    it('onto a locked document need its token: 423', async () => {
      await client.dav.expect(201, 'PUT', '/x', { body: 'old' });
      const token = await client.dav.lock('/x');
      await client.begin('id', { Destination: client.destination('/x') });
      await client.send('id', '1', A);
      assert.equal((await client.move('id', '/x')).status, 423);
      const If = `<${client.destination('/x')}> (<${token}>)`;
      assert.equal((await client.move('id', '/x', { If })).status, 204);
    });

    it('to a folder, a missing folder or somebody else’s files are refused', async () => {
      await client.dav.expect(201, 'MKCOL', '/folder');
      await client.begin('id');
      await client.send('id', '1', A);
      assert.equal((await client.move('id', '/folder')).status, 405);
      assert.equal((await client.move('id', '/missing/x')).status, 409);
      assert.equal((await client.move('id', '/x/')).status, 400);
      assert.equal((await client.move('id', '/.history/x')).status, 403);
      const Destination = others.destination('/x');
      assert.equal((await client.move('id', '', { Destination })).status, 502);
      assert.equal((await client.ask('MOVE', `id/${at(0)}`, { headers: { Destination } })).status, 405);
      assert.equal((await client.move('id', '/x')).status, 201);
    });

    it('are judged by the rights of that moment: 403', async () => {
      const { id } = await service.dms.folders.create(ann.actor, { folderId: 0, name: 'folder' });
      const share = { entryId: id, users: ['ben'], permissions: 15 };
      const { id: shareId } = await service.dms.shares.create(ann.actor, share);
      await others.begin('id', { Destination: others.destination('/folder/x') });
      await others.send('id', '1', A);
      await service.dms.shares.update(ann.actor, shareId, { permissions: 1 });
      assert.equal((await others.move('id', '/folder/x')).status, 403);
      assert.equal((await others.put('id', '2', A)).status, 403);
      assert.equal(await client.content('/folder/x'), undefined);
    });
  });

  describe('refuse', () => {
    it('a chunk that is not the next one: 409, and nothing is changed', async () => {
      await client.begin('id');
      assert.equal((await client.put('id', '2', B)).status, 409);
      assert.equal((await client.put('id', at(5), B)).status, 409);
      await client.send('id', at(0), A);
      await client.send('id', at(A.length), B);
      for (const name of [at(0), at(1), at(whole.length + 1), '1', '2'])
        assert.equal((await client.put('id', name, 'x')).status, 409);
      const offset = { 'OC-Chunk-Offset': '7' };
      assert.equal((await client.put('id', at(whole.length), 'x', offset)).status, 409);
      assert.deepEqual(await client.chunks('id'), { [at(0)]: A.length, [at(A.length)]: B.length });
      assert.equal((await client.move('id', '/x')).status, 201);
      assert.ok(whole.equals((await client.content('/x')) ?? Buffer.alloc(0)));
    });

    it('a chunk with another checksum: 400, and it does not count', async () => {
      await client.begin('id');
      const wrong = { 'OC-Checksum': `MD5:${hex('md5', B)}` };
      assert.equal((await client.put('id', '1', A, wrong)).status, 400);
      assert.equal((await client.put('id', '1', A, { 'X-Content-Hash': hex('sha256', B) })).status, 400);
      await client.send('id', '1', A, { 'X-Content-Hash': hex('sha256', A) });
      assert.deepEqual(await client.chunks('id'), { 1: A.length });
    });

    it('a name that is no number, and a chunk of an upload that nobody has begun', async () => {
      await client.begin('id');
      for (const name of ['a', '-1', '.zsync', '1'.repeat(17)])
        assert.equal((await client.put('id', name, 'x')).status, 400);
      assert.equal((await client.put('other', '1', 'x')).status, 404);
      assert.equal((await client.put('id', '.file', 'x')).status, 405);
      assert.equal((await client.ask('PUT', 'id', { body: 'x' })).status, 405);
    });

    it('what is somebody else’s: 404', async () => {
      await client.begin('id');
      await client.send('id', '1', A);
      assert.equal(await others.chunks('id'), undefined);
      assert.equal((await others.put('id', '2', B)).status, 404);
      assert.equal((await others.move('id', '/x')).status, 404);
      assert.equal((await others.ask('DELETE', 'id')).status, 404);
      await others.begin('id');
      assert.deepEqual([await others.chunks('id'), await client.chunks('id')], [{}, { 1: A.length }]);
    });

    it('more bytes than announced, or than the limit allows: 413', async () => {
      await client.begin('id', { 'OC-Total-Length': '10' });
      assert.equal((await client.put('id', '1', 'eleven byte')).status, 413);
      const chunked = await client.dav.raw('PUT', `/remote.php/dav/uploads/ann/id/1`, {
        chunks: ['eleven', ' byte'],
      });
      assert.equal(chunked.status, 413);
      await client.send('id', '1', 'ten bytes.');
    });

    it('more than 100 that are not complete: 429', async () => {
      for (let count = 0; count < 100; count += 1) await client.begin(String(count));
      assert.equal((await client.ask('MKCOL', '100')).status, 429);
      await others.begin('100');
    });
  });

  describe('and the quota', () => {
    beforeEach(() => service.dms.users.update(service.admin.actor, ann.id, { quotaBytes: 100_000 }));

    it('is applied at the beginning if the length is announced: 507', async () => {
      assert.equal(
        (await client.ask('MKCOL', 'id', { headers: { 'OC-Total-Length': '100001' } })).status,
        507,
      );
      await client.begin('id', { 'OC-Total-Length': '60000' });
      const second = await client.ask('MKCOL', 'other', { headers: { 'OC-Total-Length': '40001' } });
      assert.equal(second.status, 507);
      await client.begin('other', { 'OC-Total-Length': '40000' });
    });

    it('is applied to all that has arrived, of all uploads', async () => {
      for (const id of ['one', 'two']) {
        await client.begin(id);
        assert.equal((await client.put(id, '1', randomBytes(100_001))).status, 507);
        await client.send(id, '1', randomBytes(40_000));
      }
      assert.equal((await client.put('two', '2', randomBytes(20_001))).status, 507);
      const path = `/remote.php/dav/uploads/ann/two/2`;
      const unannounced = await client.dav.raw('PUT', path, { chunks: ['x'.repeat(20_001)] });
      assert.equal(unannounced.status, 507);
      await client.send('two', '2', randomBytes(20_000));
      assert.equal((await client.ask('DELETE', 'one')).status, 204);
      await client.send('two', '3', randomBytes(40_000));
      assert.equal((await client.move('two', '/x')).status, 201);
    });

    it('leaves no bytes of chunks that do not count', async () => {
      await client.begin('id');
      const path = `/remote.php/dav/uploads/ann/id/1`;
      await client.dav.raw('PUT', path, { chunks: ['x'.repeat(100_001)] });
      const cut = client.beginSending('id', '1', randomBytes(50_000), 60_000);
      const size = () => service.dms.chunkedUploads.list(ann.actor, 'id').then((chunks) => chunks.length);
      cut();
      await client.send('id', '1', 'x');
      assert.equal(await size(), 1);
    });
  });

  describe('end', () => {
    it('when they are cancelled, also while a chunk arrives', async () => {
      await client.begin('id');
      client.beginSending('id', '1', Buffer.alloc(500), 1000);
      await until(async () => (await incoming()).length === 1);
      assert.equal((await client.ask('DELETE', 'id')).status, 204);
      assert.deepEqual(await incoming(), []);
      assert.equal(await client.chunks('id'), undefined);
    });

    it('after 7 days without a chunk', async () => {
      await client.begin('id');
      now += 6 * DAY_MS;
      await client.send('id', '1', A);
      now += 6 * DAY_MS;
      assert.deepEqual(await client.chunks('id'), { 1: A.length });
      now += DAY_MS;
      assert.equal(await client.chunks('id'), undefined);
      await client.begin('id');
      await service.dms.housekeeping.tidy();
      assert.deepEqual(await incoming(), []);
    });

    it('are no uploads of tus, and do not appear among them', async () => {
      await client.begin('id');
      await client.send('id', '1', A);
      assert.deepEqual(await service.dms.resumableUploads.list(ann.actor), []);
      const [id] = [...service.dms.resumableUploads.waiting()];
      assert.ok(id !== undefined);
      assert.throws(() => service.dms.resumableUploads.find(ann.actor, id));
    });
  });
});
