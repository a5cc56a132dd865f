import assert from 'node:assert/strict';
import { Rests } from '../../src/jobs/rests.ts';

describe('rests of work beside requests', () => {
  let requests: number;
  let now: number;
  let rests: Rests;

  beforeEach(() => {
    requests = 7;
    now = 1000;
    rests = new Rests({ requests: () => requests, longestMs: 100, now: () => now });
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

  it('go on for a quarter of a second, as the next request of a program that copies is on its way', () => {
    requests += 1;
    rests.after(5);
    now += 249;
    assert.equal(rests.after(1), 9);
    now += 1;
    assert.equal(rests.after(1), 0);
  });
});
