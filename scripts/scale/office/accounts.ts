import type BetterSqlite from 'better-sqlite3';
import { sha256, TOKEN_PREFIX_LENGTH } from '../../../src/core/credentials/credentials.ts';
import { ADDRESS, ADMIN, SPECIAL, staffLogin, tokenOf } from './people.ts';
import type { Shape } from './shape.ts';
import { personName } from './vocabulary.ts';

/** The user ids. */
export interface People {
  readonly special: ReadonlyMap<string, number>;
  readonly staff: readonly number[];
}

/**
 * Writes users with one token each. All users have the password of the administrator, who must exist already. Their
 * homes are written later.
 */
export function writePeople(sqlite: BetterSqlite.Database, shape: Shape, at: number): People {
  const insertUser = sqlite.prepare<[string, string, string, number, number]>(
    `INSERT INTO users (login, name, email, password_hash, home_id, created_at, updated_at)
     VALUES (?, ?, ?, (SELECT password_hash FROM users WHERE id = 1), 0, ?, ?)`,
  );
  const insertToken = sqlite.prepare<[string, number, string, string, number]>(
    `INSERT INTO tokens (secret_sha256, user_id, name, scopes, prefix, created_at)
     VALUES (?, ?, 'scale', ?, ?, ?)`,
  );
  const insertSeen = sqlite.prepare<[number | bigint, number | bigint, string]>(
    'INSERT INTO seen_addresses (user_id, token_id, address) VALUES (?, ?, ?)',
  );
  const idOf = sqlite.prepare<[string], number>('SELECT id FROM users WHERE login = ?').pluck();
  const add = (login: string, number: number): number => {
    if (login !== ADMIN) insertUser.run(login, personName(number), `${login}@example.org`, at, at);
    const id = idOf.get(login) ?? 0;
    const token = tokenOf(login);
    const scopes = login === ADMIN ? 'read,write,admin,webdav' : 'read,write,webdav';
    const prefix = token.slice(0, TOKEN_PREFIX_LENGTH);
    const { lastInsertRowid } = insertToken.run(sha256(token), id, scopes, prefix, at);
    for (const credential of [0, lastInsertRowid]) insertSeen.run(id, credential, ADDRESS);
    return id;
  };
  const special = new Map(SPECIAL.map((login, index) => [login, add(login, index)]));
  const count = shape.users - SPECIAL.length;
  const staff = Array.from({ length: count }, (_, index) => add(staffLogin(index), SPECIAL.length + index));
  return { special, staff };
}
