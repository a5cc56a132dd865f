import assert from 'node:assert/strict';
import type { Thread } from '../../src/storage/threads/thread.ts';
import { refuses } from '../support/accounts.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../support/database/database.ts';

describe('a thread beside the event loop', () => {
  let fixture: DatabaseFixture;
  let thread: Thread<string, string>;

  beforeEach(async () => {
    fixture = await openDatabaseFixture();
    thread = fixture.database.thread(new URL('../support/database/thread-program.ts', import.meta.url));
  });
  afterEach(() => fixture.close());

  it('answers each job, in order', async () => {
    assert.deepEqual(await Promise.all(['one', 'two', 'three'].map((job) => thread.run(job))), [
      'one',
      'two',
      'three',
    ]);
  });

  it('hands over what a job throws, with its code, and goes on', async () => {
    await assert.rejects(thread.run('fail'), { message: 'no', code: 'SQLITE_FULL' });
    assert.equal(await thread.run('on'), 'on');
  });

  it('fails the jobs that wait when it ends, and starts anew with the next', async () => {
    const [first, second] = await Promise.allSettled([thread.run('end'), thread.run('one')]);
    for (const { status, reason } of [first, second] as PromiseRejectedResult[])
      assert.deepEqual([status, reason.code], ['rejected', 'unavailable']);
    assert.equal(await thread.run('two'), 'two');
  });

  it('can be ended while SQLite works', async () => {
    await thread.run('started');
    const endless = thread.run('for ever');
    await new Promise((resolve) => setTimeout(resolve, 50));
    thread.end();
    await refuses(() => endless, 'unavailable');
    assert.equal(await thread.run('two'), 'two');
    await thread.close();
  });

  it('gives no job the answer to one of a thread that was ended', async () => {
    await thread.run('started');
    const answered = thread.run('late');
    const late = refuses(() => answered, 'unavailable');
    // The answer is there, but the event loop has not seen it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    thread.end();
    assert.deepEqual(await Promise.all([thread.run('one'), thread.run('two')]), ['one', 'two']);
    await late;
  });

  it('ends for good when it is closed', async () => {
    const endless = refuses(() => thread.run('for ever'), 'unavailable');
    await thread.close();
    await endless;
    await refuses(() => thread.run('one'), 'unavailable');
  });
});
