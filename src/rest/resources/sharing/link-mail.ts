import * as z from 'zod';
import { requireUser } from '../../../core/access/access.ts';
import type { Dms } from '../../../core/dms.ts';
import { MAX_ADDRESSES, MAX_TEXT_BYTES } from '../../../core/links/links.ts';
import { LANGUAGES } from '../../../model/people/user.ts';
import { actorOf, dataOf, idOf, must, sendData, text } from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';

const letter = z.strictObject({
  code: z.string().describe('The last part of the `url` of the link, which only its creation returned.'),
  to: z
    .array(z.string().max(254, must('too_many_characters', { maximum: 254 })))
    .min(1, must('empty'))
    .max(MAX_ADDRESSES, must('too_many_elements', { maximum: MAX_ADDRESSES }))
    .describe('E-mail addresses. Each gets an e-mail of its own.'),
  text: text(MAX_TEXT_BYTES).default(''),
  language: z
    .enum(LANGUAGES, must('not_one_of_two', { first: 'de', second: 'en' }))
    .optional()
    .describe('Language of the e-mail. Default: that of the account of the caller, or else `en`.'),
});

/** Operation of `/api/links/{id}/mail`. */
export function linkMailOperations(dms: Dms) {
  return {
    send: operation({
      summary: 'Send a link by e-mail',
      description:
        'Only its creator, who needs the permission to share the entry. The e-mail contains the name of the caller ' +
        'and of the entry, the text, the link and its end, and whether it has a password. Replies go to the e-mail ' +
        'address of the caller. 403 if `mail` of the link policy is false. 429 above 100 e-mails of the caller, or 3 ' +
        'to one address about one entry, in an hour; no e-mail is sent then.',
      body: letter,
      responses: {
        200: dataOf(
          z.strictObject({
            sent_to: z.array(z.string()).max(MAX_ADDRESSES).describe('The addresses, each once.'),
          }),
        ),
      },
      handle: async (req, res, { body }) => {
        const actor = actorOf(req);
        requireUser(actor, 'write');
        sendData(res, { sent_to: await dms.linkMail.send(actor, idOf(req), body()) });
      },
    }),
  } satisfies Operations;
}
