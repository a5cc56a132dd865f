import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Service } from '../support/service.ts';

/** A response with its whole body. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A request as a sync client or a browser sends it. */
export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** `Authorization` for login and password, or a token as password. */
export function basic(login: string, password: string): Readonly<Record<string, string>> {
  return { Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` };
}

/** Sends one request with exactly these headers on its own connection, and follows no redirect. */
export async function ask(
  { port }: Pick<Service, 'port'>,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  request(
    { host: '127.0.0.1', port, path, method, headers: { ...length, ...headers }, agent: false },
    resolve,
  )
    .on('error', reject)
    .end(body);
  const response = await promise;
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
}
