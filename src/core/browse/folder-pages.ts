import type { Actor } from '../../model/actor.ts';
import type { Entry, EntryRecord, FolderRecord, Person } from '../../model/entry.ts';
import type { Order, Page, PageRequest } from '../../model/page.ts';
import type { Membership } from '../../storage/tree/tree.ts';
import { type Access, requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import { Turns } from '../turns.ts';
import type { EntryRecords } from './entry-records.ts';
import type { MountRoot } from './mount-root.ts';

/** What {@link FolderPages} works with. */
interface Parts {
  readonly access: Access;
  readonly mountRoot: MountRoot;
  readonly records: EntryRecords;
}

/** Lists what is in folders, page by page. */
export class FolderPages {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #turns = new Turns('Too many lists of large folders at once. Try again in a moment.');

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * A page of the members of a folder. Large folders are put in order one after another, the users in turn.
   * @param folderId 0: the mount root
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found | throttled: too many
   * pages of large folders wait | unavailable
   */
  async members(actor: Actor, folderId: number, request: PageRequest & Order): Promise<Page<EntryRecord>> {
    const { entries, memberPages } = this.#context.tables;
    const { userId } = requireUser(actor, 'read');
    const members = this.#membership(actor, folderId);
    const { items: ids, total } = memberPages.isLarge(members)
      ? await this.#turns.run(userId, () => memberPages.pageOfLarge(members, request))
      : memberPages.page(members, request);
    const found = new Map(entries.listByIds(ids).map((entry) => [entry.id, entry]));
    const page = ids.flatMap((id) => found.get(id) ?? []);
    return { items: this.#recordsOfMembers(actor, folderId, page), total };
  }

  /**
   * A page of the folders at the actor's mount root that are not in the actor's home: shared folders and,
   * for administrators, system folders, in the order of the mount root.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`)
   */
  shared(actor: Actor, request: PageRequest): Page<FolderRecord & { readonly sharedBy: Person | null }> {
    const user = requireUser(actor, 'read');
    const folders = this.#parts.mountRoot.list(user).filter((mounted) => mounted.entry.kind === 'folder');
    const start = (request.page - 1) * request.perPage;
    const page = folders.slice(start, start + request.perPage);
    const records = this.#parts.records.list(
      page.map(({ entry, standing, name }) => this.#parts.records.source(user, entry, standing, name)),
    );
    const items = records.flatMap((record, index) =>
      record.kind === 'folder' ? [{ ...record, sharedBy: page[index]?.sharedBy ?? null }] : [],
    );
    return { items, total: folders.length };
  }

  #membership(actor: Actor, folderId: number): Membership {
    const { user, entry } = this.#parts.access.folder(actor, folderId);
    const mounted = folderId === 0 ? this.#parts.mountRoot.list(user) : [];
    return { folderId: entry.id, extraIds: mounted.map((mount) => mount.entry.id) };
  }

  /** What the actor may read, and where the entries are, may have changed while the page was put in order. */
  #recordsOfMembers(actor: Actor, folderId: number, page: readonly Entry[]): EntryRecord[] {
    const { access, mountRoot, records } = this.#parts;
    const { user, entry, standing } = access.folder(actor, folderId);
    const mounted = new Map(
      folderId === 0 ? mountRoot.list(user).map((mount) => [mount.entry.id, mount]) : [],
    );
    const shown = page.filter(({ id, parentId }) => parentId === entry.id || mounted.has(id));
    const sources = records.sourcesOfMembers(user, shown, standing).map((source) => {
      const mount = mounted.get(source.entry.id);
      return mount ? records.source(user, mount.entry, mount.standing, mount.name) : source;
    });
    return records.list(sources);
  }
}
