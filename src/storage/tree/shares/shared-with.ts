import type { SharedWith } from '../../../model/entries/shared-with.ts';
import type { Database, Statement } from '../../database/database.ts';

/** Number of recipients that are named for each entry. */
const MAX_NAMED = 3;

/** An entry of a list. */
interface Asked {
  readonly id: number;
  /** True: the reader may know all shares and listed links; false: only those that the reader created. */
  readonly isWhole: boolean;
}

/** What a list may show. Times in milliseconds UTC. */
interface Reading {
  readonly userId: number;
  readonly now: number;
  /** Links that were created at this time or earlier do not count. */
  readonly linksAfter: number;
  /** True: links without a password do not count. */
  readonly isPasswordRequired: boolean;
}

interface GroupRow {
  readonly entryId: number;
  readonly name: string;
  readonly total: number;
}

interface PersonRow {
  readonly entryId: number;
  readonly login: string;
  readonly name: string;
  readonly total: number;
}

const NOTHING: SharedWith = { people: [], groups: [], total: 0, links: 0 };

const ASKED = `WITH asked AS MATERIALIZED (SELECT value ->> 0 AS id, value ->> 1 AS is_whole FROM json_each(?))`;

/** Users, groups and links of the entries of a list: all of them in one query each, whatever the number of entries. */
export class SharedWithReader {
  readonly #listPeople: Statement<[string, number, number, number, number], PersonRow>;
  readonly #listGroups: Statement<[string, number, number, number], GroupRow>;
  readonly #countLinks: Statement<
    [string, number, number, number, number],
    { entryId: number; total: number }
  >;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#listPeople = database.prepare(
      `${ASKED} SELECT entryId, login, name, total FROM (
         SELECT s.entry_id AS entryId, u.login, u.name, count(*) OVER entry AS total,
           row_number() OVER (entry ORDER BY u.login) AS place
         FROM asked a CROSS JOIN shares s ON s.entry_id = a.id
           CROSS JOIN share_recipients r ON r.share_id = s.id AND r.entry_id = s.entry_id
           CROSS JOIN users u ON u.id = r.user_id
         WHERE (s.expires_at IS NULL OR s.expires_at > ?) AND r.user_id <> ? AND (a.is_whole OR s.created_by = ?)
         WINDOW entry AS (PARTITION BY s.entry_id))
       WHERE place <= ? ORDER BY entryId, place`,
    );
    this.#listGroups = database.prepare(
      `${ASKED} SELECT entryId, name, total FROM (
         SELECT s.entry_id AS entryId, g.name, count(*) OVER entry AS total,
           row_number() OVER (entry ORDER BY g.name_key) AS place
         FROM asked a CROSS JOIN shares s ON s.entry_id = a.id
           CROSS JOIN share_groups r ON r.share_id = s.id AND r.entry_id = s.entry_id
           CROSS JOIN groups g ON g.id = r.group_id
         WHERE (s.expires_at IS NULL OR s.expires_at > ?) AND (a.is_whole OR s.created_by = ?)
         WINDOW entry AS (PARTITION BY s.entry_id))
       WHERE place <= ? ORDER BY entryId, place`,
    );
    this.#countLinks = database.prepare(
      `${ASKED} SELECT l.entry_id AS entryId, count(*) AS total
       FROM asked a CROSS JOIN links l ON l.entry_id = a.id
       WHERE (l.expires_at IS NULL OR l.expires_at > ?) AND (l.max_downloads IS NULL OR l.downloads < l.max_downloads)
         AND l.created_at > ? AND (l.password_hash IS NOT NULL OR NOT ?)
         AND (l.created_by = ? OR (a.is_whole AND l.is_listed))
       GROUP BY l.entry_id`,
    );
  }

  /** By id of the entry; without entries that are not shared. */
  list(
    entries: readonly Asked[],
    { userId, now, linksAfter, isPasswordRequired }: Reading,
  ): ReadonlyMap<number, SharedWith> {
    const asked = JSON.stringify(entries.map(({ id, isWhole }) => [id, Number(isWhole)]));
    const found = new Map<number, SharedWith>();
    const add = (entryId: number, more: Partial<SharedWith>) =>
      found.set(entryId, { ...(found.get(entryId) ?? NOTHING), ...more });
    for (const { entryId, login, name, total } of this.#listPeople.all(asked, now, userId, userId, MAX_NAMED))
      add(entryId, { people: [...(found.get(entryId)?.people ?? []), { login, name }], total });
    const users = new Map(Array.from(found, ([id, { total }]) => [id, total]));
    for (const { entryId, name, total } of this.#listGroups.all(asked, now, userId, MAX_NAMED)) {
      const groups = [...(found.get(entryId)?.groups ?? []), name];
      add(entryId, { groups, total: (users.get(entryId) ?? 0) + total });
    }
    const links = this.#countLinks.all(asked, now, linksAfter, Number(isPasswordRequired), userId);
    for (const { entryId, total } of links) add(entryId, { links: total });
    return found;
  }
}
