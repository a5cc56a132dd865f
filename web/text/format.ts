import { computed } from '@preact/signals';
import { language } from './language.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1000;
const DAY_MS = 24 * 3600 * 1000;

const sizes = computed(() =>
  UNITS.map(
    (unit) =>
      new Intl.NumberFormat(language.value, {
        style: 'unit',
        unit,
        unitDisplay: unit === 'byte' ? 'long' : 'short',
        maximumSignificantDigits: 3,
      }),
  ),
);
const times = computed(() => new Intl.DateTimeFormat(language.value, { timeStyle: 'short' }));
const days = computed(() => new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }));
const moments = computed(
  () => new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }),
);
const numbers = computed(() => new Intl.NumberFormat(language.value));
const lists = computed(() => new Intl.ListFormat(language.value));
const percents = computed(() => new Intl.NumberFormat(language.value, { style: 'percent' }));
const relative = computed(() => new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' }));

/** A size such as `12.3 MB`, in decimal units, as storage is sold. */
export function formatSize(bytes: number): string {
  const step = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(STEP)));
  return sizes.value[step]?.format(bytes / STEP ** step) ?? '';
}

/** An integer with the separators of the language. */
export function formatNumber(value: number): string {
  return numbers.value.format(value);
}

/** A list such as `a, b, and c`. */
export function formatList(items: readonly string[]): string {
  return lists.value.format(items);
}

/** A ratio such as `125 %`. @param value 1 is 100 % */
export function formatPercent(value: number): string {
  return percents.value.format(value);
}

/** Date and time in full. @param iso timestamp of the API */
export function formatMoment(iso: string): string {
  return moments.value.format(new Date(iso));
}

/** Two moments, without what they have in common. @param since timestamp of the API, as `until` */
export function formatPeriod(since: string, until: string): string {
  return moments.value.formatRange(new Date(since), new Date(until));
}

/** A short date: the time for today, the word for yesterday, otherwise the day. */
export function formatShort(iso: string, now = new Date()): string {
  const date = new Date(iso);
  const age = daysBetween(date, now);
  if (age === 0) return times.value.format(date);
  if (age === 1) return relative.value.format(-1, 'day');
  return days.value.format(date);
}

/** The time of day. @param iso timestamp of the API */
export function formatTime(iso: string): string {
  return times.value.format(new Date(iso));
}

/** A day. @param iso timestamp of the API */
export function formatDay(iso: string): string {
  return days.value.format(new Date(iso));
}

function daysBetween(from: Date, to: Date): number {
  return Math.round((midnight(to) - midnight(from)) / DAY_MS);
}

function midnight(date: Date): number {
  return new Date(date).setHours(0, 0, 0, 0);
}

/** A duration such as `2 min`, in whole units. */
export function formatDuration(seconds: number): string {
  const [value, unit] =
    seconds < 60
      ? [Math.max(1, Math.round(seconds)), 'second']
      : seconds < 3600
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3600), 'hour'];
  return new Intl.NumberFormat(language.value, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}

/** Maximum value of a date field. */
export const LAST_DAY = '9999-12-31';

/**
 * Start of a day in the user's time zone, as a timestamp of the API.
 * @param day value of a date field; some browsers accept six-digit years
 * @param daysLater days to add
 * @returns undefined if `day` is not a valid day
 */
export function startOfDay(day: string, daysLater = 0): string | undefined {
  const date = new Date(`${day}T00:00`);
  if (day.length !== LAST_DAY.length || Number.isNaN(date.getTime())) return undefined;
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
