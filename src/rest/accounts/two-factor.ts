import { renderSVG } from 'uqr';
import { z } from 'zod';
import type { Dms } from '../../core/dms.ts';
import type { Enrolment } from '../../core/sign-in/sign-in.ts';
import { actorOf, answer, dataOf, deleted, moment, must, signedInUser, timestamp } from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';

/** How a second factor is had. */
export const twoFactorMethod = z.enum(['email', 'totp'], must('be email or totp'));

const enrolment = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('email'),
    expires_at: moment.describe('The code that was sent is good until then.'),
  }),
  z.strictObject({
    method: z.literal('totp'),
    secret: z.string().describe('For typing: base 32.'),
    otpauth_uri: z.string(),
    qr_svg: z.string().describe('`otpauth_uri` for scanning: an SVG document.'),
  }),
]);
const recoveryCodes = dataOf(
  z.strictObject({
    recovery_codes: z.array(z.string()).length(10).describe('Each good once. Nobody can read them again.'),
  }),
);
const password = z.string();
const code = z.string().describe('By e-mail, of the authenticator, or one of those for recovery.');

function enrolmentJson(begun: Enrolment): z.input<typeof enrolment> {
  if (begun.method === 'email') return { method: 'email', expires_at: timestamp(begun.expiresAt) };
  const { method, secret, uri } = begun;
  return { method, secret, otpauth_uri: uri, qr_svg: renderSVG(uri, { ecc: 'M', border: 4 }) };
}

/** `/api/account/2fa`: the second factor of the own account. */
export function twoFactorOperations(dms: Dms) {
  return {
    enrol: operation({
      summary: 'Begin to switch the second factor on',
      description:
        'Nothing changes until a code confirms it. By e-mail a code is sent, three an hour at most.',
      body: z.strictObject({ method: twoFactorMethod, password }),
      answers: { 200: dataOf(enrolment) },
      handle: async (req, res, { body }) => {
        const { method, password: shown } = body();
        answer(res, enrolmentJson(await dms.twoFactor.enrol(actorOf(req), method, shown)));
      },
    }),

    confirm: operation({
      summary: 'Switch the second factor on',
      description: 'Ends all other sessions. From now on WebDAV takes tokens only.',
      body: z.strictObject({ code: z.string() }),
      answers: { 200: recoveryCodes },
      handle: async (req, res, { body }) => {
        answer(res, { recovery_codes: await dms.twoFactor.confirm(actorOf(req), body().code) });
      },
    }),

    remove: operation({
      summary: 'Switch the second factor off',
      body: z.strictObject({ password, code }),
      answers: { 200: deleted },
      handle: async (req, res, { body }) => {
        const { password: shown, code: typed } = body();
        await dms.twoFactor.remove(actorOf(req), shown, typed);
        answer(res, { id: signedInUser(req).userId });
      },
    }),

    renewRecoveryCodes: operation({
      summary: 'Make new recovery codes',
      description: 'Those before are good no longer.',
      body: z.strictObject({ password }),
      answers: { 200: recoveryCodes },
      handle: async (req, res, { body }) => {
        answer(res, {
          recovery_codes: await dms.twoFactor.renewRecoveryCodes(actorOf(req), body().password),
        });
      },
    }),
  } satisfies Operations;
}
