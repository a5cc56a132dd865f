import * as z from 'zod';
import type { Dms } from '../../core/dms.ts';
import { actorOf, dataOf, must, sendData } from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';

const SHORTEST = 2;
const MAX_LENGTH = 255;

/** Schema of the prefixes in a search for users. */
export const beginnings = z
  .string(must('not_text'))
  .trim()
  .min(SHORTEST, must('too_few_characters', { minimum: SHORTEST }))
  .max(MAX_LENGTH, must('too_many_characters', { maximum: MAX_LENGTH }));

/** Schema of a user as shown to other users, identified by login. */
export const colleague = z.strictObject({ login: z.string(), name: z.string() }).meta({ id: 'Colleague' });

/** Operation of `GET /api/people`. */
export function peopleOperations(dms: Dms) {
  return {
    find: operation({
      summary: 'Find users to share with',
      description:
        'At most 20. Each word of `q` must be the beginning of a word in name or login, or `q` the whole e-mail ' +
        'address or login; only the latter with the configuration `people.search: exact`. The caller and ' +
        'disabled accounts are not listed.',
      query: z.object({ q: beginnings }),
      responses: { 200: dataOf(z.array(colleague).max(20)) },
      handle: async (req, res, { query }) => {
        sendData(res, await dms.people.find(actorOf(req), query().q));
      },
    }),
  } satisfies Operations;
}
