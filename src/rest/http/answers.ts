import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Page, PageRequest } from '../../model/page.ts';

/**
 * Ends an answer with a JSON body. Not `res.json`: that would answer 304 to `If-None-Match: *`, and 304 is for
 * downloads only.
 */
export function answerJson(res: ServerResponse, status: number, body: object): void {
  const text = Buffer.from(JSON.stringify(body));
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', text.length);
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'no-store');
  res.end(text);
}

/** 200 with `{ "data": … }`. */
export function answer(res: ServerResponse, data: unknown): void {
  answerJson(res, 200, { data });
}

/** 201 with `{ "data": … }`: something was created. */
export function answerCreated(res: ServerResponse, data: unknown): void {
  answerJson(res, 201, { data });
}

const meta = z
  .strictObject({
    current_page: z.int().min(1),
    per_page: z.int().min(1).max(200),
    last_page: z.int().min(1),
    total: z.int().min(0).describe('Number of all items, on all pages.'),
  })
  .meta({ id: 'Meta', description: 'Where a page stands in its list.' });

/** 200 with the items of one page in their JSON form, and `meta`. */
export function answerPage<T>(
  res: ServerResponse,
  request: PageRequest,
  { items, total }: Page<T>,
  json: (item: T) => unknown,
): void {
  const where: z.input<typeof meta> = {
    current_page: request.page,
    per_page: request.perPage,
    last_page: Math.max(1, Math.ceil(total / request.perPage)),
    total,
  };
  answerJson(res, 200, { data: items.map((item) => json(item)), meta: where });
}

/** The schema of an answer with `data`. */
export function dataOf<T extends z.ZodType>(schema: T) {
  return z.strictObject({ data: schema });
}

/** The schema of a page of a list. */
export function pageOfData<T extends z.ZodType>(schema: T) {
  return z.strictObject({ data: z.array(schema), meta });
}

/** The id of a record. */
export const recordId = z.int().min(0);

/** The answer to a DELETE: the id of what was there. */
export const deleted = dataOf(z.strictObject({ id: recordId }));

/** A time as it goes out. */
export const moment = z.iso.datetime({ precision: 3 });

/** A time as it goes out: ISO 8601, UTC, milliseconds, `Z`. */
export function timestamp(time: number): string;
export function timestamp(time: number | null): string | null;
export function timestamp(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
