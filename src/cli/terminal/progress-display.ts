import type { Progress, ReportProgress } from '../../model/progress.ts';
import type { CommandContext } from '../command.ts';

/** Minimum interval between two updates on a terminal, and between two lines elsewhere, in milliseconds. */
const EVERY_MS = { terminal: 200, lines: 5000 };
const BAR_LENGTH = 24;

/**
 * Shows the progress of a command on standard error: a bar on a terminal, otherwise a line every five seconds. Shows
 * nothing with `--quiet`, or if the work ends before the first update.
 * @returns `report`, which updates the progress, and `end`, which clears the line
 */
export function progressDisplay(
  { output }: Pick<CommandContext, 'output'>,
  stream: NodeJS.WriteStream = process.stderr,
): { report: ReportProgress; end: () => void } {
  const isTerminal = stream.isTTY;
  const every = isTerminal ? EVERY_MS.terminal : EVERY_MS.lines;
  let shownAt = performance.now();
  let isShown = false;
  const report = (progress: Progress): void => {
    if (output.isQuiet || performance.now() - shownAt < every) return;
    shownAt = performance.now();
    if (isTerminal) stream.write(`\r\x1b[2K${barOf(progress)}${lineOf(progress)}`);
    else output.note(lineOf(progress));
    isShown = isTerminal;
  };
  const end = (): void => {
    if (isShown) stream.write('\r\x1b[2K');
    isShown = false;
  };
  return { report, end };
}

function barOf({ done, total }: Progress): string {
  if (total === undefined || total === 0) return '';
  const length = Math.min(BAR_LENGTH, Math.round((done / total) * BAR_LENGTH));
  return `[${'#'.repeat(length)}${'.'.repeat(BAR_LENGTH - length)}] `;
}

function lineOf({ step, done, total, unit }: Progress): string {
  const text = (amount: number): string => (unit === 'bytes' ? sizeText(amount) : String(amount));
  const of = total === undefined ? '' : ` of ${text(total)}`;
  return `${step}: ${text(done)}${of}${unit === 'bytes' ? '' : ` ${unit}`}`;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** A number of bytes as text, for example `1.5 GiB`. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 2 ** (10 * power);
  return `${power === 0 ? String(value) : value.toFixed(1)} ${UNITS[power] ?? ''}`;
}
