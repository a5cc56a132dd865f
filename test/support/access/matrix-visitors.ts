import type { Actor } from '../../../src/model/people/actor.ts';
import { basic, DavClient } from '../../webdav/client.ts';
import type { MatrixFixtures } from './matrix-fixture.ts';

/** The interface that a visitor uses. */
export type Face = 'core' | 'REST' | 'WebDAV';

/** A column of the access matrix: a visitor with one kind of credentials, in all three interfaces. */
export interface Visitor {
  readonly name: string;
  /** Login of the account; undefined for a guest. */
  readonly login: string | undefined;
  /** The core's actor for the visitor's credentials; rejects like an interface would. */
  actor(): Promise<Actor>;
  /** Headers of each request to the REST interface. */
  readonly headers: Record<string, string>;
  readonly dav: DavClient;
  /** The interface that rejects the credentials for every request, because the token lacks its scope. */
  readonly shutOutOf: Face | undefined;
}

/** All visitors with their own account: with a password in the core and over WebDAV, with a session over REST. */
const PEOPLE = [
  'owner',
  'reader',
  'editor',
  'creator',
  'deleter',
  'sharer',
  'stranger',
  'admin',
  'disabled',
  'member',
] as const;

/** Tokens with one scope each: tokens of the owner, and for `admin` a token of an administrator. */
const TOKENS = [
  ['t:read', 'owner', 'read'],
  ['t:write', 'owner', 'write'],
  ['t:webdav', 'owner', 'webdav'],
  ['t:admin', 'admin', 'admin'],
] as const;

async function person(fixtures: MatrixFixtures, login: string): Promise<Visitor> {
  const { service } = fixtures;
  const { password } = fixtures.account(login);
  const attempt = { login, password, ip: '127.0.0.1' };
  const { secret } = await service.dms.authentication.withPassword({ ...attempt, userAgent: null });
  return {
    name: login,
    login,
    actor: () => service.dms.authentication.byBasic(attempt),
    headers: { Cookie: `dms_session=${secret}` },
    dav: new DavClient(service.port, basic(login, password)),
    shutOutOf: undefined,
  };
}

async function bearer(
  fixtures: MatrixFixtures,
  name: string,
  login: string,
  scope: string,
): Promise<Visitor> {
  const { service } = fixtures;
  const { secret } = await service.dms.tokens.create(fixtures.account(login).actor, {
    name,
    scopes: [scope],
  });
  return {
    name,
    login,
    actor: async () =>
      scope === 'webdav'
        ? service.dms.authentication.byBasic({ login, password: secret, ip: null })
        : (service.dms.authentication.byToken(secret, null) ?? { kind: 'guest', ip: null }),
    headers: { Authorization: `Bearer ${secret}` },
    dav: new DavClient(service.port, basic(login, secret)),
    shutOutOf: scope === 'webdav' ? 'REST' : 'WebDAV',
  };
}

/** All visitors by name. Call this before accounts are disabled, because it signs all of them in. */
export async function visitors(fixtures: MatrixFixtures): Promise<ReadonlyMap<string, Visitor>> {
  const all: Visitor[] = [
    {
      name: 'guest',
      login: undefined,
      actor: async () => ({ kind: 'guest', ip: null }),
      headers: {},
      dav: new DavClient(fixtures.service.port),
      shutOutOf: undefined,
    },
  ];
  for (const login of PEOPLE) all.push(await person(fixtures, login));
  for (const [name, login, scope] of TOKENS) all.push(await bearer(fixtures, name, login, scope));
  return new Map(all.map((visitor) => [visitor.name, visitor]));
}
