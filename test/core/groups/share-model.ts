import type { Database } from '../../../src/storage/database/database.ts';

const ALL = 31;

/** A share, as the model knows it. */
export interface ModelShare {
  readonly entryId: number;
  permissions: number;
  createdBy: number | null;
  expiresAt: number | null;
  readonly users: Set<number>;
  readonly groups: Set<number>;
}

interface Place {
  readonly id: number;
  readonly parentId: number | null;
  readonly rootKind: string | null;
  readonly ownerId: number | null;
}

/** Shares and groups in the simplest form. The tree is that of the database, because it is not under test. */
export class ShareModel {
  readonly shares = new Map<number, ModelShare>();
  /** Members by group. */
  readonly groups = new Map<number, Set<number>>();
  readonly #database: Database;
  #places = new Map<number, Place>();

  constructor(database: Database) {
    this.#database = database;
    this.readTree();
  }

  /** Must be called after each change of the tree. Shares of entries that are gone are gone. */
  readTree(): void {
    const rows = this.#database
      .prepare<[], Place>(
        'SELECT id, parent_id AS parentId, root_kind AS rootKind, owner_id AS ownerId FROM entries',
      )
      .all();
    this.#places = new Map(rows.map((row) => [row.id, row]));
    for (const [id, { entryId }] of this.shares) if (!this.#places.has(entryId)) this.shares.delete(id);
  }

  put(id: number, share: ModelShare): void {
    for (const [otherId, other] of this.shares) {
      if (otherId === id || other.entryId !== share.entryId) continue;
      for (const user of share.users) other.users.delete(user);
      for (const group of share.groups) other.groups.delete(group);
    }
    this.shares.set(id, share);
    this.dropEmpty();
  }

  dropEmpty(): void {
    for (const [id, { users, groups }] of this.shares)
      if (users.size + groups.size === 0) this.shares.delete(id);
  }

  deleteGroup(id: number): void {
    this.groups.delete(id);
    for (const { groups } of this.shares.values()) groups.delete(id);
    this.dropEmpty();
  }

  deleteUser(id: number): void {
    for (const members of this.groups.values()) members.delete(id);
    for (const share of this.shares.values()) {
      share.users.delete(id);
      if (share.createdBy === id) share.createdBy = null;
    }
    this.dropEmpty();
  }

  deleteExpired(now: number): void {
    for (const [id, { expiresAt }] of this.shares)
      if (expiresAt !== null && expiresAt <= now) this.shares.delete(id);
  }

  /** The ways by which a share reaches a user. */
  ways(share: ModelShare, userId: number): string[] {
    const groups = share.createdBy === userId ? [] : [...share.groups];
    return [
      ...(share.users.has(userId) ? ['user'] : []),
      ...groups.filter((id) => this.groups.get(id)?.has(userId)).map((id) => `group ${String(id)}`),
    ];
  }

  /** All ways to the user, of shares that exist. */
  allWays(userId: number): string[] {
    return [...this.shares].flatMap(([id, share]) =>
      this.ways(share, userId).map((way) => `${String(id)} ${way}`),
    );
  }

  /** Entries with a share that reaches the user, also an expired one. */
  granted(userId: number): Set<number> {
    const received = [...this.shares.values()].filter((share) => this.ways(share, userId).length > 0);
    return new Set(received.map(({ entryId }) => entryId));
  }

  lineage(id: number): Place[] {
    const place = this.#places.get(id);
    if (!place) return [];
    return place.parentId === null ? [place] : [place, ...this.lineage(place.parentId)];
  }

  owns(userId: number, id: number): boolean {
    const root = this.lineage(id).at(-1);
    return root?.rootKind === 'home' && root.ownerId === userId;
  }

  /** Permission bits of the user on the entry. */
  rights(userId: number, id: number, now: number): number {
    const lineage = this.lineage(id);
    const root = lineage.at(-1);
    if (!root || root.rootKind === 'trash') return 0;
    if (this.owns(userId, id)) return ALL;
    const above = new Set(lineage.map((place) => place.id));
    let bits = 0;
    for (const share of this.shares.values()) {
      const isActive = share.expiresAt === null || share.expiresAt > now;
      if (isActive && above.has(share.entryId) && this.ways(share, userId).length > 0)
        bits |= share.permissions;
    }
    return bits;
  }

  ids(): number[] {
    return [...this.#places.keys()];
  }

  /** Ids of what the user sees at the mount root, besides the home. */
  mounted(userId: number, now: number): number[] {
    const active = [...this.shares.values()].filter(
      (share) => (share.expiresAt === null || share.expiresAt > now) && this.ways(share, userId).length > 0,
    );
    const ids = new Set(active.map(({ entryId }) => entryId));
    return [...ids].filter((id) => !this.owns(userId, id) && this.rights(userId, id, now) > 0);
  }
}
