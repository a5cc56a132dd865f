import * as z from 'zod';
import manifest from '../../../../package.json' with { type: 'json' };
import { requireAdmin } from '../../../core/access/access.ts';
import type { Dms } from '../../../core/dms.ts';
import type { ServiceStatus } from '../../../core/service-report.ts';
import { actorOf, dataOf, sendData, timestamp, timestampJson } from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { backupResults, backupResultsJson } from './backups.ts';

const count = z.int().min(0);

const status = z.strictObject({
  version: z.string(),
  node: z.string(),
  started_at: timestamp,
  uptime_seconds: count,
  status: z.enum(['ok', 'failed']),
  database: z.boolean().describe('The database can be written.'),
  data_directory: z.boolean().describe('The data directory can be written, and has free space.'),
  warnings: z.array(z.string()),
  counts: z
    .strictObject({
      users: count,
      administrators: count,
      folders: count,
      documents: count,
      versions: count,
      sessions: count,
    })
    .describe('May be five minutes old.'),
  space: z.strictObject({
    database_bytes: count,
    contents_bytes: count.describe(
      'Size of all contents; equal contents count once. May be five minutes old.',
    ),
    free_bytes: count.describe('Free space on the disk of the contents.'),
  }),
  queues: z
    .strictObject({
      entries_to_index: count.describe('Entries that wait for the search index.'),
      contents_to_read: count.describe('Contents that wait for their text or thumbnail.'),
      mails: count,
    })
    .describe('Each is counted up to 10,000.'),
  mail: z.strictObject({
    configured: z.boolean(),
    last_failure: z
      .strictObject({ at: timestamp, reason: z.string() })
      .nullable()
      .describe('The last failed attempt to send an e-mail since the start of the service.'),
  }),
  failed_sign_ins: count.describe('Since the start of the service.'),
  backup: z.strictObject(backupResults),
});

function statusJson(
  { health, measured, entriesToIndex, mail, backups }: ServiceStatus,
  moreWarnings: readonly string[],
): z.input<typeof status> {
  const uptime = process.uptime();
  const { users, administrators, folders, documents, versions, sessions } = measured;
  const { lastFailure } = mail;
  return {
    version: manifest.version,
    node: process.versions.node,
    started_at: timestampJson(Date.now() - uptime * 1000),
    uptime_seconds: Math.floor(uptime),
    status: health.ok ? 'ok' : 'failed',
    database: health.database,
    data_directory: health.dataDirectory,
    warnings: [...health.warnings, ...moreWarnings],
    counts: { users, administrators, folders, documents, versions, sessions },
    space: {
      database_bytes: measured.databaseBytes,
      contents_bytes: measured.bytes,
      free_bytes: measured.freeBytes,
    },
    queues: {
      entries_to_index: entriesToIndex,
      contents_to_read: measured.contentsToRead,
      mails: mail.waiting,
    },
    mail: {
      configured: mail.isConfigured,
      last_failure: lastFailure ? { at: timestampJson(lastFailure.at), reason: lastFailure.reason } : null,
    },
    failed_sign_ins: measured.failedSignIns,
    backup: backupResultsJson(backups),
  };
}

/**
 * Operation of `/api/status`, for administrators.
 * @param moreWarnings warnings in addition to those of the core
 */
export function statusOperations(dms: Dms, moreWarnings: () => readonly string[]) {
  return {
    get: operation({
      summary: 'Read the state of the service',
      responses: { 200: dataOf(status) },
      handle: async (req, res) => {
        requireAdmin(actorOf(req));
        sendData(res, statusJson(await dms.serviceReport.read(actorOf(req)), moreWarnings()));
      },
    }),
  } satisfies Operations;
}
