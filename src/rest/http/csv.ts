import { once } from 'node:events';
import type { Response } from 'express';
import { contentDisposition } from '../../http/disposition.ts';

/** A value of a row; null is an empty field. */
export type CsvValue = string | number | null;

/** What makes a spreadsheet take a text for a formula, in the forms for CJK text as well. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;
const SPECIAL = /[",\r\n]/;

/**
 * A row of CSV (RFC 4180), with its line break. A text that a spreadsheet would take for a formula gets a `'` before it:
 * who wrote it is not who opens it.
 */
function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(field).join(',')}\r\n`;
}

function field(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Answers with a file of CSV, a batch of rows at a time and no faster than it is taken. */
export async function answerCsv(
  res: Response,
  name: string,
  head: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvValue[])[]>,
): Promise<void> {
  res.statusCode = 200;
  res.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
  res.setHeader('Content-Disposition', contentDisposition('attachment', name));
  res.setHeader('Cache-Control', 'no-store');
  if (res.req.method === 'HEAD') {
    res.end();
    return;
  }
  res.write(csvRow(head));
  const closed = new AbortController();
  res.once('close', () => closed.abort());
  for await (const rows of batches) {
    if (res.destroyed) return;
    if (!res.write(rows.map(csvRow).join(''))) await drained(res, closed.signal);
  }
  res.end();
}

/** Resolves as well when nobody listens any more. */
async function drained(res: Response, signal: AbortSignal): Promise<void> {
  await once(res, 'drain', { signal }).catch(() => undefined);
}
