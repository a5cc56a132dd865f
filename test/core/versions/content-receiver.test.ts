import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs, { readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { refuses } from '../../support/accounts.ts';
import { bytesOf } from '../../support/bytes.ts';
import { type Account, type Service, startService } from '../../support/service.ts';

const KIB = 1024;

describe('contents', () => {
  let service: Service;
  let ann: Account;

  async function start(limits: Record<string, unknown>): Promise<void> {
    service = await startService({ config: { limits } });
    ann = await service.createUser('ann');
  }

  afterEach(async () => {
    assert.deepEqual(readdirSync(join(service.dataDirectory, 'incoming')), []);
    await service.stop();
  });

  const of = (bytes: number): Readable =>
    Readable.from([Buffer.alloc(bytes / 2, 1), Buffer.alloc(bytes / 2, 2)]);

  it('arrive with their size and digests, and leave nothing when they are discarded', async () => {
    await start({ upload_bytes: 0 });
    for (const size of [10, 200 * KIB]) {
      const announcement = { digests: ['md5'], expectedBytes: size } as const;
      const incoming = await service.dms.uploads.receive(ann.actor, of(size), announcement);
      const bytes = Buffer.concat([Buffer.alloc(size / 2, 1), Buffer.alloc(size / 2, 2)]);
      assert.equal(incoming.size, size);
      assert.equal(incoming.sha256, createHash('sha256').update(bytes).digest('hex'));
      assert.equal(incoming.digests.get('md5'), createHash('md5').update(bytes).digest('hex'));
      await incoming.discard();
    }
  });

  it('may be discarded after they became a version, which stays', async () => {
    await start({ upload_bytes: 0 });
    const incoming = await service.dms.uploads.receive(ann.actor, of(200 * KIB));
    const { head } = await service.dms.uploads.store(ann.actor, { folderId: 0, name: 'a' }, incoming);
    await incoming.discard();
    assert.equal((await bytesOf(service.dms.documents.open(ann.actor, head.id).content)).length, 200 * KIB);
  });

  it('leave nothing when what they should become is refused', async () => {
    await start({ upload_bytes: 0 });
    const incoming = await service.dms.uploads.receive(ann.actor, of(200 * KIB));
    await refuses(
      () => service.dms.uploads.store(ann.actor, { folderId: 0, name: '..' }, incoming),
      'invalid',
    );
  });

  it('longer than the limit are refused, announced or not, and the source is left as it is', async () => {
    await start({ upload_bytes: 100 * KIB });
    const source = of(200 * KIB);
    await refuses(
      () => service.dms.uploads.receive(ann.actor, source, { expectedBytes: 200 * KIB }),
      'too_large',
      ['file'],
    );
    assert.equal(source.readableDidRead, false);
    const endless = new PassThrough();
    endless.write(Buffer.alloc(200 * KIB));
    await refuses(() => service.dms.uploads.receive(ann.actor, endless), 'too_large', ['file']);
    assert.equal(endless.destroyed, false);
    const whole = await service.dms.uploads.receive(ann.actor, of(100 * KIB));
    await whole.discard();
  });

  it('other than announced are refused', async () => {
    await start({ upload_bytes: 0 });
    for (const expectedBytes of [9, 11, 0]) {
      await refuses(() => service.dms.uploads.receive(ann.actor, of(10), { expectedBytes }), 'incomplete', [
        'file',
      ]);
    }
    await refuses(
      () => service.dms.uploads.receive(ann.actor, of(200 * KIB), { expectedBytes: 100 * KIB }),
      'incomplete',
    );
    // Nobody waits for the end of what is too long already.
    const endless = new PassThrough();
    endless.write(Buffer.alloc(11));
    await refuses(() => service.dms.uploads.receive(ann.actor, endless, { expectedBytes: 10 }), 'incomplete');
    assert.equal(endless.destroyed, false);
  });

  it('that break off are refused', async () => {
    await start({ upload_bytes: 0 });
    const source = new PassThrough();
    source.write(Buffer.alloc(200 * KIB));
    setImmediate(() => source.destroy(new Error('the client went away')));
    await refuses(() => service.dms.uploads.receive(ann.actor, source), 'incomplete', ['file']);
  });

  it('do not come onto the reserve of the disk', async () => {
    await start({ upload_bytes: 0, reserve_bytes: Number.MAX_SAFE_INTEGER });
    await refuses(() => service.dms.uploads.receive(ann.actor, of(10)), 'storage_full', ['file']);
  });

  describe('on a disk that becomes full', () => {
    const { statfsSync } = fs;
    afterEach(() => setFree(statfsSync));

    function setFree(replacement: unknown): void {
      Object.assign(fs, { statfsSync: replacement });
      syncBuiltinESMExports();
    }

    it('are refused also when they have come in already', async () => {
      setFree(() => ({ bavail: 1024, bsize: 1024 * KIB }));
      await start({ upload_bytes: 0 });
      const incoming = await service.dms.uploads.receive(ann.actor, of(10));
      setFree(() => ({ bavail: 0, bsize: 1024 * KIB }));
      const store = (): Promise<unknown> =>
        service.dms.uploads.store(ann.actor, { folderId: 0, name: 'a' }, incoming);
      await refuses(store, 'storage_full', ['file']);
    });

    it('are stored if they lie on it already', async () => {
      setFree(() => ({ bavail: 1024, bsize: 1024 * KIB }));
      await start({ upload_bytes: 0 });
      const { tree, uploads } = service.dms;
      const incoming = await uploads.receive(ann.actor, of(200 * KIB));
      setFree(() => ({ bavail: 0, bsize: 1024 * KIB }));
      const { head } = await uploads.store(ann.actor, { folderId: 0, name: 'a' }, incoming);
      assert.equal(tree.document(ann.actor, head.id).size, 200 * KIB);
    });
  });

  it('must be bytes', async () => {
    await start({ upload_bytes: 0 });
    await assert.rejects(service.dms.uploads.receive(ann.actor, Readable.from(['text'])), TypeError);
  });
});
