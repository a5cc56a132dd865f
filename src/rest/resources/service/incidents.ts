import * as z from 'zod';
import { requireAdmin } from '../../../core/access/access.ts';
import type { Dms } from '../../../core/dms.ts';
import { type Incident, undoTimeOf } from '../../../model/people/incident.ts';
import {
  actorOf,
  dataOf,
  idOf,
  must,
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

/** Schema of an incident (docs/build/contract/alarm.md §42). */
const incident = z
  .strictObject({
    id: recordId,
    user: z.strictObject({ id: recordId, login: z.string(), name: z.string() }),
    kind: z
      .enum(['overwrites', 'renames', 'replacements'])
      .describe('What happened to most of the documents when the alarm rang.'),
    action: z
      .enum(['notify', 'pause'])
      .describe('`pause`: changes by the user are refused while it is open.'),
    begun_at: timestamp.describe('Time of the first change that counted.'),
    undo_since: timestamp.describe('The `since` of an undo of these changes: a little earlier.'),
    detected_at: timestamp,
    documents: z.int().min(0).describe('Number of documents; rises in steps while the incident is open.'),
    examples: z.array(z.strictObject({ id: recordId, name: z.string() })).describe('At most 10.'),
    token: z.string().nullable().describe('Name of the token; null: the changes were made without one.'),
    ip: z.string().nullable(),
    lifted_at: timestamp.nullable().describe('Null while the incident is open.'),
    lifted_by: z.string().nullable().describe('Display name.'),
  })
  .meta({ id: 'Incident' });

function incidentJson(record: Incident): z.input<typeof incident> {
  const { id, userId, login, userName, kind, action, documents, token, ip, liftedAt, liftedBy } = record;
  return {
    id,
    user: { id: userId, login, name: userName },
    kind,
    action,
    begun_at: timestampJson(record.begunAt),
    undo_since: timestampJson(undoTimeOf(record)),
    detected_at: timestampJson(record.detectedAt),
    documents,
    examples: record.examples.map((example) => ({ ...example })),
    token,
    ip,
    lifted_at: liftedAt === null ? null : timestampJson(liftedAt),
    lifted_by: liftedBy,
  };
}

const filters = paging.extend({
  open: z
    .enum(['0', '1'], must('not_one_of_two', { first: '0', second: '1' }))
    .default('0')
    .describe('`1`: only incidents that are open.'),
});

/** Operations of `/api/incidents`, for administrators. */
export function incidentOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List incidents',
      description: 'Users whose changes made the alarm ring. Newest first.',
      query: filters,
      responses: { 200: pageOfData(incident) },
      handle: (req, res, { query }) => {
        requireAdmin(actorOf(req));
        const { open, ...rest } = query();
        const page = pageOf(rest);
        sendPage(res, page, dms.incidents.list(actorOf(req), open === '1', page), incidentJson);
      },
    }),

    lift: operation({
      summary: 'Lift an incident',
      description:
        'The user may make changes again. 403 for the incident of the caller. Changes nothing if it has been lifted.',
      responses: { 200: dataOf(incident) },
      handle: async (req, res) => {
        requireAdmin(actorOf(req));
        sendData(res, incidentJson(await dms.incidents.lift(actorOf(req), idOf(req))));
      },
    }),
  } satisfies Operations;
}
