import { formatFigure, formatRatio, type Outcome, type Results, type Verdict } from './results.ts';
import type { Row } from './rows/row.ts';
import type { Contender, ServerName } from './servers/contender.ts';

const NOTHING = '–';

/** The results, with the display names of the servers. */
interface Measured {
  readonly results: Results;
  readonly titles: ReadonlyMap<ServerName, string>;
}

/** @returns the results as a Markdown table */
export function formatTable(
  rows: readonly Row[],
  servers: readonly Contender[],
  { results, titles }: Measured,
): string {
  const others = servers.filter(({ name }) => name !== 'dms');
  const head = [
    '',
    'dms',
    ...others.flatMap(({ name, title }) => (name === 'node' ? [title] : [title, '×'])),
    'target',
  ];
  const body = rows.map((row) => [
    `${row.title} (${row.unit})`,
    formatOutcome(row, results.get(row.name, 'dms')),
    ...others.flatMap(({ name }) => {
      const figure = formatOutcome(row, results.get(row.name, name));
      if (name === 'node') return [figure];
      const ratio = results.ratio(row, name);
      return [figure, ratio === undefined ? NOTHING : formatRatio(ratio)];
    }),
    results
      .verdicts(row, titles)
      .map((verdict) => formatVerdict(row, verdict))
      .join('; ') || NOTHING,
  ]);
  return align([head, ...body]);
}

function formatOutcome(row: Row, outcome: Outcome | undefined): string {
  if (outcome === undefined) return NOTHING;
  return outcome.kind === 'figure' ? formatFigure(outcome.value, row.unit) : 'failed';
}

function formatVerdict(row: Row, { target, met, measured }: Verdict): string {
  if (met === undefined || measured === undefined) return `${target}: not measured`;
  const shown = target.includes('×') ? `${formatRatio(measured)} ×` : formatFigure(measured, row.unit);
  return `${target}: ${met ? 'met' : 'NOT MET'} (${shown})`;
}

/** @returns a Markdown table; the first and the last column contain text, the others figures */
export function align([head = [], ...body]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...body].map((cells) => cells[column]?.length ?? 0), 3),
  );
  const isText = (column: number): boolean => column === 0 || column === head.length - 1;
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, isText(column))).join(' | ')} |`;
  const dashes = widths.map((width, column) =>
    isText(column) ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`,
  );
  return [line(head), `|${dashes.join('|')}|`, ...body.map(line)].join('\n');
}

function pad(cell: string, width: number, left: boolean): string {
  return left ? cell.padEnd(width) : cell.padStart(width);
}
