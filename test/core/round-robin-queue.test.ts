import assert from 'node:assert/strict';
import { RoundRobinQueue } from '../../src/core/round-robin-queue.ts';
import { message } from '../../src/model/errors/messages.ts';
import { refuses } from '../support/accounts.ts';

describe('a round-robin queue', () => {
  it('are one at a time, and go round the users', async () => {
    const queue = new RoundRobinQueue(message('searches_at_once'));
    const order: string[] = [];
    let running = 0;
    const task = (user: number, name: string) =>
      queue.run(user, async () => {
        running += 1;
        assert.equal(running, 1);
        await new Promise(setImmediate);
        order.push(name);
        running -= 1;
      });
    await Promise.all([
      task(1, 'a1'),
      task(1, 'a2'),
      task(1, 'a3'),
      task(2, 'b1'),
      task(2, 'b2'),
      task(3, 'c1'),
    ]);
    assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    await task(1, 'a4');
    assert.equal(order.at(-1), 'a4');
  });

  it('go on after a task that fails', async () => {
    const queue = new RoundRobinQueue(message('searches_at_once'));
    const failed = assert.rejects(
      queue.run(1, () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(await queue.run(1, () => Promise.resolve('yes')), 'yes');
    await failed;
  });

  it('are refused to a user of whom eight wait, and to no other', async () => {
    const queue = new RoundRobinQueue(message('searches_at_once'));
    let go = (): void => undefined;
    const held = queue.run(1, () => new Promise<void>((resolve) => (go = resolve)));
    const waiting = Array.from({ length: 8 }, () => queue.run(1, () => Promise.resolve()));
    const error = await refuses(() => queue.run(1, () => Promise.resolve()), 'throttled');
    assert.ok((error.retryAfter ?? 0) > 0);
    const other = queue.run(2, () => Promise.resolve('other'));
    go();
    assert.equal(await other, 'other');
    await Promise.all([held, ...waiting]);
    await queue.run(1, () => Promise.resolve());
  });
});
