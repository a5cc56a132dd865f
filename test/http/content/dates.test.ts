import assert from 'node:assert/strict';
import { httpDate, isoDate } from '../../../src/http/content/dates.ts';

describe('dates', () => {
  it('have two digits for hours, minutes and seconds, and no fractions', () => {
    const time = Date.UTC(2026, 0, 31, 9, 10, 5, 999);
    assert.equal(httpDate(time), 'Sat, 31 Jan 2026 09:10:05 GMT');
    assert.equal(isoDate(time), '2026-01-31T09:10:05Z');
  });

  it('are those of their own day, in whatever order they are asked for', () => {
    const midnight = Date.UTC(2026, 1, 1);
    for (const time of [midnight, midnight - 1, midnight, 0, -1]) {
      assert.equal(httpDate(time), new Date(time).toUTCString());
      assert.equal(isoDate(time), new Date(time).toISOString().replace(/\.\d+/, ''));
    }
  });
});
