import type { Document, Folder } from '../../model/entry.ts';
import { isJunkName, isSafeSaveFolder, isSessionFile, isTemporaryPath } from '../../model/names.ts';
import { type Access, namesOf, type Reached } from '../access/access.ts';
import type { Context } from '../context.ts';

/** Entries in a folder, itself among them, that are looked at before it goes to the trash as a whole. */
const MOST_SCRATCH = 100;

/** What {@link TemporaryFiles} works with. */
interface Parts {
  readonly access: Access;
  /** How old a file may be whose content no other document has, in milliseconds; 0: no file is temporary. */
  readonly windowMs: number;
}

/** Tells what programs leave behind while they save: it would bury in the trash what people want back from there. */
export class TemporaryFiles {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * True when nothing is lost with an entry that the user himself made: a file for the time of a session, a new one that
   * is empty or `*.tmp`, one at a temporary name whose content another document has, an empty folder of such a name.
   * What has a history, words, or a share never is.
   */
  isTemporary(reached: Reached): boolean {
    const { user, entry } = reached;
    if (this.#parts.windowMs === 0 || entry.createdBy !== user.userId) return false;
    const isCandidate =
      entry.kind === 'file' ? this.#isCandidate(reached, entry) : this.#mayBeScratch(reached, entry);
    if (!isCandidate || this.#context.tables.disposableEntries.hasMoreThanContent(entry.id)) return false;
    if (entry.kind === 'file' && this.#isWorthless(entry)) return true;
    const contents = this.#context.tables.disposableEntries.listContents(entry.id);
    return contents.every(
      ({ name, sha256 }) => this.#isJunkIn(reached, name) || this.#isCovered(reached, sha256),
    );
  }

  #isCandidate({ standing }: Reached, document: Document): boolean {
    return this.#isWorthless(document) || isTemporaryPath(namesOf(standing));
  }

  /** What others have put into a folder is theirs, and nobody prepares a file in a folder with much in it. */
  #mayBeScratch({ user }: Reached, { id, name }: Folder): boolean {
    if (!isTemporaryPath([name])) return false;
    const creators = this.#context.tables.disposableEntries.listCreators(id, MOST_SCRATCH + 1);
    const most = isSafeSaveFolder(name) ? MOST_SCRATCH : 1;
    return creators.length <= most && creators.every((creator) => creator === user.userId);
  }

  #isWorthless({ name, size, createdAt }: Document): boolean {
    if (isSessionFile(name)) return true;
    return (size === 0 || isJunkName(name)) && this.#context.now() - createdAt < this.#parts.windowMs;
  }

  #isJunkIn({ entry }: Reached, name: string): boolean {
    return entry.kind === 'folder' && isJunkName(name);
  }

  /** True when the content is also that of a document elsewhere which the user can reach. */
  #isCovered({ user, entry }: Reached, sha256: string): boolean {
    const { access } = this.#parts;
    const { disposableEntries, entries } = this.#context.tables;
    return disposableEntries.listHolders(sha256).some((id) => {
      const holder = entries.find(id);
      const standing = holder && access.standing(user, holder);
      return (
        standing?.lineage.every((ancestor) => ancestor.id !== entry.id) === true && standing.permissions > 0
      );
    });
  }
}
