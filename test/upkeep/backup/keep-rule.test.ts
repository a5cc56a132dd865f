import assert from 'node:assert/strict';
import fc from 'fast-check';
import { keptOf, parseKeepRule } from '../../../src/upkeep/backup/keep-rule.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Snapshots at these times, the oldest first. */
function at(...times: readonly (string | number)[]): { time: number }[] {
  return times
    .map((time) => ({ time: new Date(time).getTime() }))
    .sort((one, other) => one.time - other.time);
}

function kept(rule: string, ...times: string[]): string[] {
  const found = keptOf(parseKeepRule(rule), at(...times));
  return times.filter((time) => [...found].some((one) => one.time === Date.parse(time)));
}

/** The period of a time, by the calendar of the language, and not by the way of the program. */
const PERIOD_OF: Record<string, (time: Date) => string> = {
  h: (time) => `${PERIOD_OF['d']?.(time) ?? ''} ${time.getUTCHours()}`,
  d: (time) => `${time.getUTCFullYear()} ${time.getUTCMonth()} ${time.getUTCDate()}`,
  w: (time) => {
    const monday = new Date(time);
    while (monday.getUTCDay() !== 1) monday.setTime(monday.getTime() - DAY_MS);
    return `${monday.getUTCFullYear()} ${monday.getUTCMonth()} ${monday.getUTCDate()}`;
  },
  m: (time) => `${time.getUTCFullYear()} ${time.getUTCMonth()}`,
  y: (time) => String(time.getUTCFullYear()),
};

/** True if the rule keeps the snapshot, as the documentation says it. */
function isKept(snapshot: { time: number }, all: readonly { time: number }[], rule: string): boolean {
  const newer = all.slice(all.indexOf(snapshot) + 1);
  const newest = newer.at(-1);
  if (newest === undefined) return true;
  const isOfDays = /[dwmy]/.test(rule) && !rule.includes('h');
  if (isOfDays && newest.time - snapshot.time < DAY_MS) return true;
  return rule.split(',').some((part) => {
    const count = Number.parseInt(part, 10);
    const period = PERIOD_OF[part.at(-1) ?? ''];
    if (!period) return newer.length < count;
    const own = period(new Date(snapshot.time));
    const periods = new Set(newer.map(({ time }) => period(new Date(time))));
    return !periods.has(own) && periods.size < count;
  });
}

describe('which backups are kept', () => {
  it('are so many of the last ones', () => {
    const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
    assert.deepEqual(kept('2', ...days), ['2026-01-02', '2026-01-03']);
    assert.deepEqual(kept('10', ...days), days);
  });

  it('are the last ones of days, weeks and months, in UTC', () => {
    const times = ['2026-11-21T23:59:59.999Z', '2026-11-22T00:00Z', '2026-11-22T10:00Z', '2026-11-24'];
    assert.deepEqual(kept('3d', ...times), ['2026-11-21T23:59:59.999Z', '2026-11-22T10:00Z', '2026-11-24']);
    // 22 November 2026 is a Sunday.
    assert.deepEqual(kept('2w', '2026-11-15', '2026-11-16', '2026-11-22', '2026-11-23'), [
      '2026-11-22',
      '2026-11-23',
    ]);
    assert.deepEqual(kept('2m', '2026-01-31', '2026-02-01', '2026-02-28'), ['2026-01-31', '2026-02-28']);
  });

  it('are all of the last 24 hours, unless the rule counts hours', () => {
    const times = ['2026-11-22T02:30Z', '2026-11-23T02:30Z', '2026-11-23T12:00Z', '2026-11-23T12:05Z'];
    assert.deepEqual(kept('7d,4w', ...times.slice(1)), times.slice(1));
    assert.deepEqual(kept('1m', ...times), times.slice(1));
    assert.deepEqual(kept('2h', ...times), ['2026-11-23T02:30Z', '2026-11-23T12:05Z']);
    assert.deepEqual(kept('1', ...times), ['2026-11-23T12:05Z']);
  });

  it('count no days without a backup', () => {
    assert.deepEqual(kept('2d', '2025-01-01', '2025-06-01', '2026-06-01T10:00Z'), [
      '2025-06-01',
      '2026-06-01T10:00Z',
    ]);
  });

  it('are the newest one at least, also for a rule of 0', () => {
    assert.deepEqual(kept('0', '2026-01-01', '2026-01-02'), ['2026-01-02']);
    assert.deepEqual(kept('0d,0w', '2026-01-01', '2026-01-02'), ['2026-01-02']);
    assert.deepEqual(keptOf(parseKeepRule('7d'), []), new Set());
  });

  it('are those of the rule as it is described, for any rule and any times', () => {
    const part = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom('', 'h', 'd', 'w', 'm', 'y'));
    const rules = fc.uniqueArray(part, { minLength: 1, maxLength: 6, selector: ([, letter]) => letter });
    const start = Date.UTC(2024, 1, 27);
    const times = fc.uniqueArray(
      fc.oneof(
        fc.integer({ min: start, max: start + 3 * DAY_MS }),
        fc.integer({ min: start, max: start + 900 * DAY_MS }),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(rules, times, (parts, moments) => {
        const rule = parts.map(([count, letter]) => `${count}${letter}`).join(',');
        const snapshots = at(...moments);
        const expected = snapshots.filter((snapshot) => isKept(snapshot, snapshots, rule));
        const found = keptOf(parseKeepRule(rule), snapshots);
        assert.deepEqual(
          snapshots.filter((snapshot) => found.has(snapshot)),
          expected,
        );
      }),
    );
  });
});
