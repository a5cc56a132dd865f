import { DAY_MS, SECOND_MS } from '../../model/durations.ts';

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/** Creates a time formatter. It caches the text of the last day, because most times in a listing share few days. */
function formatter(formatDay: (day: Date) => string, end: string): (time: number) => string {
  let cachedDay = Number.NaN;
  let dayPart = '';
  return (time) => {
    const day = Math.floor(time / DAY_MS);
    if (day !== cachedDay) {
      dayPart = formatDay(new Date(day * DAY_MS));
      cachedDay = day;
    }
    const seconds = Math.floor((time - day * DAY_MS) / SECOND_MS);
    const minutes = Math.floor(seconds / 60);
    return `${dayPart}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}${end}`;
  };
}

/** Formats milliseconds UTC as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7), several times faster than `Date`. */
export const httpDate = formatter((day) => day.toUTCString().slice(0, 17), ' GMT');

/** Formats milliseconds UTC as `1994-11-06T08:49:37Z` (RFC 3339). */
export const isoDate = formatter((day) => day.toISOString().slice(0, 11), 'Z');
