import type { Actor } from '../../src/model/people/actor.ts';
import { basic, DavClient } from '../webdav/client.ts';
import type { MatrixFixtures } from './matrix-fixture.ts';

/** By which way somebody comes. */
export type Face = 'core' | 'REST' | 'WebDAV';

/** A column of the access matrix: somebody with one kind of credentials, at all three faces. */
export interface Visitor {
  readonly name: string;
  /** Whose account it is; a guest has none. */
  readonly login: string | undefined;
  /** What the core makes of his credentials; rejects as a face would answer. */
  actor(): Promise<Actor>;
  /** What goes with each request to the REST interface. */
  readonly headers: Record<string, string>;
  readonly dav: DavClient;
  /** The face that his credentials are no good for, whatever he asks: a token without its scope. */
  readonly shutOutOf: Face | undefined;
}

/** Everybody with an account of his own: password to the core and WebDAV, a session to REST. */
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
] as const;

/** Tokens of one scope each: the owner's, and an administrator's for `admin`. */
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

/** All visitors by their names, those that are disabled before they are. */
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
