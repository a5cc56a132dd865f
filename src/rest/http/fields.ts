import type { Request } from 'express';
import { z } from 'zod';
import { DmsError, notFound } from '../../model/errors.ts';
import type { PageRequest } from '../../model/page.ts';

const WANTED: ReadonlyMap<string, string> = new Map([
  ['string', 'must be text'],
  ['number', 'must be a number'],
  ['int', 'must be a whole number'],
  ['boolean', 'must be true or false'],
  ['array', 'must be a list'],
  ['object', 'must be an object'],
]);

function describe(fault: z.core.$ZodRawIssue): string {
  if (fault.input === undefined) return 'is required';
  return WANTED.get(fault.code === 'invalid_type' ? fault.expected : '') ?? 'is not valid';
}

/** The message of a field: `is required` where it is missing, else what it must be. */
export function must(be: string): { readonly error: (fault: { readonly input: unknown }) => string } {
  return { error: ({ input }) => (input === undefined ? 'is required' : `must ${be}`) };
}

/**
 * `input` as `schema` reads it. All faults are reported at once, each under the name of its field.
 * @throws {DmsError} invalid
 */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = z.safeParse(schema, input, { error: describe });
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

/** The body of a request as `schema` reads it; no body at all counts as `{}`. @throws {DmsError} invalid */
export function parseBody<T extends z.ZodType>(schema: T, req: Request): z.output<T> {
  const body: unknown = req.body;
  return parse(schema, body ?? {});
}

/** A change of at least one field. */
export function someField<T extends z.ZodObject>(schema: T): T {
  const names = Object.keys(schema.shape);
  return schema.superRefine((value, context) => {
    if (Object.values(value).some((field) => field !== undefined)) return;
    for (const name of names) {
      context.addIssue({ code: 'custom', path: [name], message: 'at least one field is required' });
    }
  });
}

/** The id of a folder in a body; 0 is the caller's home. */
export const folderId = z
  .int(must('be the id of a folder'))
  .min(0, must('be the id of a folder'))
  .describe('Id of a folder; `0` is the home of the caller.');

/** The name of an entry; the core refuses what is none. */
export const entryName = z
  .string()
  .meta({ description: '1 to 255 bytes of UTF-8 without `/` and control characters, not `.` or `..`.' });

/** Text of at most so many bytes of UTF-8 that is well-formed and has no NUL. */
export function text(bytes: number): z.ZodString {
  return z
    .string()
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'must be well-formed Unicode without NUL',
    )
    .refine((value) => Buffer.byteLength(value) <= bytes, `must be at most ${bytes} bytes of UTF-8`)
    .meta({ maxLength: bytes, description: `Well-formed, at most ${bytes} bytes of UTF-8.` });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the rule is about
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Text of one line, of at most so many characters. */
export function line(characters: number): z.ZodString {
  return z
    .string()
    .refine((value) => value.isWellFormed() && !CONTROL.test(value), 'must not contain control characters')
    .refine((value) => Array.from(value).length <= characters, `must be at most ${characters} characters`)
    .meta({ maxLength: characters, description: 'One line, without control characters.' });
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds UTC of an ISO 8601 date (its first moment, UTC) or timestamp with a zone; undefined for other text. */
export function parseTime(value: string): number | undefined {
  if (!DATE.test(value) && !TIME.test(value)) return undefined;
  // Date.parse takes 30 February for 2 March.
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value.slice(0, 10)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** A date or timestamp, as milliseconds UTC. */
export const time = z
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
    description: 'A date (its first moment, UTC) or a timestamp with its zone.',
  });

function wholeNumber(most: number, initial: number) {
  const wanted = `must be a whole number from 1 to ${most}`;
  return z
    .string(wanted)
    .regex(/^\d{1,15}$/, wanted)
    .transform(Number)
    .refine((value) => value >= 1 && value <= most, wanted)
    .default(initial)
    .meta({ type: 'integer', minimum: 1, maximum: most, default: initial });
}

/** A page beyond this is a slip. */
const MOST_PAGES = 1_000_000_000;

/** `page` and `per_page` of a list; other parameters are not looked at. */
export const paging = z.object({ page: wholeNumber(MOST_PAGES, 1), per_page: wholeNumber(200, 50) });

/** The page that a list request asks for, whose query was read by {@link paging}. */
export function pageOf({ page, per_page }: z.output<typeof paging>): PageRequest {
  return { page, perPage: per_page };
}

/** A whole number in a path, from 0 to 2^53-1. */
export const pathNumber = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(Number)
  .refine(Number.isSafeInteger)
  .meta({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** The whole number in a path, from 0 to 2^53-1. @throws {DmsError} not_found for anything else */
export function numberOf(req: Request, parameter: string): number {
  const { success, data } = pathNumber.safeParse(req.params[parameter]);
  if (!success) throw notFound();
  return data;
}

/** `{id}` of the path. @throws {DmsError} not_found */
export function idOf(req: Request): number {
  return numberOf(req, 'id');
}
