import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Account, Service } from '../support/service.ts';

/** A response as a stranger gets it. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly text: string;
}

/** Values of a link that a test makes; the rest has defaults. */
export interface LinkOptions {
  readonly kind?: 'view' | 'download' | 'upload' | 'edit';
  readonly label?: string;
  readonly password?: string | null;
  readonly expiresAt?: number | null;
  readonly maxDownloads?: number | null;
  readonly maxFiles?: number | null;
  readonly maxBytes?: number | null;
  readonly isListed?: boolean;
}

/** Makes a link. @returns its id, and its address without the host */
export async function makeLink(
  service: Service,
  account: Account,
  entryId: number,
  options: LinkOptions = {},
): Promise<{ readonly id: number; readonly path: string }> {
  const { id, code } = await service.dms.links.create(account.actor, {
    entryId,
    kind: 'download',
    label: '',
    password: null,
    expiresAt: null,
    maxDownloads: null,
    isListed: true,
    ...options,
  });
  return { id, path: `/s/${code}` };
}

/** Sends a GET of a stranger, with the path exactly as given, and follows no redirect. */
export async function visit(
  service: Service,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get({ host: '127.0.0.1', port: service.port, path, method, headers, agent: false }, resolve).on(
    'error',
    reject,
  );
  const response = await promise;
  const body = await buffer(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() };
}

/** Sends the form with a password. */
export async function enterPassword(
  service: Service,
  path: string,
  password: string,
): Promise<{ readonly status: number; readonly cookie: string; readonly text: string }> {
  const body = new URLSearchParams({ password });
  const response = await fetch(service.url + path, { method: 'POST', body, redirect: 'manual' });
  const cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  return { status: response.status, cookie, text: await response.text() };
}

/** Asserts that a response reveals nothing: it is that of a link that never was. */
export async function assertGone(
  service: Service,
  path: string,
  headers?: Record<string, string>,
): Promise<void> {
  const [answer, unknown] = [
    await visit(service, path, headers),
    await visit(service, '/s/aaaaaaaaaaaaaaaaaaaaaa'),
  ];
  assert.equal(answer.status, 404, path);
  assert.equal(answer.text, unknown.text, path);
  const shape = ({ headers }: Answer) => ({ ...headers, date: undefined });
  assert.deepEqual(shape(answer), shape(unknown), path);
}
