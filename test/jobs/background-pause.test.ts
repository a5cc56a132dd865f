import assert from 'node:assert/strict';
import { BackgroundPause } from '../../src/jobs/background-pause.ts';

describe('pauses of background jobs', () => {
  let requests: number;
  let now: number;
  let pause: BackgroundPause;

  beforeEach(() => {
    requests = 7;
    now = 1000;
    pause = new BackgroundPause({ requests: () => requests, longestMs: 100, now: () => now });
  });

  it('are none while no requests come', () => {
    assert.equal(pause.after(5), 0);
    assert.equal(pause.after(50), 0);
  });

  it('are nine times as long as the work after which a request has come, up to the longest', () => {
    requests += 1;
    assert.equal(pause.after(5), 45);
    requests += 1;
    assert.equal(pause.after(50), 100);
  });

  it('go on for a quarter of a second, as the next request of a program that copies is on its way', () => {
    requests += 1;
    pause.after(5);
    now += 249;
    assert.equal(pause.after(1), 9);
    now += 1;
    assert.equal(pause.after(1), 0);
  });
});
