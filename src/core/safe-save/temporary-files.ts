import type { Document, Folder } from '../../model/entries/entry.ts';
import { isJunkName, isSafeSaveFolder, isSessionFile, isTemporaryPath } from '../../model/entries/names.ts';
import { type Access, type AuthorisedEntry, namesOf } from '../access/access.ts';
import type { Context } from '../context.ts';

/** Maximum entries in a safe-save folder of the Finder, including the folder. A larger one goes to the trash. */
const MAX_FOLDER_ENTRIES = 100;

interface Dependencies {
  readonly access: Access;
  /** Age in milliseconds below which a document is fresh; 0: no document is fresh. */
  readonly windowMs: number;
}

/**
 * Recognises files that programs leave behind while they save, so that they do not fill the trash. Before MOVE or
 * DELETE deletes an entry permanently instead of moving it to the trash, this class checks it: the same user created
 * the entry, and it has nothing more than content.
 */
export class TemporaryFiles {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * True if the user created the entry and it has nothing more than content: no title, comments, share or history, and
   * no name that it has vacated (vacated-names.ts). Its permanent deletion loses nothing if another document has its
   * content.
   */
  isPlain({ user, entry }: AuthorisedEntry): boolean {
    const { disposableEntries } = this.#context.tables;
    return entry.createdBy === user.userId && !disposableEntries.hasMoreThanContent(entry.id);
  }

  /**
   * True for a {@link TemporaryFiles.isPlain} document at a temporary-looking path that is fresh, or whose deletion
   * loses nothing. MOVE onto its name may delete it permanently.
   */
  isExpendable(document: AuthorisedEntry<Document>): boolean {
    const { entry, entryAccess } = document;
    if (!isTemporaryPath(namesOf(entryAccess)) || !this.isPlain(document)) return false;
    const isLossless =
      entry.size === 0 || this.#isWithoutValue(entry) || this.#existsElsewhere(document, entry.sha256);
    return isLossless || this.#isFresh(entry);
  }

  /**
   * True if DELETE may delete the entry permanently instead of moving it to the trash. The entry must be
   * {@link TemporaryFiles.isPlain} and one of these:
   *
   * - a session file, such as a lock file of an office program or a swap file of vim
   * - a document younger than the window that is empty or a junk file
   * - a document at a temporary-looking path that is empty, or whose content another document has or had
   * - a folder with a temporary-looking name that holds only such contents and junk files, all created by the user. A
   *   safe-save folder of the Finder may hold up to 99 entries; any other folder must be empty.
   *
   * Source: docs/build/webdav-clients.md, "What is deleted for good".
   */
  isTemporary(authorised: AuthorisedEntry): boolean {
    const { entry } = authorised;
    const { disposableEntries } = this.#context.tables;
    if (this.#deps.windowMs === 0) return false;
    const mayBeTemporary =
      entry.kind === 'file'
        ? this.#isTemporaryDocument(authorised, entry)
        : this.#isTemporaryFolder(authorised, entry);
    if (!mayBeTemporary || !this.isPlain(authorised)) return false;
    if (entry.kind === 'file' && this.#isWithoutValue(entry)) return true;
    const files = disposableEntries.listContents(entry.id);
    return files.every(
      ({ name, sha256 }) => this.#isJunkMember(authorised, name) || this.#existsElsewhere(authorised, sha256),
    );
  }

  #isTemporaryDocument({ entryAccess }: AuthorisedEntry, document: Document): boolean {
    return this.#isWithoutValue(document) || isTemporaryPath(namesOf(entryAccess));
  }

  /** A folder with entries of other users is never temporary, because these users would lose their files. */
  #isTemporaryFolder({ user }: AuthorisedEntry, { id, name }: Folder): boolean {
    if (!isTemporaryPath([name])) return false;
    const creators = this.#context.tables.disposableEntries.listCreators(id, MAX_FOLDER_ENTRIES + 1);
    const maxEntries = isSafeSaveFolder(name) ? MAX_FOLDER_ENTRIES : 1;
    return creators.length <= maxEntries && creators.every((creator) => creator === user.userId);
  }

  /** True for a document that may be deleted although no other document has its content. */
  #isWithoutValue(document: Document): boolean {
    const { name, size } = document;
    return isSessionFile(name) || ((size === 0 || isJunkName(name)) && this.#isFresh(document));
  }

  #isFresh({ createdAt }: Document): boolean {
    return this.#context.now() - createdAt < this.#deps.windowMs;
  }

  #isJunkMember({ entry }: AuthorisedEntry, name: string): boolean {
    return entry.kind === 'folder' && isJunkName(name);
  }

  /** True if a document outside this entry has or had the content, and the user can reach that document. */
  #existsElsewhere({ user, entry }: AuthorisedEntry, sha256: string): boolean {
    const { access } = this.#deps;
    const { disposableEntries, entries } = this.#context.tables;
    return disposableEntries.listHolders(sha256).some((id) => {
      const holder = entries.find(id);
      const entryAccess = holder && access.accessTo(user, holder);
      return (
        entryAccess?.lineage.every((ancestor) => ancestor.id !== entry.id) === true &&
        entryAccess.permissions > 0
      );
    });
  }
}
