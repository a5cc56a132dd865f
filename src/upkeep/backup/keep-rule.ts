/** How long a period of a {@link KeepRule} is, by its letter. */
const PERIODS = ['h', 'd', 'w', 'm', 'y'] as const;
type Period = (typeof PERIODS)[number];

/**
 * Which snapshots are kept: so many of the last ones, and the last one of each of so many hours, days, weeks, months
 * and years in which there are any. All times are UTC; a week begins on Monday. A rule of days or longer periods also keeps all
 * of the last 24 hours before the newest one: a backup by hand must not cost that of the night.
 */
export interface KeepRule {
  readonly last: number;
  readonly periods: ReadonlyMap<Period, number>;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** The first day of 1970 was a Thursday. */
const MONDAY_OFFSET_DAYS = 3;

/** Reads a rule such as `7d,4w,6m` or `10`. What is wrong in it is left out: the configuration has checked it. */
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
 * Picks the snapshots that a rule keeps. The newest one is always among them.
 * @param snapshots the oldest first
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

/** A name of the hour, day, … of a time; the same for all times in it. */
function nameOf(period: Period, time: number): string {
  if (period === 'w') return String(Math.floor((Math.floor(time / DAY_MS) + MONDAY_OFFSET_DAYS) / 7));
  const lengths: Record<Exclude<Period, 'w'>, number> = { h: 13, d: 10, m: 7, y: 4 };
  return new Date(time).toISOString().slice(0, lengths[period]);
}
