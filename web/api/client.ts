import createClient from 'openapi-fetch';
import type { paths } from '../schema.d.ts';
import { loadMessages, t } from '../text/text.ts';
import { ApiError, errorOf } from './api-error.ts';
import { connection } from './connection.ts';
import type { Page } from './records.ts';
import { signInAgain } from './session.ts';

/** Base path of the operations that pages use. */
export const API = '/web/api';

/** Paths where a 401 is the result of the request, not the end of a session. */
const SIGN_IN = /\/web\/api\/(?:login|logout|2fa|setup|password-resets)(?:\/|$)/;

/** Sends a request. If the session has ended, asks the user to sign in and repeats the request, so no input is lost. */
async function send(request: Request): Promise<Response> {
  const again = request.clone();
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    connection.lost();
    throw new ApiError(t().unreachable);
  }
  connection.found();
  if (!response.ok) await loadMessages();
  if (response.status !== 401 || SIGN_IN.test(new URL(request.url).pathname)) return response;
  await signInAgain();
  return send(again);
}

/** Client of the service, typed by its OpenAPI schema. */
export const api = createClient<paths>({ baseUrl: API, fetch: send });

interface Result<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

interface Meta {
  readonly total: number;
  readonly total_is_lower_bound?: true;
}

/** The `data` of a response. @throws {ApiError} */
export async function dataOf<T>(call: Promise<Result<{ data: T }>>): Promise<T> {
  return (await bodyOf(call)).data;
}

/** One page of a list. @throws {ApiError} */
export async function pageOf<T>(call: Promise<Result<{ data: T[]; meta: Meta }>>): Promise<Page<T>> {
  const { data, meta } = await bodyOf(call);
  return { items: data, total: meta.total, isLowerBound: meta.total_is_lower_bound };
}

/** The whole body of a response. @throws {ApiError} */
export async function bodyOf<T>(call: Promise<Result<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (data === undefined) throw errorOf(response, error);
  return data;
}
