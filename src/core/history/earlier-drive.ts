import type { Document } from '../../model/entries/entry.ts';
import { sendableType } from '../../model/entries/media-type.ts';
import { nameKey } from '../../model/entries/names.ts';
import { invalid, notFound, noVersionAt } from '../../model/errors/errors.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { Content } from '../../storage/blobs/blobs.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import { type Access, assertCurrent, confinedTo, requireUser } from '../access/access.ts';
import type { MountRoot } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import { type EarlierMember, EarlierTree, FIRST_MEMBER, type MemberMark } from './earlier-tree.ts';

/** A document as it was at a time, ready to be read. */
interface OpenedEarlierDocument {
  readonly document: Document;
  /** The name that the document had in its folder. */
  readonly name: string;
  readonly content: Content;
}

interface Dependencies {
  readonly access: Access;
  readonly mountRoot: MountRoot;
}

/**
 * The drive of a user as it was at a time: the home, and the entries that are shown at the mount root now, with the
 * members that they had then ({@link EarlierTree}). A member of the home hides an entry of the same name that was shared
 * later. Permissions are judged again after each wait.
 */
export class EarlierDrive {
  readonly #context: Context;
  readonly #mountRoot: MountRoot;
  readonly #tree: EarlierTree;

  constructor(context: Context, { access, mountRoot }: Dependencies) {
    this.#context = context;
    this.#mountRoot = mountRoot;
    this.#tree = new EarlierTree({ access, tables: context.tables });
  }

  /**
   * The document or folder that was at a path.
   * @param at milliseconds UTC
   * @param path names from the folder downwards; `[]`: the folder itself, without a name
   * @param folderId the folder, which may be in the trash; by default the mount root, which is the home
   * @returns undefined if there was none, or the actor may not read it now
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found (an actor confined to
   * one entry) | invalid (at: in the future)
   */
  async resolve(
    actor: Actor,
    at: number,
    path: readonly string[],
    folderId?: number,
  ): Promise<EarlierMember | undefined> {
    const user = this.#reader(actor, at);
    const top = this.#tree.readable(user, folderId ?? user.homeId);
    let found: EarlierMember | undefined = top && { entry: top, name: '' };
    const ids: number[] = [];
    for (const name of path) {
      if (found?.entry.kind !== 'folder') return undefined;
      const { id } = found.entry;
      ids.push(id);
      found = await this.#tree.child(user, { folderId: id, at }, name);
      if (!found && id === user.homeId) found = this.#mounted(user, at, name);
    }
    if (!found || path.length === 0) return found;
    ids.push(found.entry.id);
    // Other requests may have run meanwhile.
    assertCurrent(this.#context, user);
    return ids.every((id) => this.#tree.readable(user, id)) ? found : undefined;
  }

  /**
   * The members that a folder had at a time, in slices between which other requests run. Each name is included once.
   * @param at milliseconds UTC
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found (also if the actor can no
   * longer
   * read the folder) | invalid (at: in the future)
   */
  async *members(actor: Actor, at: number, folderId: number): AsyncGenerator<readonly EarlierMember[]> {
    const user = this.#reader(actor, at);
    const shown = new Set<string>();
    const isNew = ({ name }: EarlierMember) => shown.size < shown.add(nameKey(name)).size;
    let mark: MemberMark | undefined = FIRST_MEMBER;
    while (mark !== undefined) {
      this.#assertReadable(user, folderId);
      const { members, next } = this.#tree.next(user, { folderId, at }, mark);
      yield members.filter(isNew);
      mark = next;
      if (mark !== undefined) await yieldToRequests();
    }
    if (folderId !== user.homeId) return;
    this.#assertReadable(user, folderId);
    yield this.#tree.asOf(this.#mountRoot.list(user), at).filter(isNew);
  }

  /**
   * Opens the content that a document had at a time, also of a document in the trash.
   * @param at milliseconds UTC
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found (also for a folder, and
   * without a version of that time) | invalid (at: in the future)
   */
  open(actor: Actor, at: number, id: number): OpenedEarlierDocument {
    const user = this.#reader(actor, at);
    const entry = this.#tree.readable(user, id);
    if (entry?.kind !== 'file') throw notFound();
    const [member] = this.#tree.asOf([{ entry, name: this.#tree.placeOf(entry, at).name }], at);
    if (member?.entry.kind !== 'file') throw noVersionAt();
    const { mimeType, sha256 } = member.entry;
    const document = { ...member.entry, mimeType: sendableType(mimeType) };
    return { document, name: member.name, content: this.#context.blobs.open(sha256) };
  }

  #mounted(user: UserActor, at: number, name: string): EarlierMember | undefined {
    const mounted = this.#mountRoot.find(user, name);
    return mounted && this.#tree.asOf([mounted], at)[0];
  }

  #assertReadable(user: UserActor, folderId: number): void {
    assertCurrent(this.#context, user);
    if (this.#tree.readable(user, folderId)?.kind !== 'folder') throw notFound();
  }

  #reader(actor: Actor, at: number): UserActor {
    const user = requireUser(actor, 'read');
    if (confinedTo(user) !== undefined) throw notFound();
    if (at > this.#context.now()) throw invalid('at', 'in_future');
    return user;
  }
}
