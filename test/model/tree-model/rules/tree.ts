import {
  ALL,
  type Deletion,
  type Departure,
  type Document,
  type Entry,
  type Folder,
  type Grant,
  type KnownName,
  keyOf,
  LOGINS,
  type Lock,
  type Login,
  type Place,
  READ,
  segmentsOf,
} from './entries.ts';
import { freeName } from './names.ts';

/** Time for which a name that a document left is remembered: `webdav.rename_window_minutes`. */
const WINDOW = 15 * 60_000;

/** The whole office in memory, with the state that all rules share: visibility, locks, places. */
export class Tree {
  now: number;
  readonly homes: Readonly<Record<Login, Folder>>;
  readonly entries = new Set<Entry>();
  readonly trash = new Map<Entry, Deletion>();
  grants: readonly Grant[] = [];
  /** Names at mount roots whose grants have ended. */
  withdrawn: readonly Pick<Grant, 'to' | 'name'>[] = [];
  locks: readonly Lock[] = [];
  departures: readonly Departure[] = [];

  constructor(now: number) {
    this.now = now;
    this.homes = {
      ann: this.addFolder('ann', undefined, 'Home'),
      ben: this.addFolder('ben', undefined, 'Home'),
    };
  }

  addFolder(by: Login, folder: Folder | undefined, name: string): Folder {
    const added: Folder = { kind: 'folder', ...this.#base(by, folder, name) };
    this.entries.add(added);
    return added;
  }

  addDocument(by: Login, folder: Folder, name: string, content: string): Document {
    const versions = [{ number: 1, content, by, at: this.now }];
    const added: Document = {
      kind: 'file',
      ...this.#base(by, folder, name),
      versions,
      title: null,
      comments: '',
    };
    this.entries.add(added);
    return added;
  }

  #base(by: Login, folder: Folder | undefined, name: string) {
    return {
      id: undefined,
      name,
      folder,
      createdBy: by,
      createdAt: this.now,
      properties: new Map<string, string>(),
    };
  }

  members(folder: Folder): Entry[] {
    return [...this.entries].filter((entry) => entry.folder === folder);
  }

  child(folder: Folder, name: string): Entry | undefined {
    return this.members(folder).find((member) => keyOf(member.name) === keyOf(name));
  }

  /** The entry and its subtree. */
  subtree(entry: Entry): Entry[] {
    return [...this.entries].filter((candidate) => isWithin(candidate, entry));
  }

  /** Owner of the home that contains the entry; undefined in the trash. */
  owner(entry: Entry): Login | undefined {
    return LOGINS.find((login) => isWithin(entry, this.homes[login]));
  }

  bits(by: Login, entry: Entry): number {
    const owner = this.owner(entry);
    if (owner === undefined) return 0;
    if (owner === by) return ALL;
    return this.grants
      .filter((grant) => grant.to === by && isWithin(entry, grant.entry))
      .reduce((sum, grant) => sum | grant.bits, 0);
  }

  allows(by: Login, entry: Entry, bit: number): boolean {
    return (this.bits(by, entry) & bit) === bit;
  }

  /** Like {@link Tree.bits}, as if the entry were in the folder. */
  bitsIn(by: Login, entry: Entry, folder: Folder): number {
    if (this.owner(folder) === undefined) return 0;
    return this.grants
      .filter((grant) => grant.to === by && grant.entry === entry)
      .reduce((sum, grant) => sum | grant.bits, this.bits(by, folder));
  }

  /** Entries at a user's mount root that are not in the user's home. */
  mounted(by: Login): { readonly name: string; readonly entry: Entry; readonly grant: Grant }[] {
    const mounts: { readonly name: string; readonly entry: Entry; readonly grant: Grant }[] = [];
    for (const grant of this.grants) {
      const { entry, to } = grant;
      const owner = this.owner(entry);
      if (to !== by || owner === undefined || owner === by) continue;
      const isShown = (name: string) => mounts.some((mount) => keyOf(mount.name) === keyOf(name));
      const isTaken = (name: string) => this.#isHeld(by, name) || isShown(name);
      const isOwn = this.child(this.homes[by], grant.name) === undefined;
      const name = isOwn ? grant.name : freeName({ kind: entry.kind, name: grant.name }, isTaken);
      mounts.push({ entry, grant, name });
    }
    return mounts;
  }

  /** An entry at a user's mount root, by its name. */
  mount(by: Login, name: string) {
    return this.mounted(by).find((mounted) => keyOf(mounted.name) === keyOf(name));
  }

  grantOf(by: Login, entry: Entry): Grant | undefined {
    return this.grants.find((grant) => grant.to === by && grant.entry === entry);
  }

  /** Shares an entry. It keeps its assigned name as long as it is shared. */
  share(entry: Entry, to: Login, bits: number): void {
    const name = freeName(entry, (wanted) => this.#isHeld(to, wanted));
    this.grants = [...this.grants, { entry, to, bits, name }];
  }

  /** Renames an entry at the mount root; a hidden entry gives up that name. */
  rename(grant: Grant, name: string): void {
    const { to } = grant;
    const hidden = this.grants.find(
      (one) => one !== grant && one.to === to && keyOf(one.name) === keyOf(name),
    );
    const isAside = (wanted: string) =>
      this.departures.some(
        (one) => one.by === to && one.folder === this.homes[to] && keyOf(one.name) === keyOf(wanted),
      );
    const isTaken = (wanted: string) => this.#isHeld(to, wanted) || isAside(wanted);
    if (hidden) hidden.name = freeName({ kind: hidden.entry.kind, name }, isTaken);
    grant.name = name;
  }

  #isHeld(by: Login, name: string): boolean {
    const holds = (one: Pick<Grant, 'to' | 'name'>) => one.to === by && keyOf(one.name) === keyOf(name);
    const isChild = this.child(this.homes[by], name) !== undefined;
    return isChild || this.grants.some(holds) || this.withdrawn.some(holds);
  }

  /** Resolves a path; `/` is the home. */
  resolve(by: Login, path: string): Entry | undefined {
    const home = this.homes[by];
    let found: Entry | undefined = home;
    for (const name of segmentsOf(path)) {
      const folder: Entry | undefined = found;
      if (folder?.kind !== 'folder') return undefined;
      found = this.child(folder, name);
      if (folder === home) found ??= this.mount(by, name)?.entry;
    }
    return found;
  }

  /** Undefined when the parent folder does not exist, or the name belonged to an ended share. */
  place(by: Login, path: string): Place | undefined {
    const segments = segmentsOf(path);
    const name = segments.at(-1);
    const above = this.resolve(by, segments.slice(0, -1).join('/'));
    if (name === undefined || above?.kind !== 'folder') return undefined;
    const known = { folder: above, name };
    const existing = this.resolve(by, path);
    const isWithdrawn = this.withdrawn.some((one) => one.to === by && keyOf(one.name) === keyOf(name));
    if (!existing && isWithdrawn && above === this.homes[by]) return undefined;
    const isForeign = existing?.folder !== undefined && existing.folder !== above;
    if (isForeign && existing.folder)
      return { folder: existing.folder, name: existing.name, existing, known };
    return { folder: above, name, existing, known };
  }

  /** Locks that cover an entry: its own, and those of depth infinity above it. */
  covering(entry: Entry): Lock[] {
    return this.#active().filter(
      (lock) => lock.entry === entry || (lock.depth === 'infinity' && isWithin(entry, lock.entry)),
    );
  }

  /** Locks on the entry itself and on its subtree. */
  locksWithin(entry: Entry): Lock[] {
    return this.#active().filter((lock) => isWithin(lock.entry, entry));
  }

  #active(): Lock[] {
    return this.locks.filter((lock) => lock.expiresAt > this.now);
  }

  /** The departure from a name that the user knows, within the window. */
  departure(by: Login, known: KnownName): Departure | undefined {
    return this.departures.find((one) => isAt(one, by, known) && this.now - one.at < WINDOW);
  }

  /** Records a departure; call it before the document leaves. Only the latest departure from a name is remembered. */
  depart(by: Login, known: KnownName, document: Document, isDeletion: boolean): void {
    const { folder, name } = document;
    if (folder === undefined) return;
    const lay = { folder, name };
    const others = this.departures.filter((one) => !isAt(one, by, known));
    this.departures = [...others, { ...known, by, document, lay, isDeletion, at: this.now }];
  }

  forget(document: Entry): void {
    this.departures = this.departures.filter((one) => one.document !== document);
  }

  isRecent(entry: Entry): boolean {
    return this.now - entry.createdAt < WINDOW;
  }

  /** Locks stay with their place and do not move with an entry (RFC 4918 §7.5). */
  dissolveLocks(entry: Entry): void {
    this.locks = this.locks.filter((lock) => !isWithin(lock.entry, entry));
  }

  discard(by: Login, entry: Entry): void {
    const owner = this.owner(entry);
    if (owner === undefined) throw new Error(`${entry.name} is in the trash already`);
    this.dissolveLocks(entry);
    this.trash.set(entry, { folder: entry.folder, owner, by });
    entry.folder = undefined;
  }

  /** Restores an entry from the trash. */
  revive(entry: Entry, folder: Folder, name: string): void {
    this.trash.delete(entry);
    entry.folder = folder;
    entry.name = name;
  }

  /** Entries deleted from the erased folder then count as deleted from its parent. */
  erase(entry: Entry): void {
    const gone = new Set(this.subtree(entry));
    const above = this.trash.get(entry)?.folder ?? entry.folder;
    this.dissolveLocks(entry);
    this.trash.delete(entry);
    for (const deletion of this.trash.values()) {
      if (deletion.folder && gone.has(deletion.folder)) deletion.folder = above;
    }
    for (const one of gone) this.entries.delete(one);
    this.withdrawn = [...this.withdrawn, ...this.grants.filter((grant) => gone.has(grant.entry))];
    this.grants = this.grants.filter((grant) => !gone.has(grant.entry));
    this.departures = this.departures.filter(
      (one) => !gone.has(one.document) && !gone.has(one.folder) && !gone.has(one.lay.folder),
    );
  }

  /** Entries that a user sees in the trash. */
  visibleTrash(by: Login): Entry[] {
    return [...this.trash]
      .filter(([, { owner, by: deleter }]) => owner === by || deleter === by)
      .map(([entry]) => entry);
  }

  /** Every entry that a user can reach, with its path; folders come before their members. */
  reachable(by: Login): { readonly path: string; readonly entry: Entry }[] {
    const within = (path: string, entry: Entry): { path: string; entry: Entry }[] => {
      const beneath = entry.kind === 'folder' ? this.members(entry) : [];
      return [{ path, entry }, ...beneath.flatMap((member) => within(`${path}/${member.name}`, member))];
    };
    const mounts = this.mounted(by).filter(({ entry }) => this.allows(by, entry, READ));
    return [...within('', this.homes[by]), ...mounts.flatMap(({ name, entry }) => within(`/${name}`, entry))];
  }
}

export function isWithin(entry: Entry, ancestor: Entry): boolean {
  for (let one: Entry | undefined = entry; one !== undefined; one = one.folder)
    if (one === ancestor) return true;
  return false;
}

function isAt(departure: Departure, by: Login, known: KnownName): boolean {
  return (
    departure.by === by && departure.folder === known.folder && keyOf(departure.name) === keyOf(known.name)
  );
}
