/** Length of `2026-01-31T12:00:00`. */
const LENGTH = 19;
const MINUTE_MS = 60_000;

/** The value of a field for date and time, in the user's time zone, to the second. @param iso timestamp of the API */
export function localTimeOf(iso: string): string {
  const date = new Date(iso);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, LENGTH);
}

/**
 * The timestamp of a field for date and time; undefined if the field is empty.
 * @param given the timestamp from which the field was filled; the field has lost its milliseconds
 */
export function timestampIn(field: string, given?: string): string | undefined {
  if (given !== undefined && field === localTimeOf(given)) return given;
  const date = new Date(field);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
