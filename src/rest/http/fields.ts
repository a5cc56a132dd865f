import type { Request } from 'express';
import { z } from 'zod';
import { DmsError, invalid, notFound } from '../../model/errors.ts';
import type { PageRequest } from '../../model/page.ts';

const TYPE_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['string', 'must be text'],
  ['number', 'must be a number'],
  ['int', 'must be a whole number'],
  ['boolean', 'must be true or false'],
  ['array', 'must be a list'],
  ['object', 'must be an object'],
]);

function faultMessage(fault: z.core.$ZodRawIssue): string {
  if (fault.input === undefined) return 'is required';
  return TYPE_MESSAGES.get(fault.code === 'invalid_type' ? fault.expected : '') ?? 'is not valid';
}

/** The error option of a zod schema: `is required` for a missing field, else `must` and the given words. */
export function must(words: string): { readonly error: (fault: { readonly input: unknown }) => string } {
  return { error: ({ input }) => (input === undefined ? 'is required' : `must ${words}`) };
}

/**
 * Parses `input` with `schema`.
 * @throws {DmsError} invalid, with all faults, each under the name of its top-level field (or `body`)
 */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = z.safeParse(schema, input, { error: faultMessage });
  if (result.success) return result.data;
  const fields = new Map<string, string[]>();
  for (const issue of result.error.issues) {
    const [names, message] =
      issue.code === 'unrecognized_keys'
        ? [issue.keys, 'is not a known field']
        : [[String(issue.path[0] ?? 'body')], issue.message];
    for (const name of names) fields.set(name, [...new Set([...(fields.get(name) ?? []), message])]);
  }
  const [[field, [message = '']] = ['', []]] = fields;
  throw new DmsError('invalid', `${field}: ${message}`, { fields: Object.fromEntries(fields) });
}

/** Most fields in a body, and most elements of a list in it. No operation takes as many. */
const MAX_FIELDS = 100;
const MAX_ELEMENTS = 1000;

/**
 * Parses the JSON body of a request with `schema`. A missing body counts as `{}`.
 * @throws {DmsError} invalid
 */
export function parseBody<T extends z.ZodType>(schema: T, req: Request): z.output<T> {
  const body: unknown = req.body ?? {};
  if (typeof body === 'object' && body !== null) assertSmall(Object.entries(body));
  return parse(schema, body);
}

/**
 * Refuses what a schema would read for seconds: it makes a fault of each element and of each unknown field,
 * and a body of 1 MiB has half a million.
 * @throws {DmsError} invalid
 */
function assertSmall(fields: readonly (readonly [string, unknown])[]): void {
  if (fields.length > MAX_FIELDS) throw invalid('body', `has more than ${MAX_FIELDS} fields`);
  for (const [name, value] of fields) {
    if (Array.isArray(value) && value.length > MAX_ELEMENTS)
      throw invalid(name, `must have at most ${MAX_ELEMENTS} elements`);
  }
}

/** The same schema, which now also rejects an object whose fields are all missing. */
export function atLeastOneField<T extends z.ZodObject>(schema: T): T {
  const names = Object.keys(schema.shape);
  return schema.superRefine((value, context) => {
    if (Object.values(value).some((field) => field !== undefined)) return;
    for (const name of names) {
      context.addIssue({ code: 'custom', path: [name], message: 'at least one field is required' });
    }
  });
}

/** The schema of a folder's id in a body; 0 is the caller's home. */
export const folderId = z
  .int(must('be the id of a folder'))
  .min(0, must('be the id of a folder'))
  .describe('Id of a folder; `0` is the home of the caller.');

/** The schema of the name of an entry. The core checks the rules for names. */
export const entryName = z
  .string()
  .meta({ description: '1 to 255 bytes of UTF-8, without `/` and control characters; not `.` or `..`.' });

/** The schema of a text: well-formed Unicode without NUL, at most `bytes` bytes of UTF-8. */
export function text(bytes: number): z.ZodString {
  return z
    .string()
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'must be well-formed Unicode without NUL',
    )
    .refine((value) => Buffer.byteLength(value) <= bytes, `must be at most ${bytes} bytes of UTF-8`)
    .meta({
      maxLength: bytes,
      description: `Well-formed Unicode without NUL, at most ${bytes} bytes of UTF-8.`,
    });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the rule is about
const CONTROL = /[\u0000-\u001f\u007f]/;

/** The schema of a text of one line: no control characters, at most `characters` code points. */
export function singleLine(characters: number): z.ZodString {
  return z
    .string()
    .refine((value) => value.isWellFormed() && !CONTROL.test(value), 'must not contain control characters')
    .refine((value) => Array.from(value).length <= characters, `must be at most ${characters} characters`)
    .meta({ maxLength: characters, description: 'One line, without control characters.' });
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses an ISO 8601 date (taken as 00:00 UTC of that day) or a timestamp with a time zone.
 * @returns milliseconds UTC; undefined for any other text
 */
export function parseTime(value: string): number | undefined {
  if (!DATE.test(value) && !TIME.test(value)) return undefined;
  // Date.parse reads 30 February as 2 March.
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value.slice(0, 10)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** The schema of a date or timestamp in a request; its output is milliseconds UTC. */
export const dateOrTimestamp = z
  .string()
  .transform((value, context) => {
    const parsed = parseTime(value);
    if (parsed !== undefined) return parsed;
    context.addIssue({
      code: 'custom',
      message: 'must be a date or a timestamp such as 2026-01-31T12:00:00Z',
    });
    return z.NEVER;
  })
  .meta({
    anyOf: [{ format: 'date' }, { format: 'date-time' }],
    description: 'A date (00:00 UTC of that day), or a timestamp with a time zone.',
  });

function wholeNumber(maximum: number, initial: number) {
  const message = `must be a whole number from 1 to ${maximum}`;
  return z
    .string(message)
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= 1 && value <= maximum, message)
    .default(initial)
    .meta({ type: 'integer', minimum: 1, maximum, default: initial });
}

/** No list has this many pages: a greater number is a mistake of the client. */
const LAST_PAGE = 1_000_000_000;

/** The schema of the query of a list: `page` and `per_page`. Other parameters are ignored. */
export const paging = z.object({ page: wholeNumber(LAST_PAGE, 1), per_page: wholeNumber(200, 50) });

/** The page that a query asks for, after {@link paging} has parsed it. */
export function pageOf({ page, per_page }: z.output<typeof paging>): PageRequest {
  return { page, perPage: per_page };
}

/** The schema of a number in a path: a whole number from 0 to 2^53-1. */
export const pathNumber = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(Number)
  .refine(Number.isSafeInteger)
  .meta({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Reads a number from the path. @throws {DmsError} not_found if it is not a whole number from 0 to 2^53-1 */
export function pathNumberOf(req: Request, parameter: string): number {
  const { success, data } = pathNumber.safeParse(req.params[parameter]);
  if (!success) throw notFound();
  return data;
}

/** Reads `{id}` from the path. @throws {DmsError} not_found if it is not a whole number from 0 to 2^53-1 */
export function idOf(req: Request): number {
  return pathNumberOf(req, 'id');
}
