import * as z from 'zod';
import type { Dms } from '../../core/dms.ts';
import { actorOf, dataOf, sendCreated, sendData } from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { newPerson, user, userJson } from './users.ts';

const firstAdministrator = z.strictObject({
  code: z.string().describe('From the setup link that `dms serve` prints at its start.'),
  ...newPerson,
});

const options = z.strictObject({
  password_reset: z.boolean().describe('A link for a new password can be sent by e-mail.'),
  setup: z.boolean().describe('There is no administrator yet, and `POST /setup` creates the first one.'),
});

/** Operations of `/api/setup` and `/api/sign-in-options`. */
export function setupOperations(dms: Dms) {
  return {
    options: operation({
      summary: 'Read the options for callers who are not signed in',
      responses: { 200: dataOf(options) },
      handle: (_req, res) => {
        const data: z.input<typeof options> = {
          password_reset: dms.passwordLinks.canMail,
          setup: dms.setup.isOpen(),
        };
        sendData(res, data);
      },
    }),

    create: operation({
      summary: 'Create the first administrator',
      description:
        'Works once, while there is no administrator; after that 404 with the code `administrator_exists`. ' +
        '403 if the code is wrong, older ' +
        'than 30 minutes, or of an earlier start; 429 after too many wrong ones.',
      body: firstAdministrator,
      responses: { 201: dataOf(user) },
      errors: [404],
      handle: async (req, res, { body }) => {
        dms.setup.assertOpen();
        const { code, ...person } = body();
        sendCreated(res, userJson(await dms.setup.createAdministrator(actorOf(req), code, person)));
      },
    }),
  } satisfies Operations;
}
