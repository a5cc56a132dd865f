import assert from 'node:assert/strict';
import { existsSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Blobs, discardStaged, type ReceivedBlob } from '../../../src/storage/blobs/blobs.ts';
import { bytesOf } from '../../support/bytes.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../../support/database/database.ts';

const HOUR = 60 * 60 * 1000;
const KIB = 1024;
/** As SQLite says it. */
const full = () => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

describe('the sweep of contents', () => {
  let fixture: DatabaseFixture;
  let blobs: Blobs;
  let documents: number;

  beforeEach(async () => {
    fixture = await openDatabaseFixture();
    blobs = new Blobs(fixture.database, fixture.directory);
    documents = 0;
  });
  afterEach(() => fixture.close());

  async function receive(bytes: Buffer): Promise<ReceivedBlob> {
    const staging = blobs.stage([]);
    await staging.write(bytes);
    const small = await staging.finish();
    const digests = staging.digests();
    const staged = small === undefined ? staging.path : undefined;
    return { sha256: digests.get('sha256') ?? '', size: staging.size, digests, bytes: small, staged };
  }

  const run = (sql: string, ...values: (string | number)[]) => fixture.database.prepare(sql).run(...values);

  /** @returns the id of a new document with this content */
  function addVersion({ sha256, size }: ReceivedBlob): number {
    documents += 1;
    run('BEGIN');
    run(
      `INSERT INTO entries (id, root_kind, is_folder, name, name_key, sort_key, created_at, updated_at)
       VALUES (?, 'trash', 0, 'n', 'n', 'n', 0, 0)`,
      documents,
    );
    run('INSERT INTO documents (entry_id, version, modified_at) VALUES (?, 1, 0)', documents);
    run(
      `INSERT INTO versions (document_id, number, sha256, size_bytes, mime_type, created_at)
       VALUES (?, 1, ?, ?, 'text/plain', 0)`,
      documents,
      sha256,
      size,
    );
    run('COMMIT');
    return documents;
  }

  const forget = (id: number) => run('DELETE FROM entries WHERE id = ?', id);

  /** Takes bytes in, as an upload of a document does. @returns the id of the document */
  async function upload(bytes: Buffer, now = Date.now()): Promise<{ sha256: string; id: number }> {
    const blob = await receive(bytes);
    return blobs.store([blob], () => {
      blobs.insert(blob, now);
      return Promise.resolve({ sha256: blob.sha256, id: addVersion(blob) });
    });
  }

  /** A content that has lost its only version. */
  async function uploadAndForget(bytes: Buffer, now = Date.now()): Promise<string> {
    const { sha256, id } = await upload(bytes, now);
    forget(id);
    return sha256;
  }

  async function sweep(now: number): Promise<number> {
    let swept = 0;
    for await (const deleted of blobs.sweep(now)) swept += deleted;
    return swept;
  }

  const fileOf = (sha256: string) =>
    join(fixture.directory, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const count = (table: string) =>
    fixture.database.prepare<[], { total: number }>(`SELECT count(*) AS total FROM ${table}`).get()?.total;

  it('takes those that no version names, never sooner than an hour after they came', async () => {
    const small = await uploadAndForget(Buffer.from('small'));
    const large = await uploadAndForget(Buffer.alloc(100 * KIB));
    assert.equal(await sweep(Date.now() + HOUR - 60_000), 0);
    assert.equal(count('blobs'), 2);
    assert.equal(await sweep(Date.now() + HOUR + 60_000), 2);
    assert.deepEqual([count('blobs'), count('freed_blobs')], [0, 0]);
    assert.equal(existsSync(fileOf(large)), false);
    assert.throws(() => blobs.open(small));
  });

  it('leaves those that another version names, also one that came after', async () => {
    const both = await upload(Buffer.from('both'));
    addVersion(await receive(Buffer.from('both')));
    forget(both.id);
    assert.equal(count('freed_blobs'), 0);
    const again = await uploadAndForget(Buffer.from('again'));
    await upload(Buffer.from('again'));
    assert.equal(await sweep(Date.now() + 2 * HOUR), 0);
    assert.equal((await bytesOf(blobs.open(again))).toString(), 'again');
    assert.deepEqual([count('blobs'), count('freed_blobs')], [2, 0]);
  });

  it('leaves the file of one whose last version comes back, as the disk is full', async () => {
    const bytes = Buffer.alloc(100 * KIB, 6);
    const later = Date.now() + 2 * HOUR;
    for (let tries = 1; ; tries += 1) {
      assert.ok(tries <= 50, 'the three changes were never in one transaction');
      const { sha256, id } = await upload(bytes, Date.now() - 2 * HOUR);
      let last: Promise<void> | undefined;
      // The purge, the sweep and the last change are in the same transaction. The purge fails when it is made again.
      const purge = fixture.database.transaction(() => {
        if (last) throw full();
        forget(id);
        last = fixture.database.transaction(() => {
          throw full();
        });
        last.catch(() => undefined);
      });
      const [purged] = await Promise.allSettled([purge, sweep(later)]);
      // On a busy machine, the purge may be alone in its transaction.
      if (purged.status === 'fulfilled') continue;
      assert.equal((await bytesOf(blobs.open(sha256))).length, bytes.length);
      forget(id);
      assert.equal(await sweep(later), 1);
      assert.equal(existsSync(fileOf(sha256)), false);
      return;
    }
  });

  it('takes also those whose file is gone already', async () => {
    unlinkSync(fileOf(await uploadAndForget(Buffer.alloc(100 * KIB))));
    assert.equal(await sweep(Date.now() + 2 * HOUR), 1);
    assert.equal(count('blobs'), 0);
  });

  it('goes on behind those that are too young, in steps after which it may be stopped', async () => {
    for (let number = 0; number < 150; number += 1) await uploadAndForget(Buffer.from(`young ${number}`));
    for (let number = 0; number < 150; number += 1)
      await uploadAndForget(Buffer.from(`old ${number}`), Date.now() - 2 * HOUR);
    const steps = blobs.sweep(Date.now());
    assert.equal((await steps.next()).value, 0);
    assert.equal((await steps.next()).value, 50);
    await steps.return();
    assert.equal(count('blobs'), 250);
    assert.equal(await sweep(Date.now()), 100);
    assert.equal(count('freed_blobs'), 150);
  });

  it('leaves those that come again while they are old: their file is young', async () => {
    const bytes = Buffer.alloc(100 * KIB);
    const sha256 = await uploadAndForget(bytes, Date.now() - 3 * HOUR);
    // Placed anew a moment ago, its row not yet touched: an upload is on its way.
    await blobs.store([await receive(bytes)], () => Promise.resolve());
    assert.equal(await sweep(Date.now()), 0);
    assert.equal((await bytesOf(blobs.open(sha256))).length, bytes.length);
  });

  it('leaves those that an upload stores, however far the clock jumps', async () => {
    const bytes = Buffer.alloc(100 * KIB, 3);
    const known = await uploadAndForget(bytes, Date.now() - 3 * HOUR);
    const [blob, again] = [await receive(Buffer.alloc(100 * KIB, 4)), await receive(bytes)];
    await blobs.store([blob, again], async () => {
      // Another upload of the same content ends first.
      await blobs.store([await receive(bytes)], () => Promise.resolve());
      const later = Date.now() + 1000 * HOUR;
      assert.equal(await sweep(later), 0);
      blobs.insert(blob, later);
      addVersion(blob);
    });
    assert.equal((await bytesOf(blobs.open(blob.sha256))).length, bytes.length);
    assert.equal((await bytesOf(blobs.open(known))).length, bytes.length);
    assert.equal(await sweep(Date.now() + 2000 * HOUR), 1);
  });

  describe('of files without a row', () => {
    /** Moves the file of an upload to its place, as if a crash came before its transaction. */
    async function place(blob: ReceivedBlob): Promise<void> {
      await new Blobs(fixture.database, fixture.directory).store([blob], () => Promise.resolve());
    }

    it('takes them an hour after a crash, and leaves those with one', async () => {
      const kept = await upload(Buffer.alloc(100 * KIB, 1));
      let orphan = await receive(Buffer.alloc(100 * KIB, 2));
      // One of the first folders, whose name begins with a zero.
      for (let size = 100 * KIB; !orphan.sha256.startsWith('0'); size += 1) {
        await discardStaged(orphan);
        orphan = await receive(Buffer.alloc(size, 2));
      }
      await place(orphan);
      assert.equal(await sweep(Date.now() + HOUR - 60_000), 0);
      blobs = new Blobs(fixture.database, fixture.directory);
      assert.equal(await sweep(Date.now() + HOUR + 60_000), 1);
      assert.deepEqual([existsSync(fileOf(kept.sha256)), existsSync(fileOf(orphan.sha256))], [true, false]);
    });

    it('looks for them once in the life of a process', async () => {
      await sweep(Date.now());
      await place(await receive(Buffer.alloc(100 * KIB, 2)));
      assert.equal(await sweep(Date.now() + 2 * HOUR), 0);
    });

    it('does not take a folder for swept that cannot be read', async () => {
      const file = join(fixture.directory, 'blobs', 'ab');
      writeFileSync(file, 'no folder');
      await assert.rejects(sweep(Date.now()), { code: 'ENOTDIR' });
      unlinkSync(file);
      await place(await receive(Buffer.alloc(100 * KIB, 2)));
      assert.equal(await sweep(Date.now() + 2 * HOUR), 1);
    });

    it('is not needed for an upload that is refused, unless another needs the file', async () => {
      const bytes = Buffer.alloc(100 * KIB, 5);
      const refuse = () => Promise.reject(new Error('refused'));
      const first = await receive(bytes);
      await assert.rejects(blobs.store([first], refuse), /refused/);
      assert.equal(existsSync(fileOf(first.sha256)), false);
      const [running, refused] = [await receive(bytes), await receive(bytes)];
      await blobs.store([running], async () => {
        await assert.rejects(blobs.store([refused], refuse), /refused/);
        assert.ok(existsSync(fileOf(first.sha256)));
        blobs.insert(running, Date.now());
        addVersion(running);
      });
      await assert.rejects(blobs.store([await receive(bytes)], refuse), /refused/);
      assert.equal((await bytesOf(blobs.open(first.sha256))).length, bytes.length);
    });

    it('stays while there is a hold: another process may be storing the same content', async () => {
      const bytes = Buffer.alloc(100 * KIB, 6);
      const refuse = () => Promise.reject(new Error('refused'));
      run("INSERT INTO sweep_holds (holder, expires_at) VALUES ('dms import', 0)");
      const [refused, running] = [await receive(bytes), await receive(bytes)];
      const another = new Blobs(fixture.database, fixture.directory);
      await another.store([running], async () => {
        await assert.rejects(blobs.store([refused], refuse), /refused/);
        blobs.insert(running, Date.now());
        addVersion(running);
      });
      assert.equal((await bytesOf(blobs.open(running.sha256))).length, bytes.length);
    });
  });
});
