import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { discardSmallBody } from '../../http/request-body.ts';
import { DmsError, type ErrorCode, notFound } from '../../model/errors.ts';
import { storageFault } from '../../model/storage-fault.ts';
import { answerJson, timestampJson } from './answers.ts';
import { contextOf } from './request-context.ts';

/** The schema of the body of every error response. */
export const errorBody = z
  .strictObject({
    message: z.string(),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('Messages by field; with status 422 only.'),
  })
  .meta({ id: 'Error' });

interface ErrorBody {
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/**
 * The status of each error code under `/api` (docs/contract.md). Downloads also answer 416.
 */
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

/** The field under which `errors` reports an error whose `fields` are not set. */
const FIELD: Partial<Record<ErrorCode, string>> = {
  name_taken: 'name',
  parent_missing: 'path',
  quota_exceeded: 'file',
  storage_full: 'file',
  too_large: 'file',
};

const SERVER_ERROR =
  'Internal server error. The server log has the cause under the X-Request-Id of this response.';

/** A request that cannot be parsed (400): not JSON, not multipart, or bad percent-encoding in the path. */
export class UnreadableRequest extends Error {}

/** Sends an error body and ends the response. `Cache-Control` becomes `no-store`. */
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
  return `is locked by ${error.lock.user} until ${timestampJson(error.lock.expiresAt)}`;
}

function answerDmsError(res: Response, error: DmsError): void {
  const status = STATUS[error.code];
  if (status === 401) {
    const invalid = contextOf(res.req).deferredError === undefined ? '' : ', error="invalid_token"';
    res.setHeader('WWW-Authenticate', `Bearer realm="dms"${invalid}`);
  }
  if (error.retryAfter !== undefined && !res.hasHeader('Retry-After')) {
    res.setHeader('Retry-After', Math.max(1, Math.ceil(error.retryAfter)));
  }
  const message = messageOf(error);
  answerError(res, status, status === 422 ? { message, errors: fieldsOf(error) } : { message });
}

/**
 * The message of an error that the client caused by a request that cannot be parsed; undefined for any other
 * error. body-parser and Express mark such errors with a 4xx status; all of them become 400.
 */
function badRequestMessage(error: unknown): string | undefined {
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
 * Sends the response for any error that the middleware or a handler throws.
 *
 * - a {@link DmsError}: the status of its code
 * - a request that cannot be parsed: 400
 * - a full or failed disk: the status of the code that {@link storageFault} gives it. It is logged.
 * - any other error: a fault of the server. It is logged, and the client gets a fixed message that reveals
 *   nothing of the cause.
 */
// Express recognises an error handler by its four parameters.
// eslint-disable-next-line @typescript-eslint/no-unused-vars
export const answerErrors: ErrorRequestHandler = async (error: unknown, req, res, _next) => {
  const dmsError = error instanceof DmsError ? error : storageFault(error);
  const badRequest = badRequestMessage(error);
  const isOfCore = error instanceof DmsError && STATUS[error.code] !== 500;
  if (badRequest === undefined && !isOfCore) contextOf(req).log.error({ err: error }, 'request failed');
  await discardSmallBody(req);
  // Part of the response was sent already, or the client is gone. Closing the connection marks the response
  // as broken.
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  if (badRequest !== undefined) answerError(res, 400, { message: badRequest });
  else if (dmsError === undefined) answerError(res, 500, { message: SERVER_ERROR });
  else answerDmsError(res, dmsError);
};

/** Rejects a request that no route answered (404): the path is unknown, or it does not have this method. */
export const answerUnknownRoute: RequestHandler = () => {
  throw notFound();
};
