import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import * as z from 'zod';
import { discardSmallBody } from '../../http/connections/request-body.ts';
import { ProtocolError, UnreadableRequest } from '../../http/uploads/request-errors.ts';
import { DmsError, type ErrorCode, type FieldMessages, notFound } from '../../model/errors/errors.ts';
import { type Message, type MessageData, message, TEXTS } from '../../model/errors/messages.ts';
import { storageFault } from '../../model/errors/storage-fault.ts';
import { contextOf } from './request-context.ts';
import { sendJson, timestampJson } from './responses.ts';

/** Schema of the code of a message. */
export const messageCode = z
  .enum(Object.keys(TEXTS))
  .meta({ id: 'MessageCode', description: 'Identifies a message. Its text may change, the code does not.' });
/** Schema of the facts of a message. */
export const messageFacts = z.record(z.string(), z.union([z.string(), z.number()]));

/** Schema of the code and facts of a text, for clients that phrase it themselves. */
export const messageData = z.strictObject({ code: z.string(), facts: messageFacts }).nullable();

/** JSON view of the code and facts of a text. */
export function messageDataJson(data: MessageData | null): z.input<typeof messageData> {
  return data && { code: data.code, facts: data.facts };
}

function byField<T extends z.ZodType>(schema: T) {
  return z.record(z.string(), z.array(schema)).optional();
}

/** Schema of the body of every error response. */
export const errorBody = z
  .strictObject({
    message: z.string(),
    code: messageCode,
    facts: messageFacts
      .optional()
      .describe('Values of the placeholders of the message; absent if it has none.'),
    errors: byField(z.string()).describe('Messages by field; with status 422 only.'),
    rules: byField(messageCode).describe('The codes of the messages in `errors`, in the same order.'),
    rule_facts: byField(messageFacts).describe('The facts of the messages in `errors`, in the same order.'),
  })
  .meta({ id: 'Error' });

/** Status of each error code under `/api` (docs/build/contract/rest.md §5). Downloads can also respond with 416. */
const STATUS = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  invalid: 422,
  name_taken: 422,
  parent_missing: 422,
  locked: 403,
  precondition_failed: 412,
  quota_exceeded: 422,
  storage_full: 422,
  too_large: 422,
  throttled: 429,
  incomplete: 400,
  unavailable: 500,
  database_locked: 429,
} as const satisfies Record<ErrorCode, number>;

/** Default field in `errors` for an error without `fields`. */
const FIELD: Partial<Record<ErrorCode, string>> = {
  name_taken: 'name',
  parent_missing: 'path',
  quota_exceeded: 'file',
  storage_full: 'file',
  too_large: 'file',
};

/**
 * Sends an error body and ends the response. `Cache-Control` becomes `no-store`.
 * @param fields messages by field, with status 422
 */
export function sendError(
  res: Response,
  status: number,
  { code, facts, text }: Message,
  fields?: FieldMessages,
): void {
  res.removeHeader('Cache-Control');
  const body: z.input<typeof errorBody> = {
    message: text,
    code,
    ...(Object.keys(facts).length === 0 ? {} : { facts }),
    ...(fields && {
      errors: mapFaults(fields, (fault) => fault.text),
      rules: mapFaults(fields, (fault) => fault.code),
      rule_facts: mapFaults(fields, (fault) => fault.facts),
    }),
  };
  sendJson(res, status, body);
}

function mapFaults<T>(fields: FieldMessages, part: (fault: Message) => T): Record<string, T[]> {
  return Object.fromEntries(Object.entries(fields).map(([field, faults]) => [field, faults.map(part)]));
}

function fieldsOf({ code, fields, reason }: DmsError): FieldMessages {
  if (fields !== undefined) return fields;
  const field = FIELD[code];
  return field === undefined ? {} : { [field]: [reason] };
}

/** Message of an error for users. */
export function reasonOf({ lock, reason }: DmsError): Message {
  return lock ? message('locked', { user: lock.user, until: timestampJson(lock.expiresAt) }) : reason;
}

function sendDmsError(res: Response, error: DmsError): void {
  const status = STATUS[error.code];
  if (status === 401) {
    const invalid = contextOf(res.req).deferredError === undefined ? '' : ', error="invalid_token"';
    res.setHeader('WWW-Authenticate', `Bearer realm="dms"${invalid}`);
  }
  if (error.retryAfter !== undefined && !res.hasHeader('Retry-After')) {
    res.setHeader('Retry-After', Math.max(1, Math.ceil(error.retryAfter)));
  }
  sendError(res, status, reasonOf(error), status === 422 ? fieldsOf(error) : undefined);
}

/**
 * Message for a request that cannot be parsed; undefined for any other error. body-parser and Express mark such errors
 * with a 4xx status; all of them become 400.
 */
function badRequestMessage(error: unknown): Message | undefined {
  if (error instanceof UnreadableRequest) return error.reason;
  if (error instanceof ProtocolError) return undefined;
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.parse.failed') return message('body_unreadable');
  if (type === 'entity.too.large') return message('body_too_long');
  return message('request_unreadable');
}

/**
 * Sends the response to any error that the middleware or a handler throws.
 *
 * - a {@link DmsError}: the status of its code
 * - a {@link ProtocolError}: its own status
 * - a request that cannot be parsed: 400
 * - a full or failed disk, or a database lock of another program: the status of the code from {@link storageFault};
 *   logged
 * - any other error is a fault of the server: logged, and the client receives a fixed message that reveals no cause
 */
// Express recognises an error handler by its four parameters.
// eslint-disable-next-line @typescript-eslint/no-unused-vars
export const errorHandler: ErrorRequestHandler = async (error: unknown, req, res, _next) => {
  const dmsError = error instanceof DmsError ? error : storageFault(error);
  const badRequest = badRequestMessage(error);
  const isExpected =
    error instanceof ProtocolError ||
    (error instanceof DmsError && STATUS[error.code] !== 500 && error.code !== 'database_locked');
  if (badRequest === undefined && !isExpected) contextOf(req).log.error({ err: error }, 'request failed');
  await discardSmallBody(req);
  // Part of the response is sent, or the client has disconnected. Closing the connection marks the response as
  // incomplete.
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  if (badRequest !== undefined) sendError(res, 400, badRequest);
  else if (error instanceof ProtocolError) sendError(res, error.status, error.reason);
  else if (dmsError === undefined) sendError(res, 500, message('internal'));
  else sendDmsError(res, dmsError);
};

/** Rejects a request without a matching route (404): the path is unknown, or does not support the method. */
export const rejectUnknownRoute: RequestHandler = () => {
  throw notFound();
};
