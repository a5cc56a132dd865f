import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import type { Config } from '../config/schema.ts';
import { createDms, type Dms } from '../core/dms.ts';
import { clientAddress } from '../http/client-address.ts';
import { Metrics } from '../http/metrics.ts';
import { CHILD_LAUNCH } from '../jobs/child/program.ts';
import { Indexer } from '../jobs/indexer.ts';
import type { Job } from '../jobs/job.ts';
import { MailSender } from '../jobs/mail-sender.ts';
import { MailServer } from '../jobs/mail-server.ts';
import { ocrState, openOcr } from '../jobs/ocr.ts';
import { Rendering } from '../jobs/rendering.ts';
import { ScheduledBackups } from '../jobs/scheduled-backups.ts';
import type { Logger } from '../log.ts';
import { launchOf } from '../program/launch.ts';
import { useNewDataDirectory } from '../program/native.ts';
import { createRestApp } from '../rest/app.ts';
import { Incoming } from '../storage/blobs/blobs.ts';
import { sqliteVersion } from '../storage/connection.ts';
import { Database } from '../storage/database.ts';
import { FileLock } from '../storage/file-lock.ts';
import { networkFileSystemOf } from '../storage/network-file-system.ts';
import { Reserve } from '../storage/reserve.ts';
import { bringUp, copyAside, type SchemaStatus, schemaStatus } from '../storage/schema.ts';
import { UNFINISHED } from '../upkeep/unfinished.ts';
import { createWebDav } from '../webdav/server.ts';
import { CommandError } from './output.ts';
import { createDirectories, narrow, reasonOf } from './owned-paths.ts';
import { refuseOthers } from './owner.ts';

const BACKUP_AGAIN_MS = 60_000;

export { sqliteVersion };

/** The data directory of a configuration. All data of the service is in it. */
export class DataDirectory {
  /** Absolute path. */
  readonly path: string;
  /** Absolute path of the database file. */
  readonly database: string;
  /** Room for changes when the disk is full. */
  readonly reserve: Reserve;
  readonly #mayBeOnNetwork: boolean;

  constructor({ config, log }: { readonly config: Config; readonly log: Logger }) {
    this.path = resolve(config.data_dir);
    this.database = join(this.path, 'dms.sqlite');
    this.#mayBeOnNetwork = config.network_data_dir === 'allow';
    this.reserve = new Reserve(this.path, config.limits.reserve_bytes, log);
  }

  /**
   * Creates the directory if it is missing. Shuts it to all users but its owner, with the files and folders in
   * it; what lies deeper is out of their reach then.
   * @returns true if the directory was open to other users
   * @throws {CommandError} when the operating system refuses, or a restore into it was interrupted
   */
  create(): boolean {
    this.#assertWhole();
    this.refuseNetwork();
    if (process.geteuid?.() !== 0) refuseOthers(this);
    try {
      createDirectories(this.path);
    } catch (error) {
      throw new CommandError(`cannot create the data directory ${this.path} (${reasonOf(error)})`);
    }
    useNewDataDirectory();
    const wasOpen = narrow(this.path);
    for (const entry of readdirSync(this.path, { withFileTypes: true }))
      if (entry.isFile() || entry.isDirectory()) narrow(join(this.path, entry.name));
    return wasOpen;
  }

  /** @throws {CommandError} if the directory is on a network file system, and the configuration does not allow that */
  refuseNetwork(): void {
    const type = this.#mayBeOnNetwork ? undefined : networkFileSystemOf(this.path);
    if (type === undefined) return;
    throw new CommandError(
      `${this.path} is on a network file system (${type}), where a database can break: ` +
        'use a disk of this machine, or set network_data_dir to allow',
    );
  }

  /**
   * Takes the lock of the directory.
   * @returns undefined if another process holds it
   * @throws {CommandError} a restore into the directory was interrupted
   */
  lock(): FileLock | undefined {
    this.reserve.giveToOpen();
    const lock = FileLock.acquire(join(this.path, 'serve.lock'));
    try {
      // A restore may have begun, and died, since the directory was looked at.
      if (lock) this.#assertWhole();
      return lock;
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  /** Keeps a `dms serve` that starts from deleting the contents that `work` receives. */
  receive<T>(work: () => Promise<T>): Promise<T> {
    return new Incoming(this.path).use(work);
  }

  #assertWhole(): void {
    if (!existsSync(join(this.path, UNFINISHED))) return;
    throw new CommandError(
      `${this.path} is not whole: run "dms restore" again, which goes on where it ended`,
    );
  }

  /** As {@link schemaStatus}. On a full disk it takes what SQLite needs for that from the reserve. */
  schema(options: { readonly readonly?: boolean } = {}): Promise<SchemaStatus> {
    this.reserve.giveToOpen();
    return schemaStatus(this.database, options);
  }

  /**
   * Migrates the database up to and including the step `to`; without `to`, to the latest step. A database
   * that is not new is copied first.
   * @returns the names of the steps taken, and the path of the copy
   * @throws {CommandError} there are contents, but their database is gone
   */
  async migrate(to?: string): Promise<{ taken: readonly string[]; copy: string | undefined }> {
    const { applied, pending } = await this.schema();
    const [next] = pending;
    const isDone = next === undefined || (to !== undefined && applied.includes(to));
    if (isDone) return { taken: [], copy: undefined };
    if (applied.length === 0) this.#assertNoContents();
    const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    const copy = applied.length === 0 ? undefined : `${this.database}.before-${next}-${stamp}`;
    if (copy !== undefined) await copyAside(this.database, copy);
    return { taken: await bringUp(this.database, to), copy };
  }

  /** A new database names none of the contents that are there, so the sweep would delete all of them. */
  #assertNoContents(): void {
    const blobs = join(this.path, 'blobs');
    if (!existsSync(blobs) || readdirSync(blobs).every((name) => name.length !== 2)) return;
    throw new CommandError(
      `${this.path} has contents, but no database: bring it back with "dms restore" into another directory, ` +
        `or move ${blobs} away to begin anew`,
    );
  }
}

/** The lock of a data directory. */
export type HeldDirectory = FileLock;

/** The core with its open database. */
export interface OpenCore {
  readonly dms: Dms;
  readonly database: Database;
  /** Absolute path. */
  readonly dataDirectory: string;
  close(): Promise<void>;
}

/** Opens the database and creates the core. The schema of the database must be up to date. */
export function openCore(config: Config, log: Logger): OpenCore {
  const directory = new DataDirectory({ config, log });
  const database = Database.open(directory.database, config.durability, directory.reserve);
  const dms = createDms({
    database,
    dataDirectory: directory.path,
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
    thumbnailBytes: config.limits.thumbnail_bytes,
    backupSchedule: config.backup.schedule ?? undefined,
    renameWindowMs: config.webdav.rename_window_minutes * 60_000,
    mail: config.smtp.url === null ? undefined : { baseUrl: config.server.base_url },
    now: Date.now,
    randomBytes,
    log,
  });
  return { dms, database, dataDirectory: directory.path, close: () => database.close() };
}

/**
 * What works beside requests. None of it has begun.
 * @param configFile as `--config` names it
 */
export async function createJobs(
  dms: Dms,
  { config, log, configFile }: { config: Config; log: Logger; configFile: string | undefined },
): Promise<Job[]> {
  const sender = createMailSender(dms, config, log);
  const backups = createScheduledBackups(dms, { config, log, configFile });
  return [
    ...(await createRenditionJobs(dms, config, log)),
    ...(sender ? [sender] : []),
    ...(backups ? [backups] : []),
  ];
}

/** What keeps the search index up to date, and makes texts and thumbnails. */
export async function createRenditionJobs(dms: Dms, config: Config, log: Logger): Promise<Job[]> {
  const { timeout_seconds: timeoutSeconds, memory_bytes: memoryBytes, max_bytes: maxBytes } = config.jobs;
  const limits = { timeoutSeconds, memoryBytes };
  const ocr = await openOcr(config.text.ocr, limits, log);
  const settings = { ...limits, maxBytes, launch: CHILD_LAUNCH, ocr };
  return [new Indexer(dms.indexing, log), new Rendering(dms.renditionQueue, settings, log)];
}

/** Whether scans are read, and if not, why, in a few words. */
export async function scanReading(config: Config): Promise<string> {
  const found = await ocrState(config.text.ocr);
  if (found.state === 'ready') return found.languages;
  return found.state === 'off' ? 'off' : `off: ${found.reason}`;
}

/** @returns the configured mail server, or undefined if there is none */
export function mailServerOf({ smtp }: Config): MailServer | undefined {
  return smtp.url === null || smtp.from === null ? undefined : new MailServer(smtp.url, smtp.from);
}

/** @returns the sender of queued e-mail, not yet started, or undefined if no mail server is configured */
function createMailSender(dms: Dms, config: Config, log: Logger): MailSender | undefined {
  const server = mailServerOf(config);
  return server && new MailSender(dms.mailQueue, server, log);
}

/** @returns what makes backups, not yet started, or undefined if there is no schedule for them */
function createScheduledBackups(
  dms: Dms,
  { config, log, configFile }: { config: Config; log: Logger; configFile: string | undefined },
): ScheduledBackups | undefined {
  const { dest, schedule, after } = config.backup;
  if (dest === null || schedule === null) return undefined;
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

/** Both interfaces, REST and WebDAV, as one. */
export interface Interfaces {
  /** Answers a request of any path. */
  readonly answer: RequestListener;
  /** Call it when no more requests come. */
  close(): void;
}

/** What {@link createInterfaces} may be given beside the configuration. */
export interface InterfaceOptions {
  /** What `/healthz` warns of, beside what the core knows. Default: nothing. */
  readonly warnings?: () => readonly string[];
  /** The clock of the WebDAV interface: milliseconds UTC. */
  readonly now?: (() => number) | undefined;
}

/** Creates both interfaces over the core. */
export function createInterfaces(
  dms: Dms,
  config: Config,
  log: Logger,
  { warnings = () => [], now = Date.now }: InterfaceOptions = {},
): Interfaces {
  const metrics = new Metrics(dms);
  const rest = createRestApp({ dms, config, metrics, warnings, log });
  const { base_url: baseUrl, trust_proxy: trustProxy } = config.server;
  const addressOf = clientAddress(trustProxy);
  const guestsPerMinute = config.rate_limit.guest_per_minute;
  const webdav = createWebDav({ dms, log, baseUrl, addressOf, guestsPerMinute, now });
  return {
    answer: (request, response) => {
      metrics.observe(request, response);
      webdav(request, response, () => {
        rest(request, response);
      });
    },
    close: () => metrics.close(),
  };
}
