import * as z from 'zod';
import { requireAdmin } from '../../../core/access/access.ts';
import type { BackupOverview, BackupReport } from '../../../core/backup-status.ts';
import type { Dms } from '../../../core/dms.ts';
import { actorOf, dataOf, sendCreated, sendData, timestamp, timestampJson } from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';

const result = z
  .strictObject({
    at: timestamp.describe('Time at which the backup ended.'),
    destination: z.string(),
    detail: z.string().describe('The name of the snapshot, or the reason of the failure.'),
  })
  .nullable();

/** Schema of the last backup results, and of the time of the next backup. */
export const backupResults = {
  last: result.describe('The last backup that succeeded.'),
  last_failure: result.describe('The last failure of a backup or of the command `backup.after`.'),
  next_at: timestamp.nullable().describe('Null: there is no schedule.'),
  warning: z.enum(['backup_failed', 'backup_late']).nullable(),
} as const;

const overview = z.strictObject({
  ...backupResults,
  destination: z.string().nullable().describe('`backup.dest`; null: the service makes no backups.'),
  schedule: z.string().nullable().describe('`backup.schedule`.'),
  running_since: timestamp.nullable().describe('Null: no backup is running.'),
});
const started = dataOf(z.strictObject({ started_at: timestamp }));

function resultJson(row: BackupReport['lastSuccess']): z.input<typeof result> {
  return row === undefined
    ? null
    : { at: timestampJson(row.at), destination: row.destination, detail: row.detail };
}

/** JSON view of {@link backupResults}. */
export function backupResultsJson({ lastSuccess, lastFailure, nextAt, warning }: BackupReport) {
  return {
    last: resultJson(lastSuccess),
    last_failure: resultJson(lastFailure),
    next_at: timestampJson(nextAt ?? null),
    warning: warning ?? null,
  };
}

function overviewJson(backups: BackupOverview): z.input<typeof overview> {
  return {
    ...backupResultsJson(backups),
    destination: backups.destination ?? null,
    schedule: backups.schedule ?? null,
    running_since: timestampJson(backups.runningSince ?? null),
  };
}

/** Operations of `/api/backups`, for administrators. */
export function backupOperations(dms: Dms) {
  return {
    get: operation({
      summary: 'Read the state of backups',
      responses: { 200: dataOf(overview) },
      handle: (req, res) => {
        requireAdmin(actorOf(req));
        sendData(res, overviewJson(dms.backupStatus.overview(actorOf(req))));
      },
    }),

    start: operation({
      summary: 'Start a backup now',
      description:
        '201 if it was started; 200 if a backup is already running. It runs in the background. 422 without ' +
        '`backup.dest`.',
      responses: { 200: started, 201: started },
      errors: [422],
      handle: (req, res) => {
        requireAdmin(actorOf(req));
        const { startedAt, isNew } = dms.backupStatus.request(actorOf(req));
        const data = { started_at: timestampJson(startedAt) };
        if (isNew) sendCreated(res, data);
        else sendData(res, data);
      },
    }),
  } satisfies Operations;
}
