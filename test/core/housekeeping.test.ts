import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { Database } from '../../src/storage/database/database.ts';
import { bytesOf } from '../support/bytes.ts';
import { withConnection } from '../support/database/connection.ts';
import { type Account, type Service, startService } from '../support/service.ts';
import { write } from '../support/tree.ts';

const HOUR = 60 * 60 * 1000;
const LARGE = Buffer.alloc(100 * 1024, 7);

describe('housekeeping', () => {
  let service: Service;
  let ann: Account;
  let later = 0;

  beforeEach(async () => {
    later = 0;
    service = await startService({ now: () => Date.now() + later });
    ann = await service.createUser('ann');
  });
  afterEach(() => service.stop());

  function blobFiles(): string[] {
    const names = readdirSync(join(service.dataDirectory, 'blobs'), { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.length > 60);
  }

  async function forget(name: string, content: Buffer | string): Promise<void> {
    const id = await write(service.dms, ann.actor, name, content);
    await service.dms.entries.remove(ann.actor, id);
    await service.dms.trash.purge(ann.actor, id);
  }

  it('sweeps blobs that nothing names, small and large, after an hour', async () => {
    const { dms } = service;
    await forget('small', 'small');
    await forget('large', LARGE);
    await write(dms, ann.actor, 'kept', Buffer.alloc(100 * 1024, 8));
    assert.equal(blobFiles().length, 2);
    later = HOUR - 60_000;
    assert.deepEqual(await dms.housekeeping.tidy(), { deletions: 0, versions: 0, blobs: 0 });
    later = HOUR + 60_000;
    assert.deepEqual(await dms.housekeeping.tidy(), { deletions: 0, versions: 0, blobs: 2 });
    assert.equal(blobFiles().length, 1);
    assert.equal(dms.health.statistics().bytes, 100 * 1024);
  });

  it('keeps a blob that another version names', async () => {
    await forget('large', LARGE);
    const id = await write(service.dms, ann.actor, 'same', LARGE);
    later = 2 * HOUR;
    assert.equal((await service.dms.housekeeping.tidy()).blobs, 0);
    const bytes = await bytesOf(service.dms.documents.open(ann.actor, id).content);
    assert.ok(bytes.equals(LARGE));
  });

  it('deletes links 90 days after their end, and no others', async () => {
    const { dms } = service;
    const entryId = await write(dms, ann.actor, 'linked');
    const link = (expiresAt: number | null) =>
      dms.links.create(ann.actor, {
        ...{ entryId, kind: 'view', label: '', password: null, maxDownloads: null, isListed: true },
        expiresAt,
      });
    const start = Date.now();
    const lasting = await link(null);
    const second = await link(start + 48 * HOUR);
    const ended = await link(start + 24 * HOUR);
    const left = () => dms.links.list(ann.actor, {}, { page: 1, perPage: 10 }).items.map(({ id }) => id);
    for (const [days, ids] of [
      [91 - 0.01, [ended.id, second.id, lasting.id]],
      [91 + 0.01, [second.id, lasting.id]],
      [92 + 0.01, [lasting.id]],
    ] as const) {
      // In steps, because nothing is deleted for a day after the clock has jumped ahead.
      later = days * 24 * HOUR;
      await dms.housekeeping.tidy();
      assert.deepEqual(left(), ids);
    }
  });

  it('removes what a crash left of uploads', () => {
    const left = join(service.dataDirectory, 'incoming', 'half');
    writeFileSync(left, 'half');
    service.dms.housekeeping.recover();
    assert.equal(existsSync(left), false);
    service.dms.housekeeping.recover();
    assert.deepEqual(
      service
        .log()
        .filter(({ msg }) => msg === 'removed unfinished uploads')
        .map(({ left: count }) => count),
      [1],
    );
  });

  describe('of the log', () => {
    const DAY = 24 * HOUR;

    async function log(): Promise<string[]> {
      const { items } = await service.dms.activity.list(service.admin.actor, {}, { page: 1, perPage: 200 });
      return items.map(({ action, details }) => `${action} ${details}`);
    }

    /** 2,500 entries of ten days ago, with that to keep. */
    async function fillLog(keepDays: number): Promise<void> {
      await service.stop();
      const config = { activity: { keep_days: keepDays }, trash: { keep_days: 0 } };
      service = await startService({ now: () => Date.now() + later, config });
      ann = await service.createUser('ann');
      const beside = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
      const numbers = 'WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2500)';
      const insert = "INSERT INTO activities (action, user_name, at, details) SELECT 'old', 'x', ?, n FROM n";
      beside.prepare<[number]>(`${numbers} ${insert}`).run(Date.now());
      await beside.close();
      later = 10 * DAY - 60_000;
      await service.dms.housekeeping.tidy();
      assert.equal((await log())[0], 'old 2500');
      later = 10 * DAY + 60_000;
      await write(service.dms, ann.actor, 'new');
    }

    it('forgets what is older than it is to be kept, and nothing else', async () => {
      await fillLog(10);
      await service.dms.housekeeping.tidy();
      assert.deepEqual(await log(), ['upload new']);
    });

    it('forgets nothing when all of it is kept', async () => {
      await fillLog(0);
      await service.dms.housekeeping.tidy();
      assert.deepEqual((await log()).slice(0, 2), ['upload new', 'old 2500']);
    });
  });

  it('leaves the trash alone when it is kept for good', async () => {
    await service.stop();
    service = await startService({ now: () => Date.now() + later, config: { trash: { keep_days: 0 } } });
    ann = await service.createUser('ann');
    await service.dms.entries.remove(ann.actor, await write(service.dms, ann.actor, 'file'));
    later = 10_000 * 24 * HOUR;
    assert.equal((await service.dms.housekeeping.tidy()).deletions, 0);
  });
});

describe('health', () => {
  let service: Service;
  let connection: BetterSqlite.Database;

  const GOOD = { ok: true, database: true, dataDirectory: true, warnings: [] };

  async function start(config: Record<string, unknown> = {}): Promise<void> {
    ({ result: service, connection } = await withConnection(() => startService({ config })));
  }

  it('is good while database and data directory can be written', async () => {
    await start();
    assert.deepEqual(await service.dms.health.check(), GOOD);
    await service.stop();
  });

  it('is not good when the database is closed and the directory is gone', async () => {
    await start();
    await service.stop();
    assert.deepEqual(await service.dms.health.check(), {
      ...GOOD,
      ok: false,
      database: false,
      dataDirectory: false,
    });
  });

  it('is not good when the database cannot be written, though it can be read', async () => {
    await start();
    connection.pragma('query_only = 1');
    assert.deepEqual(await service.dms.health.check(), { ...GOOD, ok: false, database: false });
    await service.stop();
  });

  it('is not good when no content can be stored', async () => {
    await start();
    const incoming = join(service.dataDirectory, 'incoming');
    rmSync(incoming, { recursive: true });
    writeFileSync(incoming, '');
    assert.deepEqual(await service.dms.health.check(), { ...GOOD, ok: false, dataDirectory: false });
    await service.stop();
  });

  it('is not good when the disk is full but for the reserve', async () => {
    await start({ limits: { reserve_bytes: Number.MAX_SAFE_INTEGER } });
    assert.deepEqual(await service.dms.health.check(), { ...GOOD, ok: false, dataDirectory: false });
    await service.stop();
  });

  it('is proved once for all that ask at once, by one write', async () => {
    await start();
    const wal = join(service.dataDirectory, 'dms.sqlite-wal');
    connection.pragma('wal_checkpoint(TRUNCATE)');
    assert.equal(statSync(wal).size, 0);
    const asked = Array.from({ length: 100 }, () => service.dms.health.check());
    assert.ok((await Promise.all(asked)).every(({ ok }) => ok));
    // The header of the log, and one page with its header: one write.
    const pageSize = Number(connection.pragma('page_size', { simple: true }));
    assert.equal(statSync(wal).size, 32 + 24 + pageSize);
    await service.stop();
  });

  it('tells the room of the home that a folder lies in', async () => {
    const service = await startService();
    const { dms } = service;
    const ann = await service.createUser('ann', { quotaBytes: 10 });
    await write(dms, ann.actor, 'file', 'four');
    assert.deepEqual(dms.health.quota(ann.actor, 0), { used: 4, available: 6 });
    await dms.users.update(service.admin.actor, ann.id, { quotaBytes: 3 });
    assert.deepEqual(dms.health.quota(ann.actor, 0), { used: 4, available: 0 });
    await dms.users.update(service.admin.actor, ann.id, { quotaBytes: null });
    assert.ok(dms.health.quota(ann.actor, 0).available > 0);
    const { id } = await dms.folders.createSystem(service.admin.actor, 'Office');
    const place = dms.tree.resolve(service.admin.actor, ['Office']);
    assert.ok(place !== undefined && place.entry.id === id);
    assert.equal(dms.health.quota(service.admin.actor, place.entry.id).used, 0);
    await service.stop();
  });

  it('does not tell what others store', async () => {
    const service = await startService();
    const { dms } = service;
    const ann = await service.createUser('ann', { quotaBytes: 2 ** 30 });
    const ben = await service.createUser('ben');
    const { id } = await dms.folders.create(ann.actor, { folderId: 0, name: 'shown' });
    await dms.shares.create(ann.actor, { entryId: id, users: ['ben'], permissions: 15 });
    const before = dms.health.quota(ben.actor, id);
    assert.deepEqual([before.used, before.available], [undefined, 2 ** 30]);
    await write(dms, ann.actor, 'file', 'x'.repeat(100_000));
    assert.deepEqual(dms.health.quota(ben.actor, id), { used: undefined, available: 2 ** 30 - 2 ** 26 });
    await write(dms, ann.actor, 'other', 'y'.repeat(100_000));
    assert.deepEqual(dms.health.quota(ben.actor, id), { used: undefined, available: 2 ** 30 - 2 ** 26 });
    // A large content that is there already needs no room. The free space shown must not say so.
    const steps = Array.from({ length: 8 }, (_, step) => 8 + step);
    const { available } = dms.health.quota(ben.actor, 0);
    assert.ok(steps.includes(available / 2 ** (Math.floor(Math.log2(available)) - 3)), `${available}`);
    await service.stop();
  });

  it('counts what there is', async () => {
    const service = await startService();
    const ann = await service.createUser('ann');
    await write(service.dms, ann.actor, 'one', 'same');
    await write(service.dms, ann.actor, 'two', 'same');
    assert.deepEqual(service.dms.health.statistics(), {
      users: 2,
      administrators: 1,
      folders: 2,
      documents: 2,
      versions: 2,
      deletions: 0,
      mails_waiting: 0,
      bytes: 4,
    });
    await service.stop();
  });
});
