import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { Response } from 'express';
import { isDisconnect } from '../../http/connections/disconnect.ts';
import { contentDisposition } from '../../http/content/disposition.ts';

/** Row of a CSV file: values by column; null is an empty field. */
export type CsvRow = Readonly<Record<string, string | number | null>>;

/**
 * Matches text that a spreadsheet would run as a formula, including the full-width signs of CJK text. The option
 * `escape_formulas` of csv-stringify is insufficient: it checks the first character only, but spreadsheets skip leading
 * spaces.
 */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** Prevents CSV injection: text of any user could run as a formula on an administrator's computer. */
function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Sends a CSV file (RFC 4180) as an attachment. Reads rows no faster than the client accepts them. */
export async function sendCsv(
  res: Response,
  name: string,
  columns: readonly string[],
  rows: AsyncIterable<CsvRow>,
): Promise<void> {
  res.statusCode = 200;
  res.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
  res.setHeader('Content-Disposition', contentDisposition('attachment', name));
  res.setHeader('Cache-Control', 'no-store');
  if (res.req.method === 'HEAD') {
    res.end();
    return;
  }
  const text = stringify({
    columns,
    header: true,
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    cast: { string: escapeFormula },
  });
  await pipeline(rows, text, res).catch((error: unknown) => {
    if (!isDisconnect(error)) throw error;
  });
}
