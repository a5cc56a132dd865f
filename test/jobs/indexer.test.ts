import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Indexer } from '../../src/jobs/indexer.ts';
import { createLogger } from '../../src/log.ts';

describe('the indexer', () => {
  const { AbortController: Original } = globalThis;
  afterEach(() => {
    globalThis.AbortController = Original;
  });

  it('keeps nothing of its pauses', async () => {
    const signals: AbortSignal[] = [];
    globalThis.AbortController = class extends Original {
      constructor() {
        super();
        signals.push(this.signal);
      }
    };
    let steps = 0;
    const step = async (): Promise<boolean> => {
      steps += 1;
      return true;
    };
    const indexer = new Indexer({ step }, createLogger({ level: 'silent', format: 'json' }));
    indexer.start();
    while (steps < 20) await setImmediate();
    const listeners = signals.map((signal) => getEventListeners(signal, 'abort').length);
    await indexer.stop();
    assert.ok(Math.max(...listeners) <= 1, `${String(listeners)} listeners after ${String(steps)} steps`);
  });
});
