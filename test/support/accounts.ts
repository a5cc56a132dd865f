import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserInput } from '../../src/core/accounts/new-users.ts';
import { createContext } from '../../src/core/context.ts';
import { Passwords, type Verification } from '../../src/core/credentials/passwords.ts';
import { Throttle } from '../../src/core/credentials/throttle.ts';
import { createDms, type Dependencies, type Dms } from '../../src/core/dms.ts';
import type { MailSettings } from '../../src/core/mail/mail-queue.ts';
import { Authentication } from '../../src/core/sign-in/authentication.ts';
import { PasswordCheck } from '../../src/core/sign-in/password-check.ts';
import { SessionStart } from '../../src/core/sign-in/session-start.ts';
import type { VersionRules } from '../../src/core/versions/versions.ts';
import { createLogger } from '../../src/log.ts';
import { DmsError, type ErrorCode } from '../../src/model/errors/errors.ts';
import type { SystemActor, UserActor } from '../../src/model/people/actor.ts';
import type { User } from '../../src/model/people/user.ts';
import { Database, type Durability } from '../../src/storage/database/database.ts';
import { createMigrated } from './migrated.ts';

/** Argon2's own minimum, because the cost is not under test. */
export const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };
export const PAGE = { page: 1, perPage: 50 };
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const SYSTEM: SystemActor = { kind: 'system', name: 'command line' };

/** Counts the Argon2 runs. */
export class CountingPasswords extends Passwords {
  runs = 0;

  override verify(hash: string | undefined, password: string, verification: Verification): Promise<boolean> {
    const beforeRun = () => {
      verification.beforeRun();
      this.runs += 1;
    };
    return super.verify(hash, password, { ...verification, beforeRun });
  }
}

/** The core on a fresh database. The clock stands still until a test advances it. */
export interface CoreFixture {
  readonly dms: Dms;
  readonly database: Database;
  readonly dataDirectory: string;
  /** Another core on the same data, as after a restart. */
  again(): Dms;
  /** Opens another fixture on a copy of the database. Only small contents are in it, and so in the copy. */
  copy(): Promise<CoreFixture>;
  /** Advances the clock. */
  pass(milliseconds: number): void;
  now(): number;
  /** A user whose password is {@link passwordOf} the login. */
  user(login: string, input?: Partial<UserInput>): Promise<User>;
  /** The actor of a new session. */
  session(login: string): Promise<UserActor & { readonly secret: string }>;
  /** The actor of a new token of this user. */
  token(login: string, scopes: readonly string[]): Promise<UserActor & { readonly secret: string }>;
  /** A sign-in service separate from that of `dms`, whose Argon2 runs are counted. */
  countedSignIn(): { signIn: Authentication; passwords: CountingPasswords };
  /** Runs SQL on a separate connection, as another process would. */
  elsewhere(sql: string, ...values: (string | number)[]): void;
  /** Records of the activity log, oldest first, as text: action and details. */
  actions(): string[];
  /** Messages that the service has logged as warnings or errors. */
  logged(): string[];
  close(): Promise<void>;
}

/** Id of the actor's session or token. */
export function credentialId({ credential }: UserActor): number {
  if (!('id' in credential)) throw new Error(`credentials of the kind ${credential.kind} have no id`);
  return credential.id;
}

export function passwordOf(login: string): string {
  return `the secret of ${login}: äöü`;
}

/** Version rules that keep all versions. */
export const ALL_VERSIONS: VersionRules = { keepLast: 0, keepDays: 0, thin: false };

/**
 * Opens an office without users. @param mail default: no mail server
 * @param create creates its database
 */
export async function openCoreFixture(
  mail?: MailSettings,
  durability: Durability = 'relaxed',
  entriesPerUser = 0,
  versionRules = ALL_VERSIONS,
  create: (file: string) => unknown = createMigrated,
): Promise<CoreFixture> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dms-accounts-'));
  const file = join(dataDirectory, 'dms.sqlite');
  await create(file);
  const database = Database.open(file, durability);
  const logged: string[] = [];
  const write = (line: string): void => void logged.push(String(JSON.parse(line).msg));
  const log = createLogger({ level: 'warn', format: 'json', destination: { write } });
  let time = Date.UTC(2026, 0, 31, 12);
  const now = () => time;
  const dependencies: Dependencies = {
    database,
    dataDirectory,
    limits: { uploadBytes: 0, reserveBytes: 0, entriesPerUser },
    signInLimits: { maxFailures: 5, windowMinutes: 15 },
    listingCacheBytes: 2 ** 20,
    versionRules,
    trashKeepDays: 30,
    activityKeepDays: 0,
    alarm: { action: 'notify', documents: 30, minutes: 5 },
    linkPolicy: { isEnabled: true, requiresPassword: false, maxDays: 0, groups: null },
    peopleSearch: 'all',
    thumbnailBytes: 2 ** 30,
    renameWindowMs: 15 * 60_000,
    passwordCost: CHEAP,
    mail,
    now,
    randomBytes,
    log,
  };
  const dms = createDms(dependencies);

  async function session(login: string) {
    const { secret } = await dms.authentication.withPassword({
      login,
      password: passwordOf(login),
      ip: '192.0.2.1',
      userAgent: 'test',
    });
    return { ...present(dms.authentication.bySession(secret, '192.0.2.1')), secret };
  }

  return {
    dms,
    database,
    dataDirectory,
    again: () => createDms(dependencies),
    copy: () =>
      openCoreFixture(mail, durability, entriesPerUser, versionRules, (copied) =>
        database.prepare<[string]>('VACUUM INTO ?').run(copied),
      ),
    now,
    pass: (milliseconds) => void (time += milliseconds),
    user: (login, input = {}) =>
      dms.users.create(SYSTEM, {
        name: `Name of ${login}`,
        email: `${login}@example.org`,
        login,
        password: passwordOf(login),
        ...input,
      }),
    session,
    async token(login, scopes) {
      const { secret } = await dms.tokens.createFor(SYSTEM, login, { name: 'script', scopes });
      return { ...present(dms.authentication.byToken(secret, null)), secret };
    },
    countedSignIn() {
      const passwords = new CountingPasswords(CHEAP);
      const context = createContext({ now, randomBytes, log }, database, dataDirectory);
      const { activity, securityEvents } = dms;
      const throttle = new Throttle({ now }, { limits: dependencies.signInLimits });
      const sessionStart = new SessionStart(context, { activity });
      const passwordCheck = new PasswordCheck(context, { passwords, securityEvents, throttle });
      const deps = { activity, passwordCheck, securityEvents, sessionStart };
      const signIn = new Authentication(context, deps);
      return { signIn, passwords };
    },
    elsewhere(sql, ...values) {
      const other = Database.open(file, 'relaxed');
      other.prepare<(string | number)[]>(sql).run(...values);
      void other.close();
    },
    actions: () =>
      database
        .prepare<[], { text: string }>("SELECT action || ' ' || details AS text FROM activities ORDER BY id")
        .all()
        .map(({ text }) => text),
    logged: () => logged,
    async close() {
      await database.close();
      await rm(dataDirectory, { recursive: true });
    },
  };
}

/** The value; asserts that it is defined. */
export function present<T>(value: T | undefined): T {
  assert.ok(value !== undefined);
  return value;
}

/** Asserts that `work` is refused with this code; for `invalid`, also with these field names. */
export async function refuses(work: () => unknown, code: ErrorCode, fields?: string[]): Promise<DmsError> {
  const error: unknown = await Promise.resolve()
    .then(work)
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  if (!(error instanceof DmsError))
    throw new assert.AssertionError({ message: `not refused: ${String(error)}` });
  assert.equal(error.code, code);
  if (fields) assert.deepEqual(Object.keys(error.fields ?? {}).sort(), fields.sort());
  for (const messages of Object.values(error.fields ?? {})) {
    assert.ok(messages.length > 0 && messages.every(({ text }) => text !== ''), 'a field without a message');
  }
  return error;
}
