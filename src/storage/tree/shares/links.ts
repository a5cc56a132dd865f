import type { Link, LinkKind, LinkUse } from '../../../model/entries/link.ts';
import type { Database, SqlValue, Statement } from '../../database/database.ts';

/** A link as stored, with the hash of its password. */
export interface StoredLink extends Link {
  /** Argon2id; null: no password. */
  readonly passwordHash: string | null;
}

/** The columns that its creator may change. */
export type LinkTerms = Pick<
  StoredLink,
  'kind' | 'label' | 'passwordHash' | 'expiresAt' | 'maxDownloads' | 'maxFiles' | 'maxBytes' | 'isListed'
>;

interface Row {
  readonly id: number;
  readonly entry_id: number;
  readonly created_by: number;
  readonly login: string;
  readonly name: string;
  readonly kind: LinkKind;
  readonly label: string;
  readonly password_hash: string | null;
  readonly expires_at: number | null;
  readonly max_downloads: number | null;
  readonly downloads: number;
  readonly max_files: number | null;
  readonly max_bytes: number | null;
  readonly files: number;
  readonly visits: number;
  readonly last_used_at: number | null;
  readonly is_listed: 0 | 1;
  readonly created_at: number;
}

const SELECT = `SELECT l.id, l.entry_id, l.created_by, u.login, u.name, l.kind, l.label, l.password_hash, l.expires_at,
  l.max_downloads, l.downloads, l.max_files, l.max_bytes, l.files, l.visits, l.last_used_at, l.is_listed, l.created_at
  FROM links l JOIN users u ON u.id = l.created_by`;

/** The tables `links` and `link_uses`. Only the SHA-256 of the code in an address is stored. */
export class LinkTable {
  readonly #findByCode: Statement<[string], Row>;
  readonly #find: Statement<[number], Row>;
  readonly #listOfCreator: Statement<[number], Row>;
  readonly #listOnEntry: Statement<[number], Row>;
  readonly #listAll: Statement<[number, number], Row>;
  readonly #count: Statement<[], { total: number }>;
  readonly #countOf: Statement<[number], { total: number }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #update: Statement<SqlValue[]>;
  readonly #addUse: Statement<[number, number, number, number]>;
  readonly #findUse: Statement<[number, string], { visits: number }>;
  readonly #countUses: Statement<[number], { total: number }>;
  readonly #upsertUse: Statement<[number, string, number, number, number, number]>;
  readonly #deleteOldUses: Statement<[number, number, number]>;
  readonly #listUses: Statement<[number], LinkUse & { ip: string }>;
  readonly #delete: Statement<[number]>;
  readonly #deleteEnded: Statement<[number]>;

  constructor(database: Database) {
    this.#findByCode = database.prepare(`${SELECT} WHERE l.code_sha256 = ?`);
    this.#find = database.prepare(`${SELECT} WHERE l.id = ?`);
    this.#listOfCreator = database.prepare(`${SELECT} WHERE l.created_by = ? ORDER BY l.id DESC`);
    this.#listOnEntry = database.prepare(`${SELECT} WHERE l.entry_id = ? ORDER BY l.id DESC`);
    this.#listAll = database.prepare(`${SELECT} ORDER BY l.id DESC LIMIT ? OFFSET ?`);
    this.#count = database.prepare('SELECT count(*) AS total FROM links');
    this.#countOf = database.prepare('SELECT count(*) AS total FROM links WHERE created_by = ?');
    this.#insert = database.prepare(
      `INSERT INTO links (code_sha256, entry_id, created_by, created_at, kind, label, password_hash, expires_at,
         max_downloads, max_files, max_bytes, is_listed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#update = database.prepare(
      `UPDATE links SET kind = ?, label = ?, password_hash = ?, expires_at = ?, max_downloads = ?, max_files = ?,
         max_bytes = ?, is_listed = ? WHERE id = ?`,
    );
    this.#addUse = database.prepare(
      'UPDATE links SET visits = visits + ?, downloads = downloads + ?, last_used_at = ? WHERE id = ?',
    );
    this.#findUse = database.prepare('SELECT visits FROM link_uses WHERE link_id = ? AND ip = ?');
    this.#countUses = database.prepare('SELECT count(*) AS total FROM link_uses WHERE link_id = ?');
    this.#upsertUse = database.prepare(
      `INSERT INTO link_uses (link_id, ip, first_at, last_at, visits, downloads) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (link_id, ip) DO UPDATE SET last_at = excluded.last_at,
         visits = visits + excluded.visits, downloads = downloads + excluded.downloads`,
    );
    this.#deleteOldUses = database.prepare(
      `DELETE FROM link_uses WHERE link_id = ? AND ip IN
         (SELECT ip FROM link_uses WHERE link_id = ? ORDER BY last_at DESC LIMIT -1 OFFSET ?)`,
    );
    this.#listUses = database.prepare(
      `SELECT ip, first_at AS firstAt, last_at AS lastAt, visits, downloads FROM link_uses
       WHERE link_id = ? ORDER BY last_at DESC, ip`,
    );
    this.#delete = database.prepare('DELETE FROM links WHERE id = ?');
    this.#deleteEnded = database.prepare('DELETE FROM links WHERE expires_at <= ?');
  }

  /** @param codeSha256 SHA-256 of the code in the address, in lower-case hexadecimal */
  findByCode(codeSha256: string): StoredLink | undefined {
    return asLink(this.#findByCode.get(codeSha256));
  }

  find(id: number): StoredLink | undefined {
    return asLink(this.#find.get(id));
  }

  /** Newest first. */
  listOfCreator(userId: number): StoredLink[] {
    return this.#listOfCreator.all(userId).map(linkOf);
  }

  /** Newest first, with the links of all creators. */
  listOnEntry(entryId: number): StoredLink[] {
    return this.#listOnEntry.all(entryId).map(linkOf);
  }

  /** A page of the links of all users, newest first. */
  listAll(limit: number, offset: number): { readonly items: StoredLink[]; readonly total: number } {
    return { items: this.#listAll.all(limit, offset).map(linkOf), total: this.#count.get()?.total ?? 0 };
  }

  countOf(userId: number): number {
    return this.#countOf.get(userId)?.total ?? 0;
  }

  /** @returns the id of the new link */
  insert(
    {
      createdBy,
      createdAt,
      entryId,
      ...terms
    }: LinkTerms & Pick<Link, 'createdAt' | 'entryId'> & { createdBy: number },
    codeSha256: string,
  ): number {
    const { lastInsertRowid } = this.#insert.run(
      codeSha256,
      entryId,
      createdBy,
      createdAt,
      ...columnsOf(terms),
    );
    return Number(lastInsertRowid);
  }

  update(id: number, terms: LinkTerms): void {
    this.#update.run(...columnsOf(terms), id);
  }

  /**
   * Counts a visit or a download, for the link and for the client address.
   * @param by.at milliseconds UTC
   * @param by.kept addresses to keep for the link, those with the latest use
   */
  use(
    id: number,
    use: 'visit' | 'download',
    { ip, at, kept }: { readonly ip: string; readonly at: number; readonly kept: number },
  ): void {
    const [visits, downloads] = use === 'visit' ? [1, 0] : [0, 1];
    this.#addUse.run(visits, downloads, at, id);
    this.#upsertUse.run(id, ip, at, at, visits, downloads);
    this.#deleteOldUses.run(id, id, kept);
  }

  /** True if uses from this client address are kept. */
  isUsedFrom(id: number, ip: string): boolean {
    return this.#findUse.get(id, ip) !== undefined;
  }

  /** Number of client addresses that are kept. */
  countUses(id: number): number {
    return this.#countUses.get(id)?.total ?? 0;
  }

  /** Latest use first. */
  listUses(id: number): LinkUse[] {
    return this.#listUses.all(id).map((use) => ({ ...use, ip: use.ip === '' ? null : use.ip }));
  }

  delete(id: number): void {
    this.#delete.run(id);
  }

  /** Deletes links that expired at this time or earlier. @param until milliseconds UTC */
  deleteEnded(until: number): void {
    this.#deleteEnded.run(until);
  }
}

function columnsOf({ kind, label, passwordHash, expiresAt, isListed, ...limits }: LinkTerms): SqlValue[] {
  const { maxDownloads, maxFiles, maxBytes } = limits;
  return [kind, label, passwordHash, expiresAt, maxDownloads, maxFiles, maxBytes, Number(isListed)];
}

function asLink(row: Row | undefined): StoredLink | undefined {
  return row && linkOf(row);
}

function linkOf(row: Row): StoredLink {
  return {
    id: row.id,
    entryId: row.entry_id,
    kind: row.kind,
    label: row.label,
    hasPassword: row.password_hash !== null,
    passwordHash: row.password_hash,
    expiresAt: row.expires_at,
    maxDownloads: row.max_downloads,
    downloads: row.downloads,
    maxFiles: row.max_files,
    maxBytes: row.max_bytes,
    files: row.files,
    visits: row.visits,
    lastUsedAt: row.last_used_at,
    isListed: row.is_listed === 1,
    createdBy: { id: row.created_by, login: row.login, name: row.name },
    createdAt: row.created_at,
  };
}
