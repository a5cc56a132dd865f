import * as z from 'zod';
import { requireAdmin } from '../../core/access/access.ts';
import type { Invitation } from '../../core/accounts/accounts.ts';
import type { Dms } from '../../core/dms.ts';
import { invalid } from '../../model/errors/errors.ts';
import {
  actorOf,
  dataOf,
  deleted,
  idOf,
  sendCreated,
  sendData,
  timestamp,
  timestampJson,
} from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';

const invitation = z.strictObject({
  url: z
    .string()
    .nullable()
    .describe(
      'The link to give to the user; null if it was sent by e-mail. Begins with a slash if `server.base_url` is not set.',
    ),
  sent_to: z.string().nullable().describe('The e-mail address that the link is sent to; null: none.'),
  expires_at: timestamp,
});

function invitationJson({ url, sentTo, expiresAt }: Invitation): z.input<typeof invitation> {
  return { url, sent_to: sentTo, expires_at: timestampJson(expiresAt) };
}

/** Operations below `/api/users/{id}`: help for users who cannot sign in, or must not stay signed in. */
export function userActionOperations(dms: Dms) {
  return {
    invite: operation({
      summary: 'Invite a user to set a password',
      description:
        'Creates a link that is valid for 7 days and one use; earlier links of the user become invalid. It is sent by ' +
        'e-mail if the service can send links, else it is in the response.',
      body: z.strictObject({
        mail: z.boolean().optional().describe('False: do not send the link, but return it in the response.'),
      }),
      responses: { 201: dataOf(invitation) },
      handle: async (req, res, { body }) => {
        requireAdmin(actorOf(req));
        const { id } = dms.users.get(actorOf(req), idOf(req));
        sendCreated(res, invitationJson(await dms.passwordLinks.invite(actorOf(req), id, body().mail)));
      },
    }),

    removeTwoFactor: operation({
      summary: 'Turn off the second factor of another user',
      description:
        'For users who have lost it. The password is not changed, and the user is notified by e-mail.',
      responses: { 200: deleted },
      errors: [422],
      handle: async (req, res) => {
        requireAdmin(actorOf(req));
        const id = idOf(req);
        if (!(await dms.twoFactor.switchOff(actorOf(req), id)))
          throw invalid('two_factor', 'two_factor_is_off');
        sendData(res, { id });
      },
    }),

    endSessions: operation({
      summary: 'End all sessions of a user',
      description: 'Except the session of this request. The tokens remain valid.',
      responses: { 200: dataOf(z.strictObject({ ended: z.int().min(0) })) },
      handle: async (req, res) => {
        requireAdmin(actorOf(req));
        sendData(res, { ended: await dms.sessions.endOf(actorOf(req), idOf(req)) });
      },
    }),
  } satisfies Operations;
}
