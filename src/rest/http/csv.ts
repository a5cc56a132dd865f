import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { Response } from 'express';
import { contentDisposition } from '../../http/disposition.ts';

/** A row: its values by column; null is an empty field. */
export type CsvRow = Readonly<Record<string, string | number | null>>;

/**
 * What makes a spreadsheet take a text for a formula, in the forms for CJK text as well. The library's `escape_formulas`
 * looks at the first character only, and spreadsheets skip spaces.
 */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** Who wrote a text is not who opens it. */
function disarm(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Answers with a file of CSV (RFC 4180), no faster than it is taken. */
export async function answerCsv(
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
    cast: { string: disarm },
  });
  await pipeline(rows, text, res).catch((error: unknown) => {
    if (!isHangUp(error)) throw error;
  });
}

/** The client went away before the end, as it may. */
function isHangUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
