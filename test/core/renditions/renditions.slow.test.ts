import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { createContext } from '../../../src/core/context.ts';
import { RenditionQueue } from '../../../src/core/renditions/rendition-queue.ts';
import { createLogger } from '../../../src/log.ts';
import { NOTHING_MADE } from '../../../src/model/entries/rendition.ts';
import { storageFault } from '../../../src/model/errors/storage-fault.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { createDerived } from '../../../src/storage/derived/derived.ts';
import { type CoreFixture, openCoreFixture, PAGE, present, refuses } from '../../support/accounts.ts';
import { indexAll, pictureOf, renderAll } from '../../support/renditions/renditions.ts';
import { makeFolder, newUser, onto, putTo, write } from '../../support/tree.ts';
import { waiter } from '../../support/until.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('texts and thumbnails of documents', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  });
  afterEach(() => core.close());

  const states = (actor: UserActor, id: number): string[] => {
    const { text, thumbnail } = core.dms.documents.metadata(actor, id);
    return [text.state, thumbnail.state];
  };
  const found = async (actor: UserActor, q: string): Promise<string[]> =>
    (await core.dms.search.search(actor, 0, { q, filter: {} }, PAGE)).items.map(({ path }) => path);

  it('are made of the newest content first, and of each content once', async () => {
    await write(core.dms, ann, 'first.txt', 'one');
    await write(core.dms, ann, 'second.txt', 'two');
    await write(core.dms, ben, 'same.txt', 'one');
    await write(core.dms, ann, 'third.txt', 'three');
    const tasks = await renderAll(core.dms);
    assert.deepEqual(
      tasks.map((task) => task.sha256),
      ['three', 'one', 'two'].map(sha256),
    );
    assert.deepEqual(tasks[0], { sha256: sha256('three'), size: 5, wants: ['text', 'thumbnail'] });
    assert.deepEqual(await renderAll(core.dms), []);
  });

  it('are pending, then ready; the text is found', async () => {
    const id = await write(core.dms, ann, 'a.txt', 'the quick fox');
    assert.deepEqual(states(ann, id), ['pending', 'pending']);
    assert.deepEqual(await found(ann, 'quick'), []);
    await refuses(() => Promise.resolve(core.dms.renditions.thumbnail(ann, id, 256)), 'not_found');
    await renderAll(core.dms);
    assert.deepEqual(states(ann, id), ['ready', 'ready']);
    assert.deepEqual(await found(ann, 'quick'), ['/a.txt']);
    assert.equal(core.dms.renditions.text(ann, id).text, 'the quick fox');
    assert.equal(String(core.dms.renditions.thumbnail(ann, id, 128).image), '128 the quick fox');
  });

  it('are counted by the minute: those minutes in which any were made', async () => {
    for (const number of [1, 2, 3]) await write(core.dms, ann, `${number}.txt`, `${number}`);
    await renderAll(core.dms);
    core.pass(5 * 60_000);
    await write(core.dms, ann, '4.txt', '4');
    await renderAll(core.dms);
    core.pass(60_000);
    assert.equal(core.dms.indexing.counts().perMinute, 2);
    core.pass(10 * 60_000);
    assert.equal(core.dms.indexing.counts().perMinute, 0);
  });

  it('are made of a content that waits since long as of a new one when it is uploaded once more', async () => {
    for (const [actor, text] of [
      [ann, 'one'],
      [ann, 'two'],
      [ben, 'one'],
    ] as const) {
      await write(core.dms, actor, `${text}.txt`, text);
      await indexAll(core.dms);
    }
    const [first] = await renderAll(core.dms);
    assert.equal(first?.sha256, sha256('one'));
  });

  it('are made of the contents of all users in turn: one with slow contents holds nobody up', async () => {
    for (const text of ['quick 1', 'quick 2', 'quick 3']) await write(core.dms, ben, `${text}.txt`, text);
    for (const text of ['slow 1', 'slow 2', 'slow 3']) await write(core.dms, ann, `${text}.txt`, text);
    const order: string[] = [];
    await renderAll(core.dms, (content) => {
      order.push(String(content));
      core.pass(String(content).startsWith('slow') ? 60_000 : 100);
      return { text: { state: 'none' }, thumbnail: { state: 'none' } };
    });
    assert.deepEqual(order, ['slow 3', 'quick 3', 'quick 2', 'quick 1', 'slow 2', 'slow 1']);
  });

  it('are searched in proportion to the content: a small one with a large text fills no disk', async () => {
    await write(core.dms, ann, 'a.txt', 'x');
    const text = Buffer.from(`first ${'word '.repeat(20_000)} last`);
    await renderAll(core.dms, () => ({ text: { state: 'ready', text }, thumbnail: { state: 'none' } }));
    assert.deepEqual(await found(ann, 'first'), ['/a.txt']);
    assert.deepEqual(await found(ann, 'last'), []);
  });

  it('are those of the head only', async () => {
    const id = await write(core.dms, ann, 'a.txt', 'old words');
    await renderAll(core.dms);
    await putTo(core.dms, ann, onto(core.dms, ann, id), 'new words');
    assert.deepEqual(states(ann, id), ['pending', 'pending']);
    assert.deepEqual(await found(ann, 'old'), []);
    await renderAll(core.dms);
    assert.deepEqual(await found(ann, 'words'), ['/a.txt']);
    assert.deepEqual(await found(ann, 'new'), ['/a.txt']);
  });

  it('are there at once for a copy and for a version that is restored', async () => {
    const id = await write(core.dms, ann, 'a.txt', 'old words');
    await renderAll(core.dms);
    const folderId = await makeFolder(core.dms, ann, 'f');
    const copy = await core.dms.entries.copy(ann, id, { folderId, name: 'a.txt' });
    assert.deepEqual(states(ann, copy.entry.id), ['ready', 'ready']);
    await putTo(core.dms, ann, onto(core.dms, ann, id), 'new words');
    await renderAll(core.dms);
    await core.dms.versions.restore(ann, id, 1);
    assert.deepEqual(states(ann, id), ['ready', 'ready']);
    assert.deepEqual((await found(ann, 'old')).sort(), ['/a.txt', '/f/a.txt']);
    assert.deepEqual(await renderAll(core.dms), []);
  });

  it('do not tell a user who uploads a content that somebody else has it', async () => {
    await write(core.dms, ann, 'secret.txt', 'salary 4711');
    await renderAll(core.dms);
    const guessed = await write(core.dms, ben, 'guess.txt', 'salary 4711');
    const other = await write(core.dms, ben, 'other.txt', 'salary 4712');
    const hidden = await write(core.dms, ben, 'guess.tmp', 'salary 4711');
    for (const look of [() => Promise.resolve(), () => indexAll(core.dms)]) {
      await look();
      assert.deepEqual(states(ben, guessed), states(ben, other));
      assert.deepEqual(await found(ben, 'salary'), []);
      await refuses(() => Promise.resolve(core.dms.renditions.thumbnail(ben, guessed, 256)), 'not_found');
    }
    const renamed = await core.dms.entries.rename(ben, hidden, 'guess2.txt');
    await indexAll(core.dms);
    assert.deepEqual(states(ben, renamed.id), ['pending', 'pending']);
    const tasks = await renderAll(core.dms);
    assert.deepEqual(
      tasks.map((task) => task.sha256).sort(),
      ['salary 4711', 'salary 4712'].map(sha256).sort(),
    );
    assert.equal((await found(ben, 'salary')).length, 3);
    assert.deepEqual(await renderAll(core.dms), []);
  });

  it('are tried again also after the clock was set back', async () => {
    await write(core.dms, ann, 'a.txt', 'x');
    await indexAll(core.dms);
    const task = await core.dms.renditionQueue.next();
    assert.ok(task);
    await core.dms.renditionQueue.failed(task, 'It took too long.');
    core.pass(-365 * 24 * 3_600_000);
    assert.equal((await core.dms.renditionQueue.next())?.sha256, task.sha256);
  });

  it('are all made when one is asked to be made anew while another one is being made', async () => {
    const id = await write(core.dms, ann, 'a.txt', 'some words');
    await renderAll(core.dms);
    await Array.fromAsync(createDerived(core.database).renditions.tidy(0));
    const { media } = core.dms.documents.metadata(ann, id);
    assert.equal(media?.pages, 1, 'the number of pages takes no room, and stays');
    await refuses(() => Promise.resolve(core.dms.renditions.thumbnail(ann, id, 256)), 'not_found');
    const task = await core.dms.renditionQueue.next();
    assert.deepEqual(task?.wants, ['thumbnail']);
    await core.dms.indexing.request({ texts: true, thumbnails: false });
    await indexAll(core.dms);
    await core.dms.renditionQueue.done(task, pictureOf(Buffer.from('image'), null));
    await renderAll(core.dms);
    assert.deepEqual(states(ann, id), ['ready', 'ready']);
  });

  it('do not tell it either while many changes wait to be indexed', async () => {
    await write(core.dms, ann, 'secret.txt', 'salary 4711');
    await renderAll(core.dms);
    const guessed = await write(core.dms, ben, 'guess.txt', 'salary 4711');
    core.database
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
         INSERT INTO search_queue (entry_id) SELECT 1000000 + i FROM n`,
      )
      .run();
    await core.dms.entries.rename(ben, guessed, 'renamed.txt');
    assert.deepEqual(await found(ben, 'salary'), []);
    await indexAll(core.dms);
    assert.deepEqual(await found(ben, 'salary'), []);
    assert.deepEqual(states(ben, guessed), ['pending', 'pending']);
    await renderAll(core.dms);
    assert.deepEqual(await found(ben, 'salary'), ['/renamed.txt']);
  });

  it('are made again when their folder is deleted while the service runs', async () => {
    const old = await write(core.dms, ann, 'old.txt', 'old words');
    await renderAll(core.dms);
    rmSync(join(core.dataDirectory, 'cache'), { recursive: true });
    assert.deepEqual(await found(ann, 'old'), ['/old.txt']);
    await renderAll(core.dms);
    const id = await write(core.dms, ann, 'new.txt', 'new words');
    await renderAll(core.dms);
    for (const document of [old, id]) assert.deepEqual(states(ann, document), ['ready', 'ready']);
    assert.deepEqual(await found(ann, 'words'), ['/new.txt', '/old.txt']);
    assert.equal(core.dms.renditions.text(ann, id).text, 'new words');
    assert.equal(core.again().renditions.text(ann, id).text, 'new words');
  });

  for (const name of ['search', 'thumbnails'])
    it(`are made again when the file ${name} breaks while the service runs`, async () => {
      const id = await write(core.dms, ann, 'a.txt', 'some words');
      await renderAll(core.dms);
      assert.deepEqual(await found(ann, 'words'), ['/a.txt']);
      const file = join(core.dataDirectory, 'cache', `${name}.sqlite`);
      const sqlite = new BetterSqlite(file);
      sqlite.pragma('wal_checkpoint(TRUNCATE)');
      sqlite.close();
      const { size } = statSync(file);
      const handle = openSync(file, 'r+');
      writeSync(handle, randomBytes(size - 4096), 0, size - 4096, 4096);
      closeSync(handle);
      for (const text of ['states', 'search', 'later']) {
        core.dms.documents.metadata(ann, id);
        await found(ann, text).catch((error: unknown) => assert.ok(storageFault(error)));
      }
      // The file is looked at in the background, and made anew then.
      await waiter(() => states(ann, id).join())(async () => {
        assert.ok((await renderAll(core.dms)).length <= 1);
        const paths = await found(ann, 'words').catch((error: unknown) => assert.ok(storageFault(error)));
        return states(ann, id).every((state) => state === 'ready') && paths?.join() === '/a.txt';
      });
    });

  it('do not tell it by a version that is restored', async () => {
    await write(core.dms, ann, 'secret.txt', 'salary 4711');
    await renderAll(core.dms);
    const guessed = await write(core.dms, ben, 'guess.txt', 'salary 4711');
    await indexAll(core.dms);
    await putTo(core.dms, ben, onto(core.dms, ben, guessed), 'other');
    await indexAll(core.dms);
    await core.dms.versions.restore(ben, guessed, 1);
    for (const look of [() => Promise.resolve(), () => indexAll(core.dms)]) {
      await look();
      assert.deepEqual(states(ben, guessed), ['pending', 'pending']);
      assert.deepEqual(await found(ben, 'salary'), []);
    }
    await renderAll(core.dms);
    assert.deepEqual(await found(ben, 'salary'), ['/guess.txt']);
  });

  it('stay what they are when the same content cannot be read once more', async () => {
    const id = await write(core.dms, ann, 'a.txt', 'some words');
    await renderAll(core.dms);
    const again = await write(core.dms, ben, 'b.txt', 'some words');
    await indexAll(core.dms);
    for (const pause of [0, 15_000, 60_000]) {
      core.pass(pause);
      const task = await core.dms.renditionQueue.next();
      assert.ok(task);
      await core.dms.renditionQueue.failed(task, 'It took too long.');
    }
    await indexAll(core.dms);
    assert.deepEqual(states(ann, id), ['ready', 'ready']);
    assert.deepEqual(states(ben, again), ['ready', 'ready']);
    assert.deepEqual(await found(ann, 'words'), ['/a.txt']);
    assert.equal(core.dms.renditions.text(ann, id).text, 'some words');
  });

  it('are not made of what the disk has no room for, and leave room for changes', async () => {
    await write(core.dms, ann, 'a.txt', 'x');
    await indexAll(core.dms);
    const log = createLogger({ level: 'silent', format: 'json' });
    const context = createContext(
      { now: () => core.now(), randomBytes, log },
      core.database,
      core.dataDirectory,
    );
    const next = (reserveBytes: number) => new RenditionQueue(context, reserveBytes).next();
    assert.equal(await next(Number.MAX_SAFE_INTEGER), undefined);
    assert.equal((await next(0))?.sha256, sha256('x'));
  });

  it('are not made of junk files and of what is empty', async () => {
    for (const [name, content] of [
      ['~$plan.docx', 'x'],
      ['empty.txt', ''],
    ] as const)
      assert.deepEqual(states(ann, await write(core.dms, ann, name, content)), ['none', 'none']);
    assert.deepEqual(await renderAll(core.dms), []);
  });

  it('are tried three times, with pauses; then the reason is told', async () => {
    const id = await write(core.dms, ann, 'a.txt', 'x');
    await indexAll(core.dms);
    for (const pause of [0, 15_000, 60_000]) {
      core.pass(pause - 1);
      if (pause > 0) assert.equal(await core.dms.renditionQueue.next(), undefined);
      core.pass(1);
      const task = await core.dms.renditionQueue.next();
      assert.ok(task, `after ${String(pause)} ms`);
      await core.dms.renditionQueue.failed(task, 'It took too long.');
    }
    core.pass(24 * 3_600_000);
    assert.equal(await core.dms.renditionQueue.next(), undefined);
    const { text, thumbnail } = core.dms.documents.metadata(ann, id);
    const failed = { state: 'failed', reason: 'It took too long.', data: null };
    assert.deepEqual([text, thumbnail], [failed, failed]);
    assert.deepEqual(core.dms.indexing.counts().failures, [{ reason: 'It took too long.', count: 1 }]);
  });

  it('stay when the same content is uploaded once more and cannot be read in time', async () => {
    const id = await write(core.dms, ann, 'a.txt', 'x');
    await renderAll(core.dms);
    const again = await write(core.dms, ben, 'b.txt', 'x');
    await indexAll(core.dms);
    for (const pause of [0, 15_000, 60_000]) {
      core.pass(pause);
      const task = present(await core.dms.renditionQueue.next());
      await core.dms.renditionQueue.failed(task, 'It took too long.');
    }
    assert.deepEqual([states(ann, id), states(ben, again)], Array(2).fill(['ready', 'ready']));
    assert.equal(core.dms.renditions.text(ann, id).text, 'x');
    assert.deepEqual(await renderAll(core.dms), []);
  });

  it('are tried again after a pause, also where somebody waits for the thumbnail', async () => {
    await write(core.dms, ann, 'a.txt', 'x');
    await indexAll(core.dms);
    await core.dms.renditionQueue.failed(present(await core.dms.renditionQueue.next()), 'It took too long.');
    core.dms.renditionQueue.demand({ sha256: sha256('x'), userId: ann.userId });
    assert.equal(await core.dms.renditionQueue.next(), undefined);
    core.pass(15_000);
    assert.equal((await core.dms.renditionQueue.next())?.sha256, sha256('x'));
  });

  it('come first for whoever asked last, however many others are asked for', async () => {
    for (const text of ['one', 'two']) await write(core.dms, ann, `${text}.txt`, text);
    await indexAll(core.dms);
    const { userId } = ann;
    for (let number = 0; number < 1000; number += 1)
      core.dms.renditionQueue.demand({ sha256: sha256(String(number)), userId });
    core.dms.renditionQueue.demand({ sha256: sha256('one'), userId });
    const [first] = await renderAll(core.dms);
    assert.equal(first?.sha256, sha256('one'));
  });

  it('come first where somebody waits for the thumbnail', async () => {
    const ids: number[] = [];
    for (const text of ['one', 'two', 'three']) ids.push(await write(core.dms, ann, `${text}.txt`, text));
    await indexAll(core.dms);
    await refuses(() => Promise.resolve(core.dms.renditions.thumbnail(ann, ids[0] ?? 0, 256)), 'not_found');
    const order = (await renderAll(core.dms)).map((task) => task.sha256);
    assert.deepEqual(order, ['one', 'three', 'two'].map(sha256));
  });

  it('are made for the users in turn, however many thumbnails one of them waits for', async () => {
    const rounds = ['1', '2', '3', '4'];
    for (const round of rounds) {
      await write(core.dms, ann, `a${round}.txt`, `ann ${round}`);
      await write(core.dms, ben, `b${round}.txt`, `ben ${round}`);
    }
    await indexAll(core.dms);
    const made: string[] = [];
    while (made.length < 6) {
      for (const round of rounds)
        core.dms.renditionQueue.demand({ sha256: sha256(`ann ${round}`), userId: ann.userId });
      const task = present(await core.dms.renditionQueue.next());
      core.pass(1000);
      await core.dms.renditionQueue.done(task, NOTHING_MADE);
      made.push(rounds.some((round) => task.sha256 === sha256(`ben ${round}`)) ? 'ben' : 'ann');
    }
    assert.deepEqual(made.toSorted(), ['ann', 'ann', 'ann', 'ben', 'ben', 'ben']);
    assert.deepEqual(new Set(made.slice(0, 2)), new Set(['ann', 'ben']));
  });

  it('are for those who may read the document', async () => {
    const id = await write(core.dms, ann, 'a.txt', 'x');
    await renderAll(core.dms);
    await refuses(() => Promise.resolve(core.dms.renditions.thumbnail(ben, id, 256)), 'not_found');
    await refuses(() => Promise.resolve(core.dms.renditions.text(ben, id)), 'not_found');
  });

  it('go with the content; the least used thumbnails make room, and are made again when somebody looks', async () => {
    const first = await write(core.dms, ann, 'first.txt', 'first');
    const second = await write(core.dms, ann, 'second.txt', 'second');
    await renderAll(core.dms);
    core.pass(25 * 3_600_000);
    core.dms.renditions.thumbnail(ann, first, 256);
    const { renditions } = createDerived(core.database);
    await Array.fromAsync(renditions.tidy(40));
    assert.deepEqual(states(ann, first), ['ready', 'ready']);
    assert.deepEqual(states(ann, second), ['ready', 'pending']);
    assert.deepEqual(await renderAll(core.dms), []);
    await refuses(() => Promise.resolve(core.dms.renditions.thumbnail(ann, second, 256)), 'not_found');
    assert.deepEqual(
      (await renderAll(core.dms)).map(({ wants }) => wants),
      [['thumbnail']],
    );
    assert.deepEqual(states(ann, second), ['ready', 'ready']);
    core.database.prepare('PRAGMA foreign_keys = OFF').run();
    core.database.prepare('DELETE FROM blobs').run();
    await Array.fromAsync(renditions.tidy(2 ** 20));
    assert.deepEqual(core.dms.indexing.counts().texts, {});
  });

  it('are made anew when that is asked for', async () => {
    const id = await write(core.dms, ann, 'a.txt', 'x y');
    await renderAll(core.dms);
    await core.dms.indexing.request({ texts: false, thumbnails: false });
    assert.deepEqual(await renderAll(core.dms), []);
    assert.deepEqual(await found(ann, 'y'), ['/a.txt']);
    await core.dms.indexing.request({ texts: true, thumbnails: false });
    await core.dms.indexing.request({ texts: false, thumbnails: true });
    assert.equal(core.dms.indexing.counts().isRequested, true);
    await indexAll(core.dms);
    assert.deepEqual(states(ann, id), ['pending', 'pending']);
    assert.equal((await renderAll(core.dms)).length, 1);
    assert.deepEqual(await found(ann, 'y'), ['/a.txt']);
    const { isRequested, waiting, toIndex } = core.dms.indexing.counts();
    assert.deepEqual({ isRequested, waiting, toIndex }, { isRequested: false, waiting: 0, toIndex: 0 });
  });
});
