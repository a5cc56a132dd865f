import { DAY_MS } from '../../model/durations.ts';

/** Periods of a {@link KeepRule}: hour, day, week, month, year. */
const PERIODS = ['h', 'd', 'w', 'm', 'y'] as const;
type Period = (typeof PERIODS)[number];

/**
 * Retention rule for snapshots. It keeps the `last` newest snapshots, and for each period (hour, day, week, month,
 * year) the last snapshot of as many recent periods as given. Periods without snapshots do not count. All times are
 * UTC; a week begins on Monday. A rule with periods, none of them hours, also keeps all snapshots of the 24 hours
 * before the newest one, so that a manual backup does not displace the nightly one.
 */
export interface KeepRule {
  readonly last: number;
  readonly periods: ReadonlyMap<Period, number>;
}

/** 1970-01-01 was a Thursday. */
const MONDAY_OFFSET_DAYS = 3;

/** Parses a rule such as `7d,4w,6m` or `10`. Does not validate: the configuration has checked the rule. */
export function parseKeepRule(text: string): KeepRule {
  let last = 0;
  const periods = new Map<Period, number>();
  for (const part of text.split(',')) {
    const count = Number.parseInt(part, 10);
    const period = PERIODS.find((letter) => part.trim().endsWith(letter));
    if (period === undefined) last = count;
    else periods.set(period, count);
  }
  return { last, periods };
}

/**
 * Snapshots that a rule keeps. The newest snapshot is always kept.
 * @param snapshots oldest first
 */
export function keptOf<T extends { readonly time: number }>(rule: KeepRule, snapshots: readonly T[]): Set<T> {
  const newestFirst = snapshots.toReversed();
  const kept = new Set(newestFirst.slice(0, Math.max(1, rule.last)));
  if (rule.periods.size > 0 && !rule.periods.has('h')) {
    const dayBefore = (newestFirst[0]?.time ?? 0) - DAY_MS;
    for (const snapshot of snapshots) if (snapshot.time > dayBefore) kept.add(snapshot);
  }
  for (const [period, count] of rule.periods) {
    const seen = new Set<string>();
    for (const snapshot of newestFirst) {
      const name = nameOf(period, snapshot.time);
      if (seen.has(name)) continue;
      if (seen.size === count) break;
      seen.add(name);
      kept.add(snapshot);
    }
  }
  return kept;
}

/** Key of the period that contains a time; the same for all times in the period. */
function nameOf(period: Period, time: number): string {
  if (period === 'w') return String(Math.floor((Math.floor(time / DAY_MS) + MONDAY_OFFSET_DAYS) / 7));
  const lengths: Record<Exclude<Period, 'w'>, number> = { h: 13, d: 10, m: 7, y: 4 };
  return new Date(time).toISOString().slice(0, lengths[period]);
}
