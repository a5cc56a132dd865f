import { z } from 'zod';
import type { Dms } from '../../core/dms.ts';
import type { Activity } from '../../model/activity.ts';
import {
  actorOf,
  answerCsv,
  answerPage,
  idOf,
  moment,
  pageOf,
  pageOfData,
  paging,
  recordId,
  time,
  timestamp,
} from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';

const filter = {
  action: z.string().optional().describe('One action, for example `upload`.'),
  user: z.string().optional().describe('Login of who did it.'),
  after: time.optional(),
  before: time.optional(),
};

const activity = z
  .strictObject({
    id: recordId,
    action: z.string(),
    user: z.string().describe('Display name at that time.'),
    timestamp: moment,
    details: z.string(),
    document_id: recordId.nullable(),
    folder_id: recordId.nullable(),
    ip: z.string().nullable(),
  })
  .meta({ id: 'Activity' });

function activityJson(record: Activity): z.input<typeof activity> {
  return {
    id: record.id,
    action: record.action,
    user: record.user,
    timestamp: timestamp(record.at),
    details: record.details,
    document_id: record.documentId,
    folder_id: record.folderId,
    ip: record.ip,
  };
}

/** The fields of a record, in the order of the columns. */
const COLUMNS = [
  'id',
  'timestamp',
  'action',
  'user',
  'details',
  'document_id',
  'folder_id',
  'ip',
] as const satisfies (keyof z.input<typeof activity>)[];

async function* rowsOf(
  batches: AsyncIterable<readonly Activity[]>,
): AsyncGenerator<z.input<typeof activity>> {
  for await (const batch of batches) yield* batch.map(activityJson);
}

/** `/api/activity` and `/api/v2/documents/{id}/activity`. */
export function activityOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List what happened',
      description:
        'Newest first. Administrators see all; others what they did and what happened to entries that they can read. ' +
        'With `Accept: text/csv` administrators get all that matches as one file.',
      query: paging.extend(filter),
      answers: { 200: pageOfData(activity) },
      alsoAs: ['text/csv'],
      handle: async (req, res, { query }) => {
        const { page, per_page, ...wanted } = query();
        res.vary('Accept');
        if (req.accepts(['application/json', 'text/csv']) === 'text/csv') {
          const name = `activity-${new Date().toISOString().slice(0, 10)}.csv`;
          await answerCsv(res, name, COLUMNS, rowsOf(dms.activity.export(actorOf(req), wanted)));
          return;
        }
        const request = pageOf({ page, per_page });
        answerPage(res, request, await dms.activity.list(actorOf(req), wanted, request), activityJson);
      },
    }),

    ofDocument: operation({
      summary: 'List what happened to a document',
      description: 'Newest first.',
      query: paging.extend(filter),
      answers: { 200: pageOfData(activity) },
      handle: async (req, res, { query }) => {
        const id = idOf(req);
        const { page, per_page, ...wanted } = query();
        const request = pageOf({ page, per_page });
        const found = await dms.activity.ofDocument(actorOf(req), id, wanted, request);
        answerPage(res, request, found, activityJson);
      },
    }),
  } satisfies Operations;
}
