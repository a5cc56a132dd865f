import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import type { Activity } from '../../../model/people/activity.ts';
import {
  actorOf,
  dateOrTimestamp,
  idOf,
  messageData,
  messageDataJson,
  pageOf,
  pageOfData,
  paging,
  recordId,
  sendCsv,
  sendPage,
  timestamp,
  timestampJson,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';

const filter = {
  action: z.string().optional().describe('One action, for example `upload`.'),
  user: z.string().optional().describe('Login name of the user who performed the action.'),
  after: dateOrTimestamp.optional().describe('At this time or later. A date means 00:00 UTC of that day.'),
  before: dateOrTimestamp.optional().describe('Before this time. A date means 00:00 UTC of that day.'),
};

const activity = z
  .strictObject({
    id: recordId,
    action: z.string(),
    user: z.string().describe('Display name of the user at that time.'),
    timestamp: timestamp,
    details: z.string(),
    data: messageData.describe(
      '`details` as a code with facts; null for a record of a release that did not store them.',
    ),
    document_id: recordId.nullable(),
    folder_id: recordId.nullable(),
    ip: z.string().nullable(),
  })
  .meta({ id: 'Activity' });

/** Fields of a record that its row in the CSV file also has. */
function rowOf(record: Activity): Omit<z.input<typeof activity>, 'data'> {
  return {
    id: record.id,
    action: record.action,
    user: record.user,
    timestamp: timestampJson(record.at),
    details: record.details,
    document_id: record.documentId,
    folder_id: record.folderId,
    ip: record.ip,
  };
}

function activityJson(record: Activity): z.input<typeof activity> {
  return { ...rowOf(record), data: messageDataJson(record.data) };
}

/** Columns of the CSV file, in order. */
const COLUMNS = [
  'id',
  'timestamp',
  'action',
  'user',
  'details',
  'document_id',
  'folder_id',
  'ip',
] as const satisfies (keyof ReturnType<typeof rowOf>)[];

async function* rowsOf(slices: AsyncIterable<readonly Activity[]>): AsyncGenerator<ReturnType<typeof rowOf>> {
  for await (const slice of slices) yield* slice.map(rowOf);
}

/** Operations of `/api/activity` and `/api/v2/documents/{id}/activity`. */
export function activityOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List activity',
      description:
        'Newest first. Administrators see all activity. Other users see their own actions, and actions on ' +
        'entries that they can read. With `Accept: text/csv`, administrators get all matching records ' +
        'as one file.',
      query: paging.extend(filter),
      responses: { 200: pageOfData(activity) },
      otherMediaTypes: ['text/csv'],
      handle: async (req, res, { query }) => {
        const { page, per_page, ...criteria } = query();
        res.vary('Accept');
        if (req.accepts(['application/json', 'text/csv']) === 'text/csv') {
          const name = `activity-${new Date().toISOString().slice(0, 10)}.csv`;
          await sendCsv(res, name, COLUMNS, rowsOf(dms.activity.export(actorOf(req), criteria)));
          return;
        }
        const request = pageOf({ page, per_page });
        sendPage(res, request, await dms.activity.list(actorOf(req), criteria, request), activityJson);
      },
    }),

    ofDocument: operation({
      summary: 'List the activity of a document',
      description: 'Newest first.',
      query: paging.extend(filter),
      responses: { 200: pageOfData(activity) },
      handle: async (req, res, { query }) => {
        const id = idOf(req);
        const { page, per_page, ...criteria } = query();
        const request = pageOf({ page, per_page });
        const found = await dms.activity.ofDocument(actorOf(req), id, criteria, request);
        sendPage(res, request, found, activityJson);
      },
    }),
  } satisfies Operations;
}
