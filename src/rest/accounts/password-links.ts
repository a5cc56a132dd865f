import * as z from 'zod';
import type { Dms } from '../../core/dms.ts';
import { notFound } from '../../model/errors/errors.ts';
import { actorOf, dataOf, sendData } from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { newPassword } from './users.ts';

/** Operations of `/api/password-resets`: set a new password with a link, without the old password. */
export function passwordLinkOperations(dms: Dms) {
  return {
    request: operation({
      summary: 'Request a link for a new password',
      description:
        'Sends it by e-mail if there is an enabled account with this login or e-mail address. The response is the same ' +
        'in any case. The link is valid for 30 minutes and one use; at most 3 an hour for an account. 429 after too many ' +
        'requests from one address.',
      body: z.strictObject({ login: z.string().describe('The login, or the e-mail address.') }),
      responses: { 200: dataOf(z.strictObject({})) },
      handle: (req, res, { body }) => {
        dms.passwordLinks.request(actorOf(req), body().login);
        sendData(res, {});
      },
    }),

    setPassword: operation({
      summary: 'Set a password with a link',
      description:
        'Ends all sessions of the user and revokes the tokens. Does not sign the user in, and does not turn off the ' +
        'second factor. 404 if the code is unknown, used or expired.',
      pathTexts: { code: 'The code of the link, from an e-mail or an invitation.' },
      body: z.strictObject({ password: newPassword }),
      responses: { 200: dataOf(z.strictObject({ login: z.string() })) },
      handle: async (req, res, { body }) => {
        const { code } = req.params;
        if (typeof code !== 'string') throw notFound();
        dms.passwordLinks.assertGood(code);
        const { login } = await dms.passwordLinks.setPassword(actorOf(req), code, body().password);
        sendData(res, { login });
      },
    }),
  } satisfies Operations;
}
