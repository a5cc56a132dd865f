import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import { MAX_RECENT } from '../../../core/personal-lists/personal-lists.ts';
import {
  actorOf,
  dataOf,
  idOf,
  pageOf,
  pageOfData,
  paging,
  recordId,
  sendData,
  sendPage,
  timestamp,
  timestampJson,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { entryWith, location } from './entries.ts';
import { entriesJson, include } from './shared-with.ts';

const recent = entryWith({
  path: location.path,
  use: z.enum(['opened', 'changed']).describe('What the caller did last with it.'),
  used_at: timestamp,
});

/** Operations of what the caller has opened and changed last. */
export function recentOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List the documents that the caller opened or changed last',
      description: `Newest first, at most ${MAX_RECENT}, without those that the caller may no longer read.`,
      query: paging.extend({ include }),
      responses: { 200: pageOfData(recent) },
      handle: (req, res, { query }) => {
        const { include: included, ...rest } = query();
        const page = pageOf(rest);
        const found = dms.recent.list(actorOf(req), page);
        const records = found.items.map(({ record }) => record);
        const entryJson = entriesJson(dms, req, included, records);
        sendPage(
          res,
          page,
          found,
          ({ record, path, use, at }): z.input<typeof recent> => ({
            ...entryJson(record),
            path,
            use,
            used_at: timestampJson(at),
          }),
        );
      },
    }),
    open: operation({
      summary: 'Note that the caller has opened a document',
      description: 'For programs that show documents to their users: a download alone is not noted.',
      responses: { 200: dataOf(z.strictObject({ id: recordId })) },
      handle: async (req, res) => {
        const id = idOf(req);
        await dms.recent.noteOpening(actorOf(req), id);
        sendData(res, { id });
      },
    }),
  } satisfies Operations;
}
