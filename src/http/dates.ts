const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/** Formats times of one form; the part for the day is kept, as the times of a listing share few days. */
function formatter(dayText: (day: Date) => string, end: string): (time: number) => string {
  let knownDay = Number.NaN;
  let dayPart = '';
  return (time) => {
    const day = Math.floor(time / DAY_MS);
    if (day !== knownDay) {
      dayPart = dayText(new Date(day * DAY_MS));
      knownDay = day;
    }
    const seconds = Math.floor((time - day * DAY_MS) / SECOND_MS);
    const minutes = Math.floor(seconds / 60);
    return `${dayPart}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}${end}`;
  };
}

/** `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7) of milliseconds UTC, several times faster than `Date` does it. */
export const httpDate = formatter((day) => day.toUTCString().slice(0, 17), ' GMT');

/** `1994-11-06T08:49:37Z` (RFC 3339) of milliseconds UTC. */
export const isoDate = formatter((day) => day.toISOString().slice(0, 11), 'Z');
