import { message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { TreeState } from '../../storage/tree/tree.ts';
import { type Access, assertCurrent, requireUser } from '../access/access.ts';
import { isMountRoot, type Member, type MountRoot, type PathEntry } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import { RoundRobinQueue } from '../round-robin-queue.ts';
import { atOneMoment, type TreeMoment } from '../tree-moment.ts';
import { type Change, ChangePage } from './change-page.ts';
import { MemberPath } from './member-path.ts';
import { type Known, SyncTokens, type TokenScope } from './sync-tokens.ts';
import { TreeComparison } from './tree-comparison.ts';
import type { TreeTags, TreeView } from './tree-tags.ts';

/** Maximum number of changes in one report. */
const MAX_CHANGES = 10_000;

/** A folder whose changes are told, as the user reaches it. */
export interface Collection {
  readonly folder: PathEntry;
  /** Names from the mount root. */
  readonly path: readonly string[];
}

/** What a client asks for. */
export interface SyncRequest {
  /** Undefined: all members. */
  readonly token: string | undefined;
  /** True: also what is beneath the members. */
  readonly isDeep: boolean;
  /** Maximum number of changes; at least 1. */
  readonly limit: number;
}

/** Changes of a collection. */
export interface SyncReport {
  readonly changes: readonly Change[];
  /** Token of the state that the client knows after these changes. */
  readonly token: string;
  /** True if there are more changes: the client asks for them with the token. */
  readonly isTruncated: boolean;
}

interface Dependencies {
  readonly access: Access;
  readonly mountRoot: MountRoot;
  readonly treeTags: TreeTags;
}

/** Tells sync clients what has changed in a folder since the state that they know (RFC 6578). */
export class SyncCollections {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #tokens: SyncTokens;
  readonly #queue = new RoundRobinQueue(message('lists_at_once'));

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
    this.#tokens = new SyncTokens(context);
  }

  /**
   * Returns a function that issues the token of the current state of a folder. It does not notice later changes of rights.
   * The numbers of changes must have begun ({@link TreeTags.begin}).
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`)
   */
  tokens(user: UserActor): (collection: Collection) => string {
    const view = this.#deps.treeTags.view(user);
    return (collection) => {
      const base = this.#context.tables.treeHistory.clock();
      return this.#tokens.issue(scopeOf(user, collection, view), { base, rest: undefined });
    };
  }

  /**
   * The changes since the state of a token. Begins the numbers of changes. Other requests run meanwhile; what they change
   * is told with the next token.
   * @returns undefined: the state is unknown, or something else than the tree has changed since, such as the rights of the
   * user. The client must ask for all members.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found | throttled
   */
  async report(
    user: UserActor,
    collection: Collection,
    request: SyncRequest,
  ): Promise<SyncReport | undefined> {
    requireUser(user, 'read');
    await this.#deps.treeTags.begin(user);
    const scope = scopeOf(user, collection, this.#deps.treeTags.view(user));
    const known = request.token === undefined ? NOTHING : this.#tokens.read(scope, request.token);
    if (!known || (known.rest && known.rest.isDeep !== request.isDeep)) return undefined;
    if (known.base && !known.rest && !this.#hasChanged(user, collection, known.base))
      return { changes: [], token: this.tokens(user)(collection), isTruncated: false };
    const found = await this.#queue.run(user.userId, () => this.#compare(user, collection, known, request));
    assertCurrent(this.#context, user);
    this.#deps.access.folder(user, collection.folder.entry.id);
    return (
      found && {
        changes: found.changes,
        token: this.#tokens.issue(scope, found.known),
        isTruncated: found.known.rest !== undefined,
      }
    );
  }

  /**
   * For each change the entry as it is now; undefined if it does not exist any more, or the user may not read it. Other
   * requests run before.
   * @param changes as many as one slice of a long task may read
   */
  async members(user: UserActor, changes: readonly Change[]): Promise<readonly (Member | undefined)[]> {
    await yieldToRequests();
    assertCurrent(this.#context, user);
    const entries = this.#context.tables.entries.listByIds(changes.flatMap(({ id }) => id ?? []));
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    return changes.map(({ id, path }) => {
      const entry = id === undefined ? undefined : byId.get(id);
      const entryAccess = entry && this.#deps.access.readable(user, entry);
      if (!entryAccess) return undefined;
      return { entry, permissions: entryAccess.permissions, name: path.name };
    });
  }

  #hasChanged(user: UserActor, { folder }: Collection, { number }: TreeState): boolean {
    const ids = [folder.entry.id, ...this.#mounted(user, folder).keys()];
    return ids.some((id) => this.#context.tables.treeNumbers.of(id) > number);
  }

  /** The names, by id, of the members of the mount root that are not in the home of the user. */
  #mounted(user: UserActor, folder: PathEntry): ReadonlyMap<number, Member> {
    if (!isMountRoot(folder)) return new Map();
    return new Map(
      this.#deps.mountRoot
        .list(user)
        .map(({ entry, entryAccess: { permissions }, name }) => [entry.id, { entry, permissions, name }]),
    );
  }

  async #compare(
    user: UserActor,
    collection: Collection,
    { base, rest }: Known,
    { isDeep, limit }: SyncRequest,
  ): Promise<{ changes: readonly Change[]; known: Known } | undefined> {
    const mounted = this.#mounted(user, collection.folder);
    return atOneMoment(this.#context, async ({ tables }: TreeMoment) => {
      const clock = tables.treeHistory.clock();
      // Other requests may have run since the token was read.
      if (!clock || [base, rest?.until].some((state) => state && state.number <= clock.forgotten))
        return undefined;
      const until = rest?.until ?? { number: clock.number, lastId: clock.lastId };
      const page = new ChangePage(rest?.after ?? '', Math.min(limit, MAX_CHANGES));
      const comparison = new TreeComparison(tables, { base, until, isDeep }, page);
      await comparison.compare(collection.folder.entry.id, undefined);
      for (const { entry, name } of mounted.values()) {
        const isFolder = entry.kind === 'folder' ? 1 : 0;
        const number = tables.treeHistory.numberOf(entry.id);
        await comparison.member({ id: entry.id, name, isFolder, number }, new MemberPath(undefined, name));
      }
      const { changes, last } = page.end();
      if (last === undefined) return { changes, known: { base: until, rest: undefined } };
      return { changes, known: { base, rest: { until, isDeep, after: last } } };
    });
  }
}

const NOTHING: Known = { base: undefined, rest: undefined };

function scopeOf({ userId }: UserActor, { folder, path }: Collection, view: TreeView): TokenScope {
  const rights = isMountRoot(folder) ? view.rightsOfMountRoot() : view.rightsOf(folder);
  return { userId, collectionId: folder.entry.id, path, rights };
}
