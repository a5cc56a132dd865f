import type { Document, Entry, Folder } from '../../model/entries/entry.ts';
import type { Expectation } from '../../model/entries/expectation.ts';
import { CREATE, READ, UPDATE } from '../../model/entries/permissions.ts';
import { DmsError, forbidden, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { VisibleName } from '../../storage/tree/tree.ts';
import {
  type Access,
  type AuthorisedEntry,
  assertPermissions,
  type EntryAccess,
  requireUser,
} from '../access/access.ts';
import { isMountRoot, type MountRoot, type Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import { assertFileName, assertName, targetFolder } from './entry-rules.ts';

/** The target of a write: a name in a folder (0: the user's home), or a path from the user's mount root. */
export type Target =
  | { readonly folderId: number; readonly name: string }
  | { readonly path: readonly string[] };

/** The target of content: a name, or an existing document, whatever its name and its folder are. */
export type ContentPlace = Target | { readonly documentId: number };

/** A target and the entry found there. */
export interface Destination {
  /** Folder of the target. The user may lack READ on it if `existing` itself is shared with them. */
  readonly folder: AuthorisedEntry<Folder>;
  readonly name: string;
  /** The entry that already has the name; undefined if the name is free. */
  readonly existing: AuthorisedEntry | undefined;
  /** The name as the user sees it. It differs from the stored one for shared entries at the mount root. */
  readonly visible: VisibleName;
}

/** The target of content: `document`, or a free name in `folder` if `document` is undefined. */
export interface ContentTarget {
  readonly user: UserActor;
  readonly folder: Folder;
  readonly name: string;
  readonly visible: VisibleName;
  readonly document: Document | undefined;
  /** The user's access to the document, or to the folder if there is no document. */
  readonly entryAccess: EntryAccess;
}

interface Dependencies {
  readonly access: Access;
  readonly locks: WriteLocks;
  readonly mountRoot: MountRoot;
  readonly tree: Tree;
}

/**
 * Finds the target of an upload, a move, a copy or a new folder, by folder and name or by path, and checks the name.
 * Only {@link Targets.findForContent} also checks permissions and locks. Callers of {@link Targets.find} call
 * {@link Targets.authoriseNewEntry} before they add an entry to the folder.
 */
export class Targets {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Finds the target of a move, a copy or a new folder. Checks the name, but neither permissions in the folder nor locks.
   * @param movedId entry to be moved there: its own name at the mount root does not block that name in the home
   * @throws {DmsError} not_found | forbidden | invalid (folder_id, name) | parent_missing
   */
  find(actor: Actor, target: Target, movedId?: number): Destination {
    return this.#find(actor, target, 'name', movedId);
  }

  /**
   * Finds the target of content, and checks name, permissions and locks.
   * @param expect called after the target is found and before permissions are checked
   * @throws {DmsError} not_found | forbidden | locked | invalid (file, folder_id) | name_taken (a folder) |
   * parent_missing
   */
  findForContent(actor: Actor, target: ContentPlace, expect?: Expectation): ContentTarget {
    if ('documentId' in target) return this.#findDocument(actor, target.documentId, expect);
    const { folder, name, existing, visible } = this.#find(actor, target, 'file');
    if (existing?.entry.kind === 'folder') throw nameTakenByFolder(existing.entry);
    const document = existing?.entry;
    expect?.(document, folder.entry.id);
    const { user, entryAccess } = existing ?? folder;
    assertPermissions(existing ?? folder, existing ? UPDATE : CREATE);
    this.#deps.locks.assertWritable(user, entryAccess);
    return { user, folder: folder.entry, name, visible, document, entryAccess };
  }

  /** The user may lack READ on the folder of the document. */
  #findDocument(actor: Actor, id: number, expect?: Expectation): ContentTarget {
    const authorised = this.#deps.access.document(actor, id, READ, 'write');
    const { user, entry, entryAccess } = authorised;
    const folder = this.#context.tables.entries.find(entry.parentId ?? 0);
    if (folder?.kind !== 'folder') throw notFound();
    expect?.(entry, folder.id);
    assertPermissions(authorised, UPDATE);
    this.#deps.locks.assertWritable(user, entryAccess);
    const { name } = entry;
    return { user, folder, name, visible: { folderId: folder.id, name }, document: entry, entryAccess };
  }

  /** Checks that the user may create an entry in the folder. @throws {DmsError} forbidden | locked */
  authoriseNewEntry(folder: AuthorisedEntry<Folder>): void {
    assertPermissions(folder, CREATE);
    this.#deps.locks.assertWritable(folder.user, folder.entryAccess);
  }

  /** @param field request field to which error messages about the name refer */
  #find(actor: Actor, target: Target, field: 'file' | 'name', movedId?: number): Destination {
    if ('path' in target) return this.#atPath(actor, target.path, field);
    const folder = targetFolder(this.#deps.access, actor, target.folderId, 'write');
    const destination = this.#inFolder(folder, target.name, field);
    const isTaken = !destination.existing && this.#deps.mountRoot.isTaken(folder, target.name, movedId);
    if (isTaken) throw nameOfShared(target.name, field);
    return destination;
  }

  #inFolder(folder: AuthorisedEntry<Folder>, name: string, field: 'file' | 'name'): Destination {
    if (field === 'file') assertFileName(name);
    else assertName(name);
    const taken = this.#context.tables.entries.findChild(folder.entry.id, name);
    const existing = taken && this.#deps.access.authorise(folder.user, taken);
    return { folder, name, existing, visible: { folderId: folder.entry.id, name } };
  }

  #atPath(actor: Actor, path: readonly string[], field: 'file' | 'name'): Destination {
    const { access, tree } = this.#deps;
    const user = requireUser(actor, 'write');
    const name = path.at(-1);
    if (name === undefined) throw forbidden(message('mount_root_fixed'));
    const parent = tree.resolve(user, path.slice(0, -1));
    if (parent?.entry.kind !== 'folder') throw parentMissing();
    const folder = access.authorise(user, parent.entry);
    const mounted = isMountRoot(parent) ? tree.resolve(user, path) : undefined;
    if (isMountRoot(parent) && !mounted && this.#deps.mountRoot.isWithdrawn(user, name))
      throw withdrawn(name);
    if (mounted === undefined || mounted.entry.parentId === parent.entry.id)
      return this.#inFolder(folder, name, field);
    return this.#atMountRoot(
      access.authorise(user, mounted.entry),
      { folderId: parent.entry.id, name },
      field,
    );
  }

  /** For a shared entry or a system folder, which the user sees at the mount root although it is stored elsewhere. */
  #atMountRoot(existing: AuthorisedEntry, visible: VisibleName, field: 'file' | 'name'): Destination {
    const { entry, user } = existing;
    if (entry.parentId !== null) {
      return { folder: this.#folderOf(user, entry, entry.parentId), name: entry.name, existing, visible };
    }
    throw field === 'file' ? nameTakenByFolder(entry) : forbidden(message('top_folder_fixed'));
  }

  /** The folder of an entry, even if the user cannot read it. */
  #folderOf(user: UserActor, entry: Entry, folderId: number): AuthorisedEntry<Folder> {
    const folder = this.#context.tables.entries.find(folderId);
    const entryAccess = folder && this.#deps.access.accessTo(user, folder);
    if (folder?.kind !== 'folder' || !entryAccess)
      throw new Error(`the folder ${String(folderId)} of entry ${String(entry.id)} is missing`);
    return { user, entry: folder, entryAccess };
  }
}

/** The error for content whose target is a folder. */
function nameTakenByFolder({ name }: Entry): DmsError {
  return new DmsError('name_taken', message('name_is_folder', { name }), {
    fields: { file: [message('is_folder_name')] },
  });
}

/** The error for a name in the home that a shared entry already has at the mount root. */
function nameOfShared(name: string, field: 'file' | 'name'): DmsError {
  return new DmsError('name_taken', message('name_of_shared', { name }), {
    fields: { [field]: [message('is_shared_name')] },
  });
}

/** The error for the name of an ended share, which a program may still hold. */
function withdrawn(name: string): DmsError {
  return new DmsError('parent_missing', message('share_has_ended', { name }));
}

function parentMissing(): DmsError {
  return new DmsError('parent_missing', message('parent_missing'));
}
