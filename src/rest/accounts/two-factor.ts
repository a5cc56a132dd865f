import { renderSVG } from 'uqr';
import * as z from 'zod';
import type { Dms } from '../../core/dms.ts';
import type { Enrolment } from '../../core/sign-in/sign-in.ts';
import {
  actorOf,
  dataOf,
  deleted,
  must,
  sendData,
  signedInUser,
  timestamp,
  timestampJson,
} from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { keepTokens } from './users.ts';

/** Schema of the second-factor method: codes by e-mail, or from an authenticator app (RFC 6238). */
export const twoFactorMethod = z.enum(
  ['email', 'totp'],
  must('not_one_of_two', { first: 'email', second: 'totp' }),
);

const enrolment = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('email'),
    expires_at: timestamp.describe('Time until which the code in the e-mail is valid.'),
  }),
  z.strictObject({
    method: z.literal('totp'),
    secret: z.string().describe('The key in base 32, for typing into the authenticator app.'),
    otpauth_uri: z.string().describe('The key as a URI, for the authenticator app.'),
    qr_svg: z.string().describe('`otpauth_uri` as a QR code: an SVG document.'),
  }),
]);
const recoveryCodes = dataOf(
  z.strictObject({
    recovery_codes: z
      .array(z.string())
      .length(10)
      .describe('Each can be used once. They cannot be read again.'),
  }),
);
const password = z.string();
const code = z
  .string()
  .describe('The code from the e-mail or from the authenticator app, or a recovery code.');

function enrolmentJson(record: Enrolment): z.input<typeof enrolment> {
  if (record.method === 'email') return { method: 'email', expires_at: timestampJson(record.expiresAt) };
  const { method, secret, uri } = record;
  return { method, secret, otpauth_uri: uri, qr_svg: renderSVG(uri, { ecc: 'M', border: 4 }) };
}

/** Operations of `/api/account/2fa`: the second factor of the caller's own account. */
export function twoFactorOperations(dms: Dms) {
  return {
    enrol: operation({
      summary: 'Start turning on the second factor',
      description:
        'The second factor stays off until a code is verified. `email`: sends a code; at most 3 codes an hour.',
      body: z.strictObject({ method: twoFactorMethod, password }),
      responses: { 200: dataOf(enrolment) },
      handle: async (req, res, { body }) => {
        const { method, password: currentPassword } = body();
        sendData(res, enrolmentJson(await dms.twoFactor.enrol(actorOf(req), method, currentPassword)));
      },
    }),

    confirm: operation({
      summary: 'Turn on the second factor',
      description:
        'Ends all other sessions of the user and revokes the tokens. After that, WebDAV accepts only tokens, ' +
        'not the password.',
      body: z.strictObject({ code: z.string(), keep_tokens: keepTokens.optional() }),
      responses: { 200: recoveryCodes },
      handle: async (req, res, { body }) => {
        const { code: firstCode, keep_tokens: tokens } = body();
        sendData(res, { recovery_codes: await dms.twoFactor.confirm(actorOf(req), firstCode, tokens) });
      },
    }),

    remove: operation({
      summary: 'Turn off the second factor',
      body: z.strictObject({ password, code }),
      responses: { 200: deleted },
      handle: async (req, res, { body }) => {
        const { password: currentPassword, code: currentCode } = body();
        await dms.twoFactor.remove(actorOf(req), currentPassword, currentCode);
        sendData(res, { id: signedInUser(req).userId });
      },
    }),

    renewRecoveryCodes: operation({
      summary: 'Create new recovery codes',
      description: 'The old recovery codes become invalid.',
      body: z.strictObject({ password }),
      responses: { 200: recoveryCodes },
      handle: async (req, res, { body }) => {
        sendData(res, {
          recovery_codes: await dms.twoFactor.renewRecoveryCodes(actorOf(req), body().password),
        });
      },
    }),
  } satisfies Operations;
}
