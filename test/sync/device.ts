import assert from 'node:assert/strict';
import { totpCode } from '../support/second-factor.ts';
import type { Service } from '../support/service.ts';
import { type Answer, type Asked, ask } from './client.ts';

/** Path of the sign-in of a device. */
export const BASE = '/index.php/login/v2';
/** Type of a form. */
export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** A device sign-in as the device knows it. */
export interface Started {
  readonly token: string;
  readonly endpoint: string;
  /** URL of the page. */
  readonly login: string;
  /** Path of the page. */
  readonly path: string;
}

/** Starts a device sign-in. */
export async function start(service: Service, headers: Record<string, string> = {}): Promise<Started> {
  const { status, text } = await ask(service, BASE, { method: 'POST', headers });
  assert.equal(status, 200, text);
  const { poll, login } = JSON.parse(text);
  return { ...poll, login, path: new URL(login).pathname };
}

/** Asks as the device for its credentials. */
export function poll(service: Service, token: string): Promise<Answer> {
  return ask(service, `${BASE}/poll`, { method: 'POST', headers: FORM, body: `token=${token}` });
}

/** The value in the page that the answer must contain. */
export function confirmationIn({ text }: Answer): string {
  return /name="confirmation" value="([0-9a-f]+)"/.exec(text)?.[1] ?? assert.fail(text);
}

/** The form of the page, as a browser sends it. */
export function form(
  cookie: string,
  confirmation: string,
  answer = 'grant',
  headers: Record<string, string> = {},
): Asked {
  const body = `confirmation=${confirmation}&answer=${answer}`;
  return { method: 'POST', headers: { ...FORM, Cookie: cookie, ...headers }, body };
}

/** Turns the second factor of the user of a session on. */
export async function enrol(service: Service, cookie: string): Promise<void> {
  const post = (path: string, body: unknown) =>
    ask(service, path, {
      method: 'POST',
      headers: { Cookie: cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const [, login = ''] =
    /"login":"([^"]+)"/.exec((await ask(service, '/api/account', { headers: { Cookie: cookie } })).text) ??
    [];
  const enrolled = await post('/api/account/2fa', {
    method: 'totp',
    password: `${login}'s very own password`,
  });
  const { secret } = JSON.parse(enrolled.text).data;
  const { status, text } = await post('/api/account/2fa/confirm', { code: totpCode(secret, Date.now()) });
  assert.equal(status, 200, text);
}
