import { z } from 'zod';
import type { Dms } from '../../core/dms.ts';
import { actorOf, answerCreated, dataOf } from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { newPerson, user, userJson } from './users.ts';

const firstAdministrator = z.strictObject({
  token: z.string().describe('From the setup link that `dms serve` prints at its start.'),
  ...newPerson,
});

/** The operation `/api/setup`. */
export function setupOperations(dms: Dms) {
  return {
    create: operation({
      summary: 'Create the first administrator',
      description:
        'Works once, and only as long as there is no administrator; after that 404. 403 if the token is wrong, older ' +
        'than 30 minutes, or of an earlier start; 429 after too many wrong ones.',
      body: firstAdministrator,
      responses: { 201: dataOf(user) },
      errors: [404],
      handle: async (req, res, { body }) => {
        dms.setup.assertOpen();
        const { token, ...person } = body();
        answerCreated(res, userJson(await dms.setup.createAdministrator(actorOf(req), token, person)));
      },
    }),
  } satisfies Operations;
}
