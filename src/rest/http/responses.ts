import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { isDisconnect } from '../../http/connections/disconnect.ts';
import { write } from '../../http/content/content.ts';
import type { Page, PageRequest } from '../../model/entries/page.ts';
import { callerOf, contextOf } from './request-context.ts';

/** Maximum size of a response that is not counted, in bytes. The operating system buffers as much. */
const SMALL = 16 * 1024;
/** Size of a chunk, in UTF-16 code units. Serialising this much JSON takes about a millisecond. */
const CHUNK_BYTES = 256 * 1024;
/** Depth to which a large body is serialised in parts: a list in `data`, or the lists in the fields of `data`. */
const DEPTH = 3;

/**
 * Sends a JSON body and ends the response. Sets `Cache-Control: no-store` unless the header is already set. Does not
 * use `res.json`, which would respond to `If-None-Match: *` with 304; 304 is for downloads only.
 */
export function sendJson(res: ServerResponse, status: number, body: object): void {
  const text = Buffer.from(JSON.stringify(body));
  begin(res, status, text.length);
  res.end(text);
  // Usually the operating system has already accepted the whole response.
  if (text.length > SMALL && res.writableLength > 0) counterOf(res)(text.length);
}

function begin(res: ServerResponse, status: number, length: number): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', length);
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'no-store');
}

function counterOf(res: ServerResponse): (bytes: number) => void {
  return contextOf(res.req).bufferedResponses.counter(callerOf(res.req), res);
}

/**
 * Like {@link sendJson} with 200, for a body of up to megabytes: serialises and sends it in chunks, and yields to
 * other requests in between. Resolves when the response is handed to the network, or the client has disconnected.
 */
export async function sendLarge(res: ServerResponse, body: object): Promise<void> {
  const chunks = await chunksOf(res, body);
  if (res.destroyed) return;
  begin(
    res,
    200,
    chunks.reduce((sum, chunk) => sum + chunk.length, 0),
  );
  try {
    while (chunks.length > 1) {
      // Frees each chunk once it is sent.
      const chunk = chunks.shift();
      if (chunk) await write(res, chunk);
    }
    res.end(chunks[0]);
  } catch (error) {
    if (!isDisconnect(error)) throw error;
  }
}

/** @returns the JSON of a body, in order; incomplete if the client disconnects */
async function chunksOf(res: ServerResponse, body: object): Promise<Buffer[]> {
  const count = counterOf(res);
  const chunks: Buffer[] = [];
  let text = '';
  for (const part of partsOf(body, DEPTH)) {
    text += part;
    if (text.length < CHUNK_BYTES) continue;
    const chunk = Buffer.from(text);
    text = '';
    chunks.push(chunk);
    count(chunk.length);
    await setImmediate();
    if (res.destroyed) return chunks;
  }
  return [...chunks, Buffer.from(text)];
}

/** JSON of a value, in parts: by members and elements down to a depth. */
function* partsOf(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  yield isList ? '[' : '{';
  for (const [index, [name, member]] of members.entries()) {
    yield `${index === 0 ? '' : ','}${isList ? '' : `${JSON.stringify(name)}:`}`;
    yield* partsOf(member, depth - 1);
  }
  yield isList ? ']' : '}';
}

/** Sends 200 with `{ "data": … }`. */
export function sendData(res: ServerResponse, data: unknown): void {
  sendJson(res, 200, { data });
}

/** Sends 201 with `{ "data": … }`, for a created resource. */
export function sendCreated(res: ServerResponse, data: unknown): void {
  sendJson(res, 201, { data });
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
        'Set if there are more items than `total`. These were not counted, but are on further pages.',
      ),
  })
  .meta({ id: 'Meta', description: 'The position of a page in its list.' });

/**
 * Sends 200 with one page of a list: `data` has the items, `meta` the position of the page.
 * @param more additional fields of `meta`, as described by {@link pageWith}
 */
export function sendPage<T>(
  res: ServerResponse,
  request: PageRequest,
  page: Page<T>,
  json: (item: T) => unknown,
  more: Readonly<Record<string, number>> = {},
): void {
  sendJson(res, 200, pageBody(request, page, json, more));
}

/** Like {@link sendPage}, for items that may be long: uses {@link sendLarge}. */
export function sendLargePage<T>(
  res: ServerResponse,
  request: PageRequest,
  page: Page<T>,
  json: (item: T) => unknown,
): Promise<void> {
  return sendLarge(res, pageBody(request, page, json));
}

function pageBody<T>(
  request: PageRequest,
  { items, total, isTotalLowerBound = false }: Page<T>,
  json: (item: T) => unknown,
  more: Readonly<Record<string, number>> = {},
): object {
  const position: z.input<typeof meta> = {
    current_page: request.page,
    per_page: request.perPage,
    last_page: Math.max(1, Math.ceil(total / request.perPage)),
    total,
    ...(isTotalLowerBound ? { total_is_lower_bound: true } : {}),
  };
  return { data: items.map((item) => json(item)), meta: { ...position, ...more } };
}

/** Schema of `{ "data": … }`. */
export function dataOf<T extends z.ZodType>(schema: T) {
  return z.strictObject({ data: schema });
}

/** Schema of one page of a list: `data` and `meta`. */
export function pageOfData<T extends z.ZodType>(schema: T) {
  return z.strictObject({ data: z.array(schema), meta });
}

/** Like {@link pageOfData}, for a list with additional fields in `meta`. */
export function pageWith<T extends z.ZodType, M extends z.ZodRawShape>(schema: T, more: M) {
  return z.strictObject({ data: z.array(schema), meta: meta.extend(more) });
}

/** Schema of the id of a record. */
export const recordId = z.int().min(0);

/** Schema of the response to a DELETE: the id of the deleted record. */
export const deleted = dataOf(z.strictObject({ id: recordId }));

/** Schema of a time in a response: ISO 8601, UTC, milliseconds, `Z`. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** Formats milliseconds UTC as {@link timestamp}; null stays null. */
export function timestampJson(time: number): string;
export function timestampJson(time: number | null): string | null;
export function timestampJson(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
