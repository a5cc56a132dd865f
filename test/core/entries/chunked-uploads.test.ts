// Would catch an unfinished upload in chunks that fills the disk, the rows or a home beyond the limits of its user.
import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, paths, write } from '../../support/tree.ts';

describe('an upload in chunks', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let small: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    small = await newUser(core, 'small', { quotaBytes: 100 });
  });
  afterEach(() => core.close());

  const begin = (actor: UserActor, id: string, plan = {}) => core.dms.chunkedUploads.begin(actor, id, plan);
  const send = (
    actor: UserActor,
    id: string,
    name: string,
    bytes: number,
    destination?: readonly string[],
  ) => {
    const source = Readable.from([Buffer.alloc(bytes, name)]);
    return core.dms.chunkedUploads.receive(
      actor,
      id,
      { name, offset: undefined, source, bytes: undefined },
      destination,
    );
  };
  const complete = (actor: UserActor, id: string, name: string) =>
    core.dms.chunkedUploads.complete(actor, id, {
      destination: [name],
      digests: [],
      verify: () => undefined,
    });

  /** Bytes of all files of unfinished uploads. */
  async function bytesOnDisk(): Promise<number> {
    const folder = join(core.dataDirectory, 'incoming');
    const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  it('keeps no bytes of a chunk that does not count', async () => {
    await begin(small, 'id');
    await send(small, 'id', '0', 40);
    await refuses(() => send(small, 'id', '1', 61), 'quota_exceeded', ['file']);
    assert.equal(await bytesOnDisk(), 40);
    assert.equal(await send(small, 'id', '5', 10), 'not_next');
    assert.equal(await send(small, 'id', '1', 60), 'received');
    assert.equal(await bytesOnDisk(), 100);
  });

  it('keeps the bytes before a chunk that is refused, and their hash', async () => {
    await begin(ann, 'id');
    await send(ann, 'id', '0', 70_000);
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(10);
        throw new Error('cut off');
      })(),
    );
    const chunk = { name: '1', offset: undefined, source: broken, bytes: 20 };
    await assert.rejects(core.dms.chunkedUploads.receive(ann, 'id', chunk));
    assert.equal(await bytesOnDisk(), 70_000);
    await send(ann, 'id', '1', 5);
    assert.equal((await complete(ann, 'id', 'x')).outcome, 'stored');
    assert.deepEqual(await paths(core.dms, ann), ['x']);
  });

  it('has at most 10,000 chunks', async () => {
    await begin(ann, 'id');
    await send(ann, 'id', '0', 1);
    core.elsewhere('UPDATE upload_chunks SET number = ?', 10_000);
    assert.equal(await send(ann, 'id', '1', 1), 'too_many');
    assert.equal(await send(ann, 'id', '0', 2), 'replaced');
  });

  it('forgets its chunks when it is complete, cancelled or expired', async () => {
    const ids = ['complete', 'cancelled', 'expired'];
    for (const id of ids) {
      await begin(ann, id);
      await send(ann, id, '0', 1);
    }
    await complete(ann, 'complete', 'x');
    await core.dms.chunkedUploads.remove(ann, 'cancelled');
    core.pass(8 * 24 * 60 * 60_000);
    await core.dms.housekeeping.tidy();
    const rows = () => core.database.prepare('SELECT * FROM upload_chunks').all().length;
    assert.equal(rows(), 0);
    assert.equal(await bytesOnDisk(), 0);
  });

  it('counts against the home that it goes to, once that is known', async () => {
    const folderId = await makeFolder(core.dms, ann, 'folder');
    await core.dms.shares.create(ann, { entryId: folderId, users: ['small'], permissions: 31 });
    await begin(small, 'elsewhere', { destination: ['folder', 'x'], total: 5_000 });
    assert.equal(await send(small, 'elsewhere', '0', 5_000), 'received');
    // Without a destination, the home of the user is meant.
    await refuses(() => begin(small, 'own', { total: 101 }), 'quota_exceeded', ['file']);
    await begin(small, 'own');
    await refuses(() => send(small, 'own', '0', 101), 'quota_exceeded', ['file']);
    assert.equal(await send(small, 'own', '0', 101, ['folder', 'y']), 'received');
  });

  it('is not bounded by a lock, whose token comes with the last request, but by the own home', async () => {
    const id = await write(core.dms, small, 'x', 'old');
    const lock = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
    await core.dms.lockCreation.create(small, id, lock);
    await begin(small, 'id', { destination: ['x'] });
    assert.equal(await send(small, 'id', '0', 50), 'received');
    await refuses(() => send(small, 'id', '1', 50), 'quota_exceeded', ['file']);
    await refuses(() => complete(small, 'id', 'x'), 'locked');
  });
});
