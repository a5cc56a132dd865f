import * as z from 'zod';
import { requireAdmin } from '../../../core/access/access.ts';
import type { Dms } from '../../../core/dms.ts';
import type { ListedLock } from '../../../core/locks/locks.ts';
import {
  actorOf,
  deleted,
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
import { person, personJson } from './entries.ts';

const lock = z.strictObject({
  id: recordId.describe('Id of the entry that is locked.'),
  entry: z
    .strictObject({ name: z.string(), type: z.enum(['file', 'folder']), path: z.string() })
    .nullable()
    .describe('Null in the home of another user, if the caller may not read it.'),
  owner: person.nullable().describe('Owner of the home that contains it; null in a system folder.'),
  user: person.describe('Holder of the lock.'),
  scope: z.enum(['exclusive', 'shared']),
  depth: z.enum(['0', 'infinity']),
  since: timestamp.describe('Time at which the lock was created or last refreshed.'),
  until: timestamp,
});

function lockJson(record: ListedLock): z.input<typeof lock> {
  const { entry, expiresAt, timeoutSeconds } = record;
  return {
    id: record.entryId,
    entry: entry ? { name: entry.name, type: entry.kind, path: entry.path } : null,
    owner: personJson(record.owner),
    user: { id: record.userId, name: record.userName },
    scope: record.scope,
    depth: record.depth,
    since: timestampJson(expiresAt - timeoutSeconds * 1000),
    until: timestampJson(expiresAt),
  };
}

/** Operations of `/api/locks`, for administrators. */
export function lockOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List all locks',
      description: 'The lock with the latest end comes first.',
      query: paging,
      responses: { 200: pageOfData(lock) },
      handle: (req, res, { query }) => {
        requireAdmin(actorOf(req));
        const page = pageOf(query());
        sendPage(res, page, dms.lockAdmin.page(actorOf(req), page), lockJson);
      },
    }),

    end: operation({
      summary: 'End all locks on an entry',
      description: 'In any home or system folder. 404 if there is no lock on the entry itself.',
      responses: { 200: deleted },
      handle: async (req, res) => {
        requireAdmin(actorOf(req));
        const id = idOf(req);
        await dms.lockAdmin.breakOn(actorOf(req), id);
        sendData(res, { id });
      },
    }),
  } satisfies Operations;
}
