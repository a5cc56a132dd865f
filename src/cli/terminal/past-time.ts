import { CommandError, EXIT } from './output.ts';

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * A time of the past given on the command line: `2h` (two hours ago), a date, or a date with a time, which is in the time
 * zone of the machine unless it says another one.
 * @returns milliseconds UTC
 * @throws {CommandError} exit code 2
 */
export function pastTime(option: string, text: string, now: number): number {
  const [, amount, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (amount !== undefined) return now - Number(amount) * (UNIT_MS[unit] ?? 0);
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/.test(text);
  const time = isDate || isTime ? Date.parse(isDate ? `${text}T00:00` : text.replace(' ', 'T')) : NaN;
  if (!Number.isNaN(time)) return time;
  throw new CommandError(
    `${option}: must be a time such as 2h, 2026-11-21 or "2026-11-21 09:00"`,
    EXIT.usage,
  );
}
