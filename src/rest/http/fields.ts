import type { Request } from 'express';
import * as z from 'zod';
import type { PageRequest } from '../../model/entries/page.ts';
import { invalid, invalidFields, notFound } from '../../model/errors/errors.ts';
import { type FactsOf, type Message, type MessageCode, message } from '../../model/errors/messages.ts';
import { messageOf, messageText } from './schema-messages.ts';

const TYPE_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['string', messageText('not_text')],
  ['number', messageText('not_number')],
  ['int', messageText('not_whole_number')],
  ['boolean', messageText('not_boolean')],
  ['array', messageText('not_list')],
  ['object', messageText('not_object')],
]);

function faultMessage(fault: z.core.$ZodRawIssue): string {
  if (fault.input === undefined) return messageText('required');
  return TYPE_MESSAGES.get(fault.code === 'invalid_type' ? fault.expected : '') ?? messageText('not_valid');
}

/** Message of an issue. That of an unknown field contains its name, which {@link messageText} would store permanently. */
function messageOfIssue(issue: z.core.$ZodIssue): Message {
  return issue.code === 'unrecognized_keys'
    ? message('unknown_field_within', { field: issue.keys[0] ?? '' })
    : messageOf(issue.message);
}

/** Error option of a zod schema: `is required` for a missing field, else the given message. */
export function must<Code extends MessageCode>(
  code: Code,
  ...facts: FactsOf<Code>
): { readonly error: (fault: { readonly input: unknown }) => string } {
  const text = messageText(code, ...facts);
  return { error: ({ input }) => (input === undefined ? messageText('required') : text) };
}

/**
 * Parses `input` with `schema`.
 * @throws {DmsError} invalid, with all faults, each under the name of its top-level field (or `body`)
 */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = z.safeParse(schema, input, { error: faultMessage });
  if (result.success) return result.data;
  const fields = new Map<string, Message[]>();
  for (const issue of result.error.issues) {
    const [names, fault] =
      issue.code === 'unrecognized_keys' && issue.path.length === 0
        ? [issue.keys, message('unknown_field')]
        : [[String(issue.path[0] ?? 'body')], messageOfIssue(issue)];
    for (const name of names) {
      const faults = fields.get(name) ?? [];
      if (!faults.some(({ text }) => text === fault.text)) fields.set(name, [...faults, fault]);
    }
  }
  const [[field, [fault]] = ['', []]] = fields;
  throw invalidFields(Object.fromEntries(fields), `${field}: ${fault?.text ?? ''}`);
}

/** Maximum number of fields in a body, and of elements in a list in it. No operation accepts more. */
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
 * Rejects bodies that a schema would take seconds to validate: zod creates an issue for each invalid element and each
 * unknown field, and a body of 1 MiB can have half a million of them.
 * @throws {DmsError} invalid
 */
function assertSmall(fields: readonly (readonly [string, unknown])[]): void {
  if (fields.length > MAX_FIELDS) throw invalid('body', 'too_many_fields', { maximum: MAX_FIELDS });
  for (const [name, value] of fields) {
    if (Array.isArray(value) && value.length > MAX_ELEMENTS)
      throw invalid(name, 'too_many_elements', { maximum: MAX_ELEMENTS });
  }
}

/** Returns a schema that also rejects an object whose fields are all missing. */
export function atLeastOneField<T extends z.ZodObject>(
  schema: T,
  names: readonly string[] = Object.keys(schema.shape),
): T {
  return schema.superRefine((value, context) => {
    if (names.some((name) => value[name] !== undefined)) return;
    for (const name of names) {
      context.addIssue({ code: 'custom', path: [name], message: messageText('one_field_required') });
    }
  });
}

/** Schema of a folder id in a body; 0 is the caller's home. */
export const folderId = z
  .int(must('not_folder_id'))
  .min(0, must('not_folder_id'))
  .describe('Id of a folder; `0` is the home of the caller.');

/** Schema of the ids of several entries in a body. */
export const entryIds = z
  .array(z.int().min(0), must('not_list_of', { values: 'ids' }))
  .min(1, must('empty'))
  .max(MAX_ELEMENTS, must('too_many_elements', { maximum: MAX_ELEMENTS }))
  .refine((ids) => new Set(ids).size === ids.length, must('elements_repeated'))
  .describe('Ids of documents and folders, each once.');

/** Schema of the name of an entry. The core checks the rules for names. */
export const entryName = z
  .string()
  .meta({ description: '1 to 255 bytes of UTF-8, without `/` and control characters; not `.` or `..`.' });

/** Control characters except tab and line breaks. No program displays them, and each takes six bytes of JSON. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters to reject them
const CONTROL_IN_LINES = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * Schema of a text: well-formed Unicode, without control characters except tab and line breaks, at most `bytes` bytes
 * of UTF-8.
 */
export function text(bytes: number): z.ZodString {
  return z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes('\0'), messageText('not_unicode_or_nul'))
    .refine((value) => !CONTROL_IN_LINES.test(value), messageText('control_characters'))
    .refine((value) => Buffer.byteLength(value) <= bytes, messageText('too_many_bytes', { maximum: bytes }))
    .meta({
      maxLength: bytes,
      description: `Well-formed Unicode without control characters other than tab and line breaks, at most ${bytes} bytes of UTF-8.`,
    });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters to reject them
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Schema of a single-line text: no control characters, at most `characters` code points. */
export function singleLine(characters: number): z.ZodString {
  return z
    .string()
    .refine((value) => value.isWellFormed() && !CONTROL.test(value), messageText('control_characters'))
    .refine(
      (value) => Array.from(value).length <= characters,
      messageText('too_many_characters', { maximum: characters }),
    )
    .meta({ maxLength: characters, description: 'One line, without control characters.' });
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses an ISO 8601 date (00:00 UTC of that day) or a timestamp with a time zone.
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

/** Schema of a date or timestamp in a request; outputs milliseconds UTC. */
export const dateOrTimestamp = z
  .string()
  .transform((value, context) => {
    const parsed = parseTime(value);
    if (parsed !== undefined) return parsed;
    context.addIssue({
      code: 'custom',
      message: messageText('not_date'),
    });
    return z.NEVER;
  })
  .meta({
    anyOf: [{ format: 'date' }, { format: 'date-time' }],
    description: 'A date (00:00 UTC of that day), or a timestamp with a time zone.',
  });

function wholeNumber(maximum: number, initial: number) {
  const fault = messageText('number_out_of_range', { minimum: 1, maximum });
  return z
    .string(fault)
    .regex(/^\d{1,15}$/, fault)
    .transform(Number)
    .refine((value) => value >= 1 && value <= maximum, fault)
    .default(initial)
    .meta({ type: 'integer', minimum: 1, maximum, default: initial });
}

/** Maximum page number. No list has this many pages; a greater number is an error of the client. */
const LAST_PAGE = 1_000_000_000;

/** Schema of the query of a list with pages of at most `maximum` items. */
export function pagingUpTo(maximum: number) {
  return z.object({ page: wholeNumber(LAST_PAGE, 1), per_page: wholeNumber(maximum, 50) });
}

/** Maximum number of items on a page of records. */
export const MAX_PER_PAGE = 200;

/** Schema of the query of a list: `page` and `per_page`. Other parameters are ignored. */
export const paging = pagingUpTo(MAX_PER_PAGE);

/** Page request of a query, after {@link paging} has parsed it. */
export function pageOf({ page, per_page }: z.output<typeof paging>): PageRequest {
  return { page, perPage: per_page };
}

/** Schema of a number in a path: a whole number from 0 to 2^53-1. */
export const pathNumber = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(Number)
  .refine(Number.isSafeInteger)
  .meta({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/**
 * Reads a number from the path.
 * @throws {DmsError} not_found if it is not a whole number from 0 to 2^53-1
 */
export function pathNumberOf(req: Request, parameter: string): number {
  const { success, data } = pathNumber.safeParse(req.params[parameter]);
  if (!success) throw notFound();
  return data;
}

/**
 * Reads `{id}` from the path.
 * @throws {DmsError} not_found if it is not a whole number from 0 to 2^53-1
 */
export function idOf(req: Request): number {
  return pathNumberOf(req, 'id');
}
