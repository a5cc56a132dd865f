import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Page, PageRequest } from '../../model/page.ts';

/**
 * Sends a JSON body and ends the response. Sets `Cache-Control: no-store` unless the header is set already.
 * Not `res.json`: that would answer 304 to `If-None-Match: *`, and 304 is for downloads only.
 */
export function answerJson(res: ServerResponse, status: number, body: object): void {
  const text = Buffer.from(JSON.stringify(body));
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', text.length);
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'no-store');
  res.end(text);
}

/** Sends 200 with `{ "data": … }`. */
export function answer(res: ServerResponse, data: unknown): void {
  answerJson(res, 200, { data });
}

/** Sends 201 with `{ "data": … }`, for something that was created. */
export function answerCreated(res: ServerResponse, data: unknown): void {
  answerJson(res, 201, { data });
}

const meta = z
  .strictObject({
    current_page: z.int().min(1),
    per_page: z.int().min(1).max(10_000),
    last_page: z.int().min(1),
    total: z.int().min(0).describe('Number of items on all pages.'),
    total_is_lower_bound: z
      .literal(true)
      .optional()
      .describe(
        'Set if there are more items than `total`, which were not counted. Pages after the last have them.',
      ),
  })
  .meta({ id: 'Meta', description: 'The position of a page in its list.' });

/** Sends 200 with one page of a list: `data` has the items, `meta` the position of the page. */
export function answerPage<T>(
  res: ServerResponse,
  request: PageRequest,
  { items, total, isTotalLowerBound = false }: Page<T>,
  json: (item: T) => unknown,
): void {
  const position: z.input<typeof meta> = {
    current_page: request.page,
    per_page: request.perPage,
    last_page: Math.max(1, Math.ceil(total / request.perPage)),
    total,
    ...(isTotalLowerBound ? { total_is_lower_bound: true } : {}),
  };
  answerJson(res, 200, { data: items.map((item) => json(item)), meta: position });
}

/** The schema of `{ "data": … }`. */
export function dataOf<T extends z.ZodType>(schema: T) {
  return z.strictObject({ data: schema });
}

/** The schema of one page of a list: `data` and `meta`. */
export function pageOfData<T extends z.ZodType>(schema: T) {
  return z.strictObject({ data: z.array(schema), meta });
}

/** The schema of the id of a record. */
export const recordId = z.int().min(0);

/** The schema of the response to a DELETE: the id of the deleted record. */
export const deleted = dataOf(z.strictObject({ id: recordId }));

/** The schema of a time in a response: ISO 8601, UTC, milliseconds, `Z`. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** Formats milliseconds UTC as {@link timestamp}; null stays null. */
export function timestampJson(time: number): string;
export function timestampJson(time: number | null): string | null;
export function timestampJson(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
