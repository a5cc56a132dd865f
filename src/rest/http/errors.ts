import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { DmsError, type ErrorCode, notFound } from '../../model/errors.ts';
import { answerJson, timestamp } from './answers.ts';
import { contextOf } from './request-context.ts';

/** The body of every refusal. */
export const errorBody = z
  .strictObject({
    message: z.string(),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('Messages by field; there with 422 only.'),
  })
  .meta({ id: 'Error' });

interface ErrorBody {
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** The statuses of errors under `/api`; there are no others (CONTRACT §2), but 416, which only a download answers. */
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
} as const satisfies Record<ErrorCode, number>;

/** The field that a refusal without a field of its own is about. */
const FIELD: Partial<Record<ErrorCode, string>> = {
  name_taken: 'name',
  parent_missing: 'path',
  quota_exceeded: 'file',
  storage_full: 'file',
  too_large: 'file',
};

const OUR_FAULT = 'Something went wrong on the server. The log says more under this request id.';

/** A request that cannot be read: not JSON, not multipart, a path that does not decode. Answered with 400. */
export class UnreadableRequest extends Error {}

/** Ends an answer with an error body. */
export function answerError(res: Response, status: number, body: ErrorBody): void {
  res.removeHeader('Cache-Control');
  answerJson(res, status, body);
}

function fieldsOf(error: DmsError): Readonly<Record<string, readonly string[]>> {
  if (error.fields !== undefined) return error.fields;
  const field = FIELD[error.code];
  return field === undefined ? {} : { [field]: [error.message] };
}

function messageOf(error: DmsError): string {
  if (error.lock === undefined) return error.message;
  return `is locked by ${error.lock.user} until ${timestamp(error.lock.expiresAt)}`;
}

function answerRefusal(res: Response, error: DmsError): void {
  const status = STATUS[error.code];
  if (status === 401) {
    const invalid = contextOf(res.req).failure === undefined ? '' : ', error="invalid_token"';
    res.setHeader('WWW-Authenticate', `Bearer realm="dms"${invalid}`);
  }
  if (error.retryAfter !== undefined && !res.hasHeader('Retry-After')) {
    res.setHeader('Retry-After', Math.max(1, Math.ceil(error.retryAfter)));
  }
  const message = messageOf(error);
  answerError(res, status, status === 422 ? { message, errors: fieldsOf(error) } : { message });
}

/** What body-parser and express refuse bears a 4xx status; which one does not matter: it is 400 here. */
function clientFault(error: unknown): string | undefined {
  if (error instanceof UnreadableRequest) return error.message;
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.parse.failed') return 'The body is not valid JSON.';
  if (type === 'entity.too.large') return 'The body is larger than 1 MiB.';
  return 'The request cannot be read.';
}

/**
 * The one place where an error becomes an answer. What is neither a refusal of the core nor an unreadable request is
 * our fault: it is logged, once, and the caller learns nothing of it but the request id.
 */
// Express tells an error handler by its four parameters.
// eslint-disable-next-line @typescript-eslint/no-unused-vars
export const answerErrors: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  const refusal = error instanceof DmsError ? error : undefined;
  const unreadable = clientFault(error);
  const ourFault = unreadable === undefined && (refusal === undefined || STATUS[refusal.code] === 500);
  if (ourFault) contextOf(req).log.error({ err: error }, 'request failed');
  // Half an answer is out already (or nobody listens any more): closing the connection is all that can still be said.
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  if (unreadable !== undefined) answerError(res, 400, { message: unreadable });
  else if (refusal === undefined || ourFault) answerError(res, 500, { message: OUR_FAULT });
  else answerRefusal(res, refusal);
};

/** Whatever no route answered: an unknown path, or a method that the path does not have. */
export const answerUnknown: RequestHandler = () => {
  throw notFound();
};
