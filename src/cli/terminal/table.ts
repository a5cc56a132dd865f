import { printable } from '../../model/text/printable.ts';

/**
 * Formats rows as a text table with aligned columns, two spaces apart, one line per row.
 * @param given rows; the first one is the header
 */
export function table(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(printable));
  const [header = []] = rows;
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
