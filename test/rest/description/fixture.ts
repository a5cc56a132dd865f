import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { totpCode } from '../../support/second-factor.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { putTo, write } from '../../support/tree.ts';

const SYSTEM = { kind: 'system', name: 'test' } as const;

/** A caller of an operation. */
export interface Caller {
  readonly headers: Readonly<Record<string, string>>;
  /** Account of the caller; undefined for a guest. */
  readonly account: Account | undefined;
  /** Valid codes for the caller's second factor, if any. */
  readonly codes: readonly string[];
}

/** The kinds of callers, and how to create them. */
export const CALLERS = {
  guest: async () => ({ headers: {}, account: undefined, codes: [] }),
  user: (fixture) => fixture.session(fixture.owner),
  stranger: async (fixture) => fixture.session(await fixture.account()),
  administrator: async (fixture) => fixture.session(await fixture.account(true)),
  'token for reading': (fixture) => fixture.token(fixture.owner, ['read']),
  'token for writing': (fixture) => fixture.token(fixture.owner, ['write']),
  'token for reading and writing': (fixture) => fixture.token(fixture.owner, ['read', 'write']),
  'token for the drive': (fixture) => fixture.token(fixture.owner, ['webdav']),
  'token of an administrator': async (fixture) => fixture.token(await fixture.account(true), ['admin']),
  'revoked token': (fixture) => fixture.revokedToken(),
  'user with a second factor': async (fixture) => {
    const user = await fixture.session(fixture.owner);
    return { ...user, codes: await fixture.enrol(user) };
  },
  'user who owes the second factor': async (fixture) => {
    const codes = await fixture.enrol(await fixture.session(fixture.owner));
    return { ...(await fixture.session(fixture.owner)), codes };
  },
} as const satisfies Record<string, (fixture: DescriptionFixture) => Promise<Caller>>;
export type CallerName = keyof typeof CALLERS;

/** The objects of one call of an operation: an owner, and the owner's objects that the call needs. */
export class DescriptionFixture {
  static #count = 0;
  readonly service: Service;
  owner: Account;
  /** Makes names unique. */
  readonly number: number;

  private constructor(service: Service, owner: Account, number: number) {
    this.service = service;
    this.owner = owner;
    this.number = number;
  }

  static async set(service: Service): Promise<DescriptionFixture> {
    DescriptionFixture.#count += 1;
    const { users } = service.dms;
    if (!users.get(SYSTEM, service.admin.id).isAdmin)
      await users.update(SYSTEM, service.admin.id, { isAdmin: true });
    return new DescriptionFixture(
      service,
      await service.createUser(`owner-${DescriptionFixture.#count}`),
      DescriptionFixture.#count,
    );
  }

  /** Creates another account. */
  async account(isAdmin = false): Promise<Account> {
    DescriptionFixture.#count += 1;
    return this.service.createUser(`account-${DescriptionFixture.#count}`, { isAdmin });
  }

  async session(account: Account): Promise<Caller> {
    const { login, password } = account;
    const { secret } = await this.service.dms.authentication.withPassword({
      login,
      password,
      ip: null,
      userAgent: null,
    });
    return { headers: { Cookie: `dms_session=${secret}` }, account, codes: [] };
  }

  async token(account: Account, scopes: readonly string[]): Promise<Caller> {
    const { secret } = await this.service.dms.tokens.create(account.actor, { name: 'test', scopes });
    return { headers: { Authorization: `Bearer ${secret}` }, account, codes: [] };
  }

  async revokedToken(): Promise<Caller> {
    const { token, secret } = await this.service.dms.tokens.create(this.owner.actor, { name: 'revoked' });
    await this.service.dms.tokens.revoke(this.owner.actor, token.id);
    return { headers: { Authorization: `Bearer ${secret}` }, account: this.owner, codes: [] };
  }

  /** Begins to enable the second factor. @returns a code that confirms it */
  async beginEnrolment({ headers, account }: Caller): Promise<string> {
    const body = { method: 'totp', password: account?.password };
    const { secret } = await this.#post('/account/2fa', headers, body);
    return secret === undefined ? '000000' : totpCode(secret, Date.now());
  }

  /** Enables the second factor. @returns recovery codes */
  async enrol(caller: Caller): Promise<readonly string[]> {
    const code = await this.beginEnrolment(caller);
    const { recovery_codes: codes } = await this.#post('/account/2fa/confirm', caller.headers, { code });
    if (codes === undefined) throw new Error('the second factor was not switched on');
    // From now on a password alone is not enough, so the owner acts through the session.
    const [, secret = ''] = /=(.*)/.exec(caller.headers.Cookie ?? '') ?? [];
    const actor = this.service.dms.authentication.bySession(secret, null);
    if (actor) this.owner = { ...this.owner, actor };
    return codes;
  }

  /** Creates a document with two versions, in a folder of the owner. */
  async document(): Promise<number> {
    const { dms } = this.service;
    const { actor } = this.owner;
    const name = `document-${this.number}.txt`;
    const folderId = await this.folder();
    await putTo(dms, actor, { folderId, name }, 'first');
    return write(dms, actor, name, 'second', folderId);
  }

  async folder(): Promise<number> {
    DescriptionFixture.#count += 1;
    const name = `folder-${DescriptionFixture.#count}`;
    return (await this.service.dms.folders.create(this.owner.actor, { folderId: 0, name })).id;
  }

  /** Locks an entry as the owner. */
  async locked(id: number): Promise<number> {
    const lock = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 3600 } as const;
    await this.service.dms.lockCreation.create(this.owner.actor, id, lock);
    return id;
  }

  /** Shares a document of the owner with this caller, or with the administrator. @returns the id of the share */
  async shared({ account }: Caller): Promise<number> {
    const documentId = await this.document();
    const own = account === undefined || account.id === this.owner.id;
    const users = [own ? this.service.admin.login : account.login];
    const request = { entryId: documentId, users, permissions: 1 };
    return (await this.service.dms.shares.create(this.owner.actor, request)).id;
  }

  /** A link by the caller. Of guests: by the owner. @returns its id */
  async linked(caller: Caller): Promise<number> {
    return (await this.linkOf(caller)).id;
  }

  /** As {@link DescriptionFixture.linked}, with the code. */
  async linkOf({ account }: Caller): Promise<{ readonly id: number; readonly code: string }> {
    const { dms } = this.service;
    // The owner acts through the session once the second factor is on.
    const { actor } = account === undefined || account.id === this.owner.id ? this.owner : account;
    const entryId = await write(dms, actor, `linked-${this.number}.txt`);
    const link = await dms.links.create(actor, {
      ...{ entryId, kind: 'download', label: '', password: null },
      ...{ expiresAt: null, maxDownloads: null, isListed: true },
    });
    await dms.linkVisits.count({ code: link.code, proof: undefined, ip: '192.0.2.1' }, 'visit');
    return link;
  }

  /** A group with this caller, or with the owner. */
  async grouped({ account = this.owner }: Caller): Promise<{ id: number; memberId: number }> {
    const { dms, admin } = this.service;
    const { id } = await dms.groups.create(admin.actor, `group ${this.number}`, [account.login]);
    return { id, memberId: account.id };
  }

  async discarded(): Promise<number> {
    const id = await this.document();
    await this.service.dms.entries.remove(this.owner.actor, id);
    return id;
  }

  /** The id of an undo of the owner that has ended. */
  async undo(): Promise<number> {
    const { undos } = this.service.dms;
    const { id } = await undos.begin(this.owner.actor, { kind: 'changes', since: 0, until: 0 });
    await undos.run(id);
    return id;
  }

  /** The id of an unused session of the owner. */
  async otherSession(): Promise<number> {
    await this.session(this.owner);
    const page = { page: 1, perPage: 50 };
    return this.service.dms.sessions.list(this.owner.actor, page).items[0]?.id ?? 0;
  }

  /** The id of an unused token of the owner. */
  async otherToken(): Promise<number> {
    return (await this.service.dms.tokens.create(this.owner.actor, { name: 'other' })).token.id;
  }

  /** The code of a link with which the owner can set a password. */
  async passwordCode(): Promise<string> {
    const { url } = await this.service.dms.passwordLinks.invite(SYSTEM, this.owner.id, false);
    return /code=([\w-]+)/.exec(url ?? '')?.[1] ?? '';
  }

  /** The code for creating the first administrator; removes the administrator status of all other users. */
  setupCode(): string {
    const sqlite = new BetterSqlite(join(this.service.dataDirectory, 'dms.sqlite'));
    sqlite.prepare('UPDATE users SET is_admin = 0').run();
    sqlite.close();
    return this.service.dms.setup.issue(SYSTEM).code;
  }

  /** The `data` of a response; empty for a refusal. */
  async #post(
    path: string,
    headers: Readonly<Record<string, string>>,
    body: object,
  ): Promise<{ readonly secret?: string; readonly recovery_codes?: readonly string[] }> {
    const response = await fetch(`${this.service.url}/api${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return JSON.parse(await response.text()).data ?? {};
  }
}

/** A service that counts requests, but never refuses them for their number. */
export function startCountingService(): Promise<Service> {
  const most = 1_000_000_000;
  return startService({
    keepsMail: true,
    config: {
      durability: 'relaxed',
      sign_in: { max_failures: 0 },
      backup: { dest: '/srv/backup' },
      smtp: { url: 'smtp://127.0.0.1:9', from: 'dms@example.org' },
      server: { base_url: 'https://dms.example.org' },
      rate_limit: { authenticated_per_minute: most, guest_per_minute: most },
    },
  });
}
