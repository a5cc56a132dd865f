import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import { actorOf, dataOf, idOf, sendCreated, timestamp, timestampJson } from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';

const editAddress = z
  .strictObject({
    url: z
      .string()
      .describe(
        'Address for a WebDAV client. Without `server.base_url` it begins with `/webdav`. Shown only here.',
      ),
    expires_at: timestamp.describe('End of the address if it is not used; each use renews it.'),
  })
  .meta({ id: 'EditAddress' });

const DESCRIPTION =
  'An office program can open, lock and save the document at this WebDAV address without a password, with the rights ' +
  'that the caller has at that moment. Needs the permission to update the document. The address ends 12 hours after ' +
  'its last use, and with the session or token of this request. A user may have 200 addresses; a further one ends the ' +
  'oldest.';

/** Operations for editing a document in an office program. */
export function editAddressOperations(dms: Dms, baseUrl: string | null) {
  return {
    create: operation({
      summary: 'Create an address at which a program edits a document',
      description: DESCRIPTION,
      responses: { 201: dataOf(editAddress) },
      handle: async (req, res) => {
        const { token, name, expiresAt } = await dms.editAddresses.open(actorOf(req), idOf(req));
        const data: z.input<typeof editAddress> = {
          url: `${baseUrl ?? ''}/webdav/.edit/${token}/${encodeURIComponent(name)}`,
          expires_at: timestampJson(expiresAt),
        };
        sendCreated(res, data);
      },
    }),
  } satisfies Operations;
}
