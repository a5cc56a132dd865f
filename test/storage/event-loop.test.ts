import assert from 'node:assert/strict';
import { yieldToRequests } from '../../src/storage/event-loop.ts';

const WORKS = 30;
const PIECES = 3;
/** More than half of what all works together have in one turn, in milliseconds. */
const PIECE_MS = 6;

describe('yielding to requests', () => {
  const turns: string[] = [];

  async function work(name: string): Promise<void> {
    for (let piece = 0; piece < PIECES; piece += 1) {
      await yieldToRequests();
      turns.push(name);
      for (const end = performance.now() + PIECE_MS; performance.now() < end; );
    }
  }

  it('lets others run after a few pieces, however many works there are, and resumes the works in order', async () => {
    const names = Array.from({ length: WORKS }, (_, number) => `work ${number}`);
    let isRunning = true;
    const count = () => {
      turns.push('others');
      if (isRunning) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(names.map(work));
    isRunning = false;
    const pieces = turns.filter((turn) => turn !== 'others');
    assert.deepEqual(
      pieces,
      Array.from({ length: PIECES }).flatMap(() => names),
    );
    const others = turns.length - pieces.length;
    assert.ok(others >= pieces.length / 3, `others ran ${others} times beside ${pieces.length} pieces`);
  });
});
