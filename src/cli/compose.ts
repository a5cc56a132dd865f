import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join, resolve } from 'node:path';
import type { Config } from '../config/schema.ts';
import { createDms, type Dms } from '../core/dms.ts';
import { clientAddress } from '../http/client-address.ts';
import { MailSender } from '../jobs/mail-sender.ts';
import { MailServer } from '../jobs/mail-server.ts';
import type { Logger } from '../log.ts';
import { createRestApp } from '../rest/app.ts';
import { Database } from '../storage/database.ts';
import { DirectoryLock } from '../storage/directory-lock.ts';
import { bringUp, copyAside, type SchemaStatus, schemaStatus } from '../storage/schema.ts';
import { createWebDav } from '../webdav/server.ts';

/** How long a client may take over the header of a request; a body may take as long as it likes. */
const HEADERS_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 75_000;

/** The data directory of a configuration: where everything lies that the service keeps. */
export class DataDirectory {
  readonly path: string;
  readonly database: string;

  constructor(config: Config) {
    this.path = resolve(config.data_dir);
    this.database = join(this.path, 'dms.sqlite');
  }

  /** Makes it where it is missing, for its owner only. */
  create(): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
  }

  hasDatabase(): boolean {
    return existsSync(this.database);
  }

  /** Undefined when another process serves from it. */
  lock(): DirectoryLock | undefined {
    return DirectoryLock.acquire(this.path);
  }

  schema(): Promise<SchemaStatus> {
    return schemaStatus(this.database);
  }

  /**
   * Brings the schema up to `to`, or all the way; a database that holds something is copied aside first.
   * @returns the steps taken, and the path of the copy
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

/** The core over an open database. */
export interface OpenCore {
  readonly dms: Dms;
  close(): void;
}

/** Opens the core over a data directory whose schema is up to date. */
export function openCore(config: Config, log: Logger): OpenCore {
  const directory = new DataDirectory(config);
  const database = Database.open(directory.database, config.durability);
  const dms = createDms({
    database,
    dataDirectory: directory.path,
    limits: { uploadBytes: config.limits.upload_bytes, reserveBytes: config.limits.reserve_bytes },
    signInLimits: { maxFailures: config.sign_in.max_failures, windowMinutes: config.sign_in.window_minutes },
    listingCacheBytes: config.limits.listing_cache_bytes,
    trashKeepDays: config.trash.keep_days,
    activityKeepDays: config.activity.keep_days,
    renameWindowMs: config.webdav.rename_window_minutes * 60_000,
    mail: config.smtp.url === null ? undefined : { baseUrl: config.server.base_url },
    now: Date.now,
    randomBytes,
    log,
  });
  return { dms, close: () => database.close() };
}

/** The mail server of the configuration, if it names one. */
export function mailServerOf({ smtp }: Config): MailServer | undefined {
  return smtp.url === null || smtp.from === null ? undefined : new MailServer(smtp.url, smtp.from);
}

/** What sends letters out of the queue, not yet at work; undefined without a mail server. */
export function createMailSender(dms: Dms, config: Config, log: Logger): MailSender | undefined {
  const server = mailServerOf(config);
  return server && new MailSender(dms.mailQueue, server, log);
}

/** Both faces of the core on one server, not yet listening. */
export function createHttpServer(dms: Dms, config: Config, log: Logger): Server {
  const rest = createRestApp({ dms, config, log });
  const { base_url: baseUrl, trust_proxy: trustProxy } = config.server;
  const webdav = createWebDav({ dms, log, baseUrl, addressOf: clientAddress(trustProxy) });
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    webdav(request, response, () => {
      rest(request, response);
    });
  };
  const { cert, key } = config.server.tls;
  const options = { requestTimeout: 0, headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS };
  const server =
    cert !== null && key !== null
      ? createTlsServer({ ...options, cert: readFileSync(cert), key: readFileSync(key) }, answer)
      : createServer(options, answer);
  // Who waits to be asked for the body is asked only once it is known that it will be taken.
  return server.on('checkContinue', answer);
}
