import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailServerOf } from '../../src/cli/composition-root.ts';
import { createInterfaces } from '../../src/cli/interfaces.ts';
import { type Config, configSchema } from '../../src/config/schema.ts';
import { createDms, type Dms } from '../../src/core/dms.ts';
import { MailSender } from '../../src/jobs/mail-sender.ts';
import { createLogger } from '../../src/log.ts';
import type { SystemActor, UserActor } from '../../src/model/people/actor.ts';
import { Certificates, certificateFiles } from '../../src/server/certificates.ts';
import { createHttpServer } from '../../src/server/http-server.ts';
import { Database } from '../../src/storage/database/database.ts';
import { createMigrated } from './migrated.ts';

/** Options of a test service. */
export interface ServiceOptions {
  /** Sections of the configuration, as in the YAML file. Rate limits are off by default. */
  readonly config?: Record<string, unknown>;
  /** Milliseconds UTC. */
  readonly now?: () => number;
  /** Interval at which events are sent. Default: that of the service, a second. */
  readonly eventTickMs?: number;
  /** True: mails stay in the queue, where a test can read them. */
  readonly keepsMail?: boolean;
  /**
   * An existing office: its data directory, of which the service uses a copy, and either an unused login name for another
   * administrator or one of its administrators.
   */
  readonly office?: { readonly dataDirectory: string; readonly admin: string | Account };
}

/** An account with its credentials. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly password: string;
  /** Actor of the account in the core. */
  readonly actor: UserActor;
}

interface AccountOptions {
  readonly password?: string;
  readonly isAdmin?: boolean;
  readonly quotaBytes?: number | null;
}

/** A complete service with its own port and a fresh data directory. */
export interface Service {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly dms: Dms;
  readonly config: Config;
  /** An administrator who exists from the start. */
  readonly admin: Account;
  createUser(login: string, options?: AccountOptions): Promise<Account>;
  /** Parsed lines of the log. */
  log(): Record<string, unknown>[];
  /** Log entries at error level; none in a successful test. */
  errors(): unknown[];
  /** Stops the service, and starts another one with the same data and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const system: SystemActor = { kind: 'system', name: 'test' };
/** Argon2's own minimum, so that tests do not wait. */
const PASSWORD_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** A mail is sent within 20 ms, instead of the second that the service normally takes. */
const LOOK_EVERY_MS = 20;

async function openDms(
  dataDirectory: string,
  config: Config,
  options: ServiceOptions,
  log: ReturnType<typeof createLogger>,
) {
  const file = join(dataDirectory, 'dms.sqlite');
  if (!existsSync(file)) await createMigrated(file);
  const database = Database.open(file, config.durability);
  const dms = createDms({
    database,
    dataDirectory,
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
      destination: config.backup.dest ?? undefined,
      schedule: config.backup.schedule ?? undefined,
    },
    renameWindowMs: config.webdav.rename_window_minutes * 60_000,
    mail: config.smtp.url === null ? undefined : { baseUrl: config.server.base_url },
    passwordCost: PASSWORD_COST,
    eventTickMs: options.eventTickMs,
    now: options.now ?? Date.now,
    randomBytes,
    log,
  });
  return { database, dms };
}

/**
 * Runs `work` with the core of an office that a service in another process may be using. Hashes passwords at Argon2's own
 * minimum: the hash that the service makes takes a quarter of a second of processor time, and so does each sign-in with it.
 */
export async function withDms<T>(dataDirectory: string, work: (dms: Dms) => Promise<T>): Promise<T> {
  const log = createLogger({ level: 'silent', format: 'json' });
  const { database, dms } = await openDms(dataDirectory, configSchema.parse({}), {}, log);
  try {
    return await work(dms);
  } finally {
    await database.close();
  }
}

async function createAccount(dms: Dms, login: string, options: AccountOptions = {}): Promise<Account> {
  const password = options.password ?? `${login}'s very own password`;
  const user = await dms.users.create(system, {
    login,
    name: login,
    email: `${login}@example.org`,
    password,
    isAdmin: options.isAdmin,
    quotaBytes: options.quotaBytes,
  });
  const actor = await dms.authentication.byBasic({ login, password, ip: null });
  return { id: user.id, login, password, actor };
}

async function listen(server: Server, wanted: number): Promise<number> {
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** The parts of a service that run until it stops or restarts. */
async function run(
  dataDirectory: string,
  { config, options, log }: { config: Config; options: ServiceOptions; log: ReturnType<typeof createLogger> },
  wantedPort: number,
) {
  const { database, dms } = await openDms(dataDirectory, config, options, log);
  const interfaces = createInterfaces(dms, config, log, { now: options.now });
  const { tls, max_connections: maxConnections, stall_seconds: stallSeconds } = config.server;
  const source = tls.cert === null || tls.key === null ? undefined : certificateFiles(tls.cert, tls.key);
  const certificates = source && (await Certificates.open({ source, areSelfSigned: false, log }));
  const server = createHttpServer(interfaces.handler, {
    log,
    certificates,
    isUnix: false,
    maxConnections,
    trustProxy: config.server.trust_proxy,
    stallSeconds,
  });
  const port = await listen(server, wantedPort);
  const mailServer = options.keepsMail === true ? undefined : mailServerOf(config);
  const sender = mailServer && new MailSender(dms.mailQueue, mailServer, log, LOOK_EVERY_MS);
  await sender?.start();
  const end = async (): Promise<void> => {
    await close(server);
    await dms.resumableUploads.settled();
    interfaces.close();
    certificates?.close();
    await sender?.stop();
    await database.close();
  };
  return { dms, port, end };
}

/** Starts a service; call `stop()` after the tests. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const config: Config = configSchema.parse({
    rate_limit: {
      authenticated_per_minute: 0,
      pages_per_minute: 0,
      page_uploads_per_minute: 0,
      guest_per_minute: 0,
      links_per_minute: 0,
    },
    ...options.config,
  });
  const { office } = options;
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dms-test-'));
  if (office !== undefined) await cp(office.dataDirectory, dataDirectory, { recursive: true });
  const lines: Record<string, unknown>[] = [];
  const log = createLogger({
    level: 'info',
    format: 'json',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  const settings = { config, options, log };
  let running = await run(dataDirectory, settings, 0);
  const admin = office?.admin ?? 'admin';
  let latest: Promise<unknown> = Promise.resolve();
  const { port } = running;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDirectory,
    get dms() {
      return running.dms;
    },
    config,
    admin: typeof admin === 'string' ? await createAccount(running.dms, admin, { isAdmin: true }) : admin,
    createUser: (login, accountOptions) => {
      // One at a time, like requests of one address: the service verifies at most two passwords of an address at once.
      const created = latest.then(() => createAccount(running.dms, login, accountOptions));
      latest = created.catch(() => undefined);
      return created;
    },
    log: () => lines,
    errors: () => lines.filter(({ level }) => level === 'error' || level === 'fatal'),
    restart: async () => {
      await running.end();
      running = await run(dataDirectory, settings, port);
      running.dms.housekeeping.recover();
    },
    stop: async () => {
      await running.end();
      await rm(dataDirectory, { recursive: true });
    },
  };
}
