import type { Entry } from '../../model/entries/entry.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { Access, EntryAccess } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { MountRoot } from './mount-root.ts';

/** An entry as a user sees it. */
export interface VisibleEntry {
  readonly id: number;
  readonly kind: Entry['kind'];
  /** Name that the user sees. */
  readonly name: string;
  /** Path from the mount root, starting with `/`. */
  readonly path: string;
}

/** A folder or document on the path to an entry, with the name that the user sees. */
interface Breadcrumb {
  readonly id: number;
  readonly name: string;
}

/** The path at which a user sees an entry, and the folders on it. */
export interface EntryLocation {
  /** Path from the mount root, starting with `/`. */
  readonly path: string;
  /** Folders above the entry that the user sees, topmost first, without the mount root. */
  readonly ancestors: readonly Breadcrumb[];
}

interface Dependencies {
  readonly access: Access;
  readonly mountRoot: MountRoot;
}

/** Paths and names under which users see entries. */
export class Locations {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * The path at which the actor sees an entry, and the folders on it.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  location(actor: Actor, id: number): EntryLocation {
    const { user, entryAccess } = this.#deps.access.entry(actor, id);
    const breadcrumbs = this.#breadcrumbsOf(user)(entryAccess);
    return { path: pathFrom(breadcrumbs), ancestors: breadcrumbs.slice(1).toReversed() };
  }

  /**
   * Returns a function from an id to the entry as the user sees it; null if the user may not read it. Use the function
   * at once: it does not notice later changes.
   */
  visibleEntries(user: UserActor): (id: number) => VisibleEntry | null {
    const { access } = this.#deps;
    const breadcrumbsOf = this.#breadcrumbsOf(user);
    return (id) => {
      const entry = this.#context.tables.entries.find(id);
      const entryAccess = entry && access.readable(user, entry);
      if (!entryAccess) return null;
      const breadcrumbs = breadcrumbsOf(entryAccess);
      return { id, kind: entry.kind, name: breadcrumbs[0]?.name ?? entry.name, path: pathFrom(breadcrumbs) };
    };
  }

  /**
   * Returns a function from the user's access to an entry to its path. Use the function at once: it does not notice
   * later changes.
   */
  paths(user: UserActor): (entryAccess: EntryAccess) => string {
    const breadcrumbsOf = this.#breadcrumbsOf(user);
    return (entryAccess) => pathFrom(breadcrumbsOf(entryAccess));
  }

  /** Returns a function from the access to an entry to the visible breadcrumbs from its entry up to the mount root. */
  #breadcrumbsOf(user: UserActor): (entryAccess: EntryAccess) => readonly Breadcrumb[] {
    const nameOf = this.#deps.mountRoot.names(user);
    return ({ lineage, ownerId }) => {
      const breadcrumbs = lineage.map(({ id, name }) => ({ id, name }));
      if (ownerId === user.userId) return breadcrumbs.slice(0, -1);
      // If both a folder and an entry in it are shared, the path goes through the folder.
      const mounted = lineage.map(nameOf);
      const level = mounted.findLastIndex((name) => name !== undefined);
      const [top, name] = [breadcrumbs[level], mounted[level]];
      return top === undefined || name === undefined
        ? breadcrumbs
        : [...breadcrumbs.slice(0, level), { ...top, name }];
    };
  }
}

/** @param breadcrumbs from the entry up to the mount root */
function pathFrom(breadcrumbs: readonly Breadcrumb[]): string {
  return `/${breadcrumbs
    .map(({ name }) => name)
    .toReversed()
    .join('/')}`;
}
