import assert from 'node:assert/strict';
import { Rests } from '../../src/jobs/rests.ts';

describe('rests of work beside requests', () => {
  let requests: number;
  let rests: Rests;

  beforeEach(() => {
    requests = 7;
    rests = new Rests({ requests: () => requests, longestMs: 100 });
  });

  it('are none while no requests come', () => {
    assert.equal(rests.after(5), 0);
    assert.equal(rests.after(50), 0);
  });

  it('are nine times as long as the work after which a request has come, up to the longest', () => {
    requests += 1;
    assert.equal(rests.after(5), 45);
    requests += 1;
    assert.equal(rests.after(50), 100);
  });

  it('go on for a moment, as the next request of a program that copies is on its way', () => {
    requests += 1;
    rests.after(5);
    assert.equal(rests.after(1), 9);
  });

  it('end when no more requests come', async () => {
    requests += 1;
    rests.after(5);
    while (rests.after(1) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(rests.after(1), 0);
  });
});
