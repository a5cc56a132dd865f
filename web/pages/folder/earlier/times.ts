const MINUTE_MS = 60_000;
/** A chosen time this close to a step takes its place on the time line. */
const SAME_MS = 2 * MINUTE_MS;

/** A natural step into the past; the name of its text. */
export type Step = 'month' | 'week' | 'day' | 'hour';

/** A point on the time line. */
export interface Stop {
  /** `chosen`: the time that is shown. */
  readonly step: Step | 'chosen';
  /** Timestamp of the API. */
  readonly at: string;
}

/** A time to the second, as it appears in addresses. */
export function timestampOf(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The path of a folder. @param at a time in the past; default: now */
export function folderPathAt(id: number, at?: string): string {
  const path = id === 0 ? '/' : `/folders/${String(id)}`;
  // A colon needs no escape in a query, and without it people can read the time.
  return at === undefined ? path : `${path}?at=${encodeURIComponent(at).replaceAll('%3A', ':')}`;
}

/** A time before `now` in the user's time zone, to the minute. */
function before(now: Date, step: Step): Date {
  const time = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  if (step === 'hour') time.setTime(time.getTime() - 60 * MINUTE_MS);
  else if (step === 'month') time.setMonth(time.getMonth() - 1);
  else time.setDate(time.getDate() - (step === 'week' ? 7 : 1));
  return time;
}

/** The points of the time line, oldest first. @param chosen the time that is shown; undefined: now */
export function stopsOf(chosen: string | undefined, now = new Date()): readonly Stop[] {
  const steps = (['month', 'week', 'day', 'hour'] as const).map((step) => ({
    step,
    at: timestampOf(before(now, step)),
  }));
  if (chosen === undefined) return steps;
  const time = Date.parse(chosen);
  const others = steps.filter(({ at }) => Math.abs(Date.parse(at) - time) > SAME_MS);
  const all: readonly Stop[] = [...others, { step: 'chosen', at: chosen }];
  return all.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Values of a day field and a time field, in the user's time zone. */
export function fieldsOf(time: Date): { readonly day: string; readonly time: string } {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 16) };
}

/** The time in a day field and a time field; undefined if they have none. */
export function timeIn({
  day = '',
  time = '',
}: Readonly<Partial<Record<'day' | 'time', string>>>): Date | undefined {
  const found = new Date(`${day}T${time}`);
  return Number.isNaN(found.getTime()) ? undefined : found;
}
