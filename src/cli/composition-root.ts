import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { Config } from '../config/schema.ts';
import { createDms, type Dms } from '../core/dms.ts';
import { CHILD_LAUNCH } from '../jobs/child/sandbox.ts';
import { Indexer } from '../jobs/indexer.ts';
import type { Job } from '../jobs/job.ts';
import { MailSender } from '../jobs/mail-sender.ts';
import { MailServer } from '../jobs/mail-server.ts';
import { ocrState, openOcr } from '../jobs/ocr.ts';
import { Rendering } from '../jobs/rendering.ts';
import { ScheduledBackups } from '../jobs/scheduled-backups.ts';
import type { Logger } from '../log.ts';
import { launchOf } from '../program/launch.ts';
import type { Incoming } from '../storage/blobs/blobs.ts';
import { sqliteVersion } from '../storage/connection/connection.ts';
import { Database } from '../storage/database/database.ts';
import type { Interfaces } from './interfaces.ts';
import { DataDirectory } from './process/data-directory.ts';

const BACKUP_AGAIN_MS = 60_000;

export { type Incoming, sqliteVersion };

/** The core with its open database. */
export interface OpenCore {
  readonly dms: Dms;
  readonly database: Database;
  /** Absolute path. */
  readonly dataDirectory: string;
  close(): Promise<void>;
}

/**
 * Opens the database and creates the core. The schema of the database must be up to date.
 * @param incoming folder for contents that a command receives
 */
export function openCore(config: Config, log: Logger, incoming?: Incoming): OpenCore {
  const directory = new DataDirectory({ config, log });
  const database = Database.open(directory.database, config.durability, {
    reserve: directory.reserve,
    onLocked: () => log.warn('another program keeps the database locked: waiting for up to 30 seconds'),
  });
  const dms = createDms({
    database,
    dataDirectory: directory.path,
    incoming,
    limits: {
      uploadBytes: config.limits.upload_bytes,
      reserveBytes: config.limits.reserve_bytes,
      entriesPerUser: config.limits.entries_per_user,
    },
    signInLimits: { maxFailures: config.sign_in.max_failures, windowMinutes: config.sign_in.window_minutes },
    listingCacheBytes: config.limits.listing_cache_bytes,
    versionRules: {
      keepLast: config.versions.keep_last,
      keepDays: config.versions.keep_days,
      thin: config.versions.thin,
    },
    trashKeepDays: config.trash.keep_days,
    activityKeepDays: config.activity.keep_days,
    alarm: config.alarm,
    linkPolicy: {
      isEnabled: config.links.enabled,
      requiresPassword: config.links.require_password,
      maxDays: config.links.max_days,
      groups: config.links.groups,
    },
    peopleSearch: config.people.search,
    thumbnailBytes: config.limits.thumbnail_bytes,
    backups: {
      destination: config.backup.dest === null ? undefined : resolve(config.backup.dest),
      schedule: config.backup.schedule ?? undefined,
    },
    renameWindowMs: config.webdav.rename_window_minutes * 60_000,
    mail: config.smtp.url === null ? undefined : { baseUrl: config.server.base_url },
    now: Date.now,
    randomBytes,
    log,
  });
  return { dms, database, dataDirectory: directory.path, close: () => database.close() };
}

/**
 * Creates the background jobs, without starting them. They run at low priority.
 * @param context `configFile` is the value of `--config`
 */
export async function createJobs(
  dms: Dms,
  { config, log, configFile }: { config: Config; log: Logger; configFile: string | undefined },
  { requests }: Pick<Interfaces, 'requests'>,
): Promise<Job[]> {
  const sender = createMailSender(dms, config, log);
  const backups = createScheduledBackups(dms, { config, log, configFile });
  return [
    ...(await createRenditionJobs(dms, config, log, requests)),
    ...(sender ? [sender] : []),
    ...(backups ? [backups] : []),
  ];
}

/**
 * Creates the jobs that update the search index and make texts and thumbnails.
 * @param requests number of requests since the start; default: always 0
 */
export async function createRenditionJobs(
  dms: Dms,
  config: Config,
  log: Logger,
  requests = (): number => 0,
): Promise<Job[]> {
  const { timeout_seconds: timeoutSeconds, memory_bytes: memoryBytes, max_bytes: maxBytes } = config.jobs;
  const limits = { timeoutSeconds, memoryBytes };
  const ocr = await openOcr(config.text.ocr, limits, log);
  const settings = { ...limits, maxBytes, launch: CHILD_LAUNCH, ocr, requests };
  return [new Indexer(dms.indexing, log, requests), new Rendering(dms.renditionQueue, settings, log)];
}

/** OCR languages, or `off` with a short reason. */
export async function ocrStatus(config: Config): Promise<string> {
  const found = await ocrState(config.text.ocr);
  if (found.state === 'ready') return found.languages;
  return found.state === 'off' ? 'off' : `off: ${found.reason}`;
}

/** @returns the configured mail server; undefined if none is configured */
export function mailServerOf({ smtp }: Config): MailServer | undefined {
  return smtp.url === null || smtp.from === null ? undefined : new MailServer(smtp.url, smtp.from);
}

/** @returns the sender of queued e-mails, not started; undefined if no mail server is configured */
function createMailSender(dms: Dms, config: Config, log: Logger): MailSender | undefined {
  const server = mailServerOf(config);
  return server && new MailSender(dms.mailQueue, server, log);
}

/** @returns the scheduled backups, not started; undefined if no backup folder is configured */
function createScheduledBackups(
  dms: Dms,
  { config, log, configFile }: { config: Config; log: Logger; configFile: string | undefined },
): ScheduledBackups | undefined {
  const { dest, after } = config.backup;
  if (dest === null) return undefined;
  const flags = [
    '--data-dir',
    config.data_dir,
    ...(configFile === undefined ? [] : ['--config', configFile]),
  ];
  const launch = launchOf(['backup', '--json', '--quiet', ...flags, '--', dest]);
  return new ScheduledBackups(
    dms.backupStatus,
    { launch, destination: resolve(dest), after: after ?? undefined, againMs: BACKUP_AGAIN_MS },
    log,
  );
}
