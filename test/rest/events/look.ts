import assert from 'node:assert/strict';
import { Agent, get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

/** What a user sees of one thing. */
export interface Seen {
  /** As text, for comparison. */
  readonly value: string;
  /** The event that is about this and nothing above it. */
  readonly own: string;
  /** All events after which a client loads this again (docs/build/contract/events.md §34). */
  readonly covered: readonly string[];
  /** Events that report that this has appeared or disappeared, with the entry that it belongs to. */
  readonly place: readonly string[];
}

/** All that the pages of a user show, by a name for messages. */
export type Look = ReadonlyMap<string, Seen>;

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly folder_id: number | null;
  readonly type: 'file' | 'folder';
  readonly permissions: number;
}

/** Fields that no event reports (docs/build/contract/events.md §34). */
const SILENT = new Set([
  // Measures and times of use.
  ...['used_bytes', 'used_entries', 'last_seen_at', 'last_used_at', 'members'],
  // Made in the background.
  ...['thumbnail', 'thumbnail_reason', 'thumbnail_data', 'text', 'text_reason', 'text_data', 'media'],
]);
/** Fields that no event reports of an entry that the user deleted from the home of another user. */
const FOREIGN_IN_TRASH = {
  ...{ path: undefined, folder_id: undefined, permissions: undefined },
  ...{ title: undefined, comments: undefined, comments_cut: undefined, shared: undefined },
};
/** Folder of the barrier, which every example changes. */
export const QUIET = 'quiet';

/** People are compared by their ids and logins, because no event reports their names. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (SILENT.has(key)) return undefined;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const keys = Object.keys(part).join();
    // Of an entry that the user deleted from the home of another user.
    if ('deleted_by' in part && 'permissions' in part && part.permissions !== 31)
      return { ...part, ...FOREIGN_IN_TRASH };
    const isPerson = keys === 'id,name' || keys === 'login,name';
    return isPerson ? { ...part, name: undefined } : part;
  });
}

/** Who looks, and where. */
interface Looker {
  /** Of the service, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly homeId: number;
  readonly isAdmin: boolean;
}

/** Loads all that the pages of a user show. */
class Looking {
  /** An example reads some 500 pages. A connection for each would take more than the rest. */
  readonly #connection = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #headers: { readonly authorization: string };
  readonly #homeId: number;
  readonly #isAdmin: boolean;
  readonly #seen = new Map<string, Seen>();
  readonly #visited = new Set<number>();

  constructor({ url, token, homeId, isAdmin }: Looker) {
    this.#url = `${url}/api`;
    this.#headers = { authorization: `Bearer ${token}` };
    this.#homeId = homeId;
    this.#isAdmin = isAdmin;
  }

  async all(): Promise<Look> {
    for (const [path, event] of [
      ['/account', 'account'],
      ['/account/sessions', 'account'],
      ['/account/tokens', 'account'],
      ['/trash', 'trash'],
      ['/shares', 'shares'],
      ['/folders/shares', 'folder 0'],
      ['/favourites', 'favourites'],
    ] as const)
      this.#add(path, event, await this.#get(path));
    if (this.#isAdmin) this.#add('/folders/system', 'folder 0', await this.#get('/folders/system'));
    else this.#add('/groups', 'account', await this.#get('/groups'));
    const top = (await this.#get('/folders/0/contents')).data as Entry[];
    const isOwn = ({ folder_id: folderId }: Entry) => folderId === this.#homeId;
    this.#add('the own entries at the top', `folder ${this.#homeId}`, top.filter(isOwn));
    const others = top.filter((entry) => !isOwn(entry));
    this.#add('the other entries at the top', 'folder 0', others);
    await this.#addMembers(top.filter(isOwn), [`folder ${this.#homeId}`]);
    await this.#addMembers(others, ['folder 0']);
    return this.#seen;
  }

  async #addMembers(entries: readonly Entry[], above: readonly string[]): Promise<void> {
    for (const entry of entries) {
      if (entry.name === QUIET || this.#visited.has(entry.id)) continue;
      this.#visited.add(entry.id);
      const isFolder = entry.type === 'folder';
      const place = `/${isFolder ? 'folders' : 'documents'}/${entry.id}`;
      if ((entry.permissions & 16) !== 0) {
        const shares = `/shares?${isFolder ? 'folder_id' : 'document_id'}=${entry.id}`;
        // They disappear with the entry.
        this.#add(shares, 'shares', await this.#get(shares), ['shares'], above);
      }
      if (isFolder) await this.#addFolder(place, [`folder ${entry.id}`, ...above]);
      else await this.#addDocument(place, above);
    }
  }

  async #addFolder(place: string, covered: readonly string[]): Promise<void> {
    const [own = ''] = covered;
    this.#add(place, own, await this.#get(place), covered);
    const contents = await this.#get(`${place}/contents`);
    this.#add(`${place}/contents`, own, contents, covered);
    await this.#addMembers(contents.data as Entry[], covered);
  }

  async #addDocument(place: string, covered: readonly string[]): Promise<void> {
    const [own = ''] = covered;
    const { data } = await this.#get(`${place}/metadata`);
    const { shares, ...rest } = data as { readonly shares: unknown };
    this.#add(`${place}/metadata`, own, rest, covered);
    this.#add(`${place}/metadata, shares`, 'shares', shares, ['shares'], covered);
    this.#add(`${place}/versions`, own, await this.#get(`${place}/versions`), covered);
  }

  close(): void {
    this.#connection.destroy();
  }

  async #get(path: string): Promise<{ readonly data: unknown }> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(this.#url + path, { agent: this.#connection, headers: this.#headers }, resolve).on('error', reject);
    });
    assert.equal(response.statusCode, 200, path);
    return (await json(response)) as { readonly data: unknown };
  }

  #add(
    name: string,
    own: string,
    value: unknown,
    covered: readonly string[] = [own],
    place: readonly string[] = [],
  ): void {
    this.#seen.set(name, { value: textOf(value), own, covered, place });
  }
}

/** @returns all that the pages of a user show */
export async function lookAsUser(looker: Looker): Promise<Look> {
  const looking = new Looking(looker);
  try {
    return await looking.all();
  } finally {
    looking.close();
  }
}

/** The differences between two looks: by name, the two versions. */
export function differences(before: Look, after: Look): ReadonlyMap<string, readonly Seen[]> {
  const names = new Set([...before.keys(), ...after.keys()]);
  return new Map(
    [...names]
      .filter((name) => before.get(name)?.value !== after.get(name)?.value)
      .map((name) => [name, [before.get(name), after.get(name)].filter((seen) => seen !== undefined)]),
  );
}
