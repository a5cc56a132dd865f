import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config/schema.ts';
import { createDms, type Dms } from '../core/dms.ts';
import { clientAddress } from '../http/client-address.ts';
import { listenWith } from '../http/listener.ts';
import { CHILD_PROGRAM } from '../jobs/child/program.ts';
import { Indexer } from '../jobs/indexer.ts';
import type { Job } from '../jobs/job.ts';
import { MailSender } from '../jobs/mail-sender.ts';
import { MailServer } from '../jobs/mail-server.ts';
import { ocrState, openOcr } from '../jobs/ocr.ts';
import { Rendering } from '../jobs/rendering.ts';
import type { Logger } from '../log.ts';
import { createRestApp } from '../rest/app.ts';
import { Database } from '../storage/database.ts';
import { DirectoryLock } from '../storage/directory-lock.ts';
import { Reserve } from '../storage/reserve.ts';
import { bringUp, copyAside, type SchemaStatus, schemaStatus } from '../storage/schema.ts';
import { createWebDav } from '../webdav/server.ts';
import { CommandError } from './output.ts';

/**
 * Time limit for the header of a request. Bodies have no limit: a large upload over a slow line takes hours.
 */
const HEADERS_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 75_000;

/** Creates a directory and those above it. `mkdir` with `recursive` does not end where the system says ENOENT, as in /proc. */
function createDirectories(path: string): void {
  if (existsSync(path)) return;
  createDirectories(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Takes all permissions from everybody but the owner. @returns false if nobody else had any */
function narrow(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return false;
  try {
    chmodSync(path, mode & 0o700);
  } catch (error) {
    const octal = (mode & 0o777).toString(8).padStart(4, '0');
    throw new CommandError(
      `${path} is open to other users (mode ${octal}), and dms cannot change that (${reasonOf(error)}): ` +
        'make the user that runs dms its owner',
    );
  }
  return true;
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** The data directory of a configuration. All data of the service is in it. */
export class DataDirectory {
  /** Absolute path. */
  readonly path: string;
  /** Absolute path of the database file. */
  readonly database: string;
  /** Room for changes when the disk is full. */
  readonly reserve: Reserve;

  constructor({ config, log }: { readonly config: Config; readonly log: Logger }) {
    this.path = resolve(config.data_dir);
    this.database = join(this.path, 'dms.sqlite');
    this.reserve = new Reserve(this.path, config.limits.reserve_bytes, log);
  }

  /**
   * Creates the directory if it is missing. Shuts it to all users but its owner, with the files and folders in
   * it; what lies deeper is out of their reach then.
   * @returns true if the directory was open to other users
   * @throws {CommandError} when the operating system refuses
   */
  create(): boolean {
    try {
      createDirectories(this.path);
    } catch (error) {
      throw new CommandError(`cannot create the data directory ${this.path} (${reasonOf(error)})`);
    }
    const wasOpen = narrow(this.path);
    for (const entry of readdirSync(this.path, { withFileTypes: true }))
      if (entry.isFile() || entry.isDirectory()) narrow(join(this.path, entry.name));
    return wasOpen;
  }

  hasDatabase(): boolean {
    return existsSync(this.database);
  }

  /** Takes the lock of the directory. @returns undefined if another process holds it */
  lock(): DirectoryLock | undefined {
    this.reserve.giveToOpen();
    return DirectoryLock.acquire(this.path);
  }

  /** Reads which steps the database has. Changes nothing; without a database all steps are pending. */
  schema(): Promise<SchemaStatus> {
    this.reserve.giveToOpen();
    return schemaStatus(this.database);
  }

  /**
   * Migrates the database up to and including the step `to`; without `to`, to the latest step. A database
   * that is not new is copied first.
   * @returns the names of the steps taken, and the path of the copy
   */
  async migrate(to?: string): Promise<{ taken: readonly string[]; copy: string | undefined }> {
    const { applied, pending } = await this.schema();
    const [next] = pending;
    const isDone = next === undefined || (to !== undefined && applied.includes(to));
    if (isDone) return { taken: [], copy: undefined };
    const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    const copy = applied.length === 0 ? undefined : `${this.database}.before-${next}-${stamp}`;
    if (copy !== undefined) await copyAside(this.database, copy);
    return { taken: await bringUp(this.database, to), copy };
  }
}

/** The lock of a data directory. */
export type HeldDirectory = DirectoryLock;

/** The core with its open database. */
export interface OpenCore {
  readonly dms: Dms;
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
    trashKeepDays: config.trash.keep_days,
    activityKeepDays: config.activity.keep_days,
    thumbnailBytes: config.limits.thumbnail_bytes,
    renameWindowMs: config.webdav.rename_window_minutes * 60_000,
    mail: config.smtp.url === null ? undefined : { baseUrl: config.server.base_url },
    now: Date.now,
    randomBytes,
    log,
  });
  return { dms, close: () => database.close() };
}

/** What works beside requests. None of it has begun. */
export async function createJobs(dms: Dms, config: Config, log: Logger): Promise<Job[]> {
  const sender = createMailSender(dms, config, log);
  return [...(await createRenditionJobs(dms, config, log)), ...(sender ? [sender] : [])];
}

/** What keeps the search index up to date, and makes texts and thumbnails. */
export async function createRenditionJobs(dms: Dms, config: Config, log: Logger): Promise<Job[]> {
  const { timeout_seconds: timeoutSeconds, memory_bytes: memoryBytes, max_bytes: maxBytes } = config.jobs;
  const limits = { timeoutSeconds, memoryBytes };
  const ocr = await openOcr(config.text.ocr, limits, log);
  const settings = { ...limits, maxBytes, program: CHILD_PROGRAM, ocr };
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

/**
 * The HTTP(S) server for both interfaces, REST and WebDAV. It does not listen yet.
 * @param now the clock of the WebDAV interface: milliseconds UTC
 */
export function createHttpServer(dms: Dms, config: Config, log: Logger, now = Date.now): Server {
  const rest = createRestApp({ dms, config, log });
  const { base_url: baseUrl, trust_proxy: trustProxy, tls } = config.server;
  const addressOf = clientAddress(trustProxy);
  const guestsPerMinute = config.rate_limit.guest_per_minute;
  const webdav = createWebDav({ dms, log, baseUrl, addressOf, guestsPerMinute, now });
  const { cert, key } = tls;
  const isTls = cert !== null && key !== null;
  const options = {
    requestTimeout: 0,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The system finds out that a client is gone for good. Otherwise its upload would never end.
    keepAlive: true,
  };
  const server = isTls
    ? createTlsServer({ ...options, cert: readFileSync(cert), key: readFileSync(key) })
    : createServer(options);
  const answer: RequestListener = (request, response) => {
    webdav(request, response, () => {
      rest(request, response);
    });
  };
  listenWith(server, answer, { isTls });
  return server;
}
