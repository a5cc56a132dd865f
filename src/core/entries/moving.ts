import type { Document } from '../../model/entry.ts';
import { forbidden } from '../../model/errors.ts';
import { isTemporaryPath } from '../../model/names.ts';
import { DELETE, UPDATE } from '../../model/permissions.ts';
import type { VisibleName } from '../../storage/tree/tree.ts';
import { demand, namesOf, type Reached } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import {
  assertRoot,
  type Destination,
  type Relocation,
  type Target,
  type Targets,
} from '../placement/placement.ts';
import { documentOf, type Replacement, type VacatedNames } from '../saving/saving.ts';
import { assertApart, assertOther, outcomeOf, replacedDocument } from './destination-rules.ts';
import type { Renaming } from './renaming.ts';
import type { MoveOptions, RelocationResult } from './write-options.ts';

/** What {@link Moving} works with. */
interface Parts {
  readonly locks: WriteLocks;
  readonly relocation: Relocation;
  readonly renaming: Renaming;
  readonly replacement: Replacement;
  readonly targets: Targets;
  readonly vacatedNames: VacatedNames;
}

/** Moves entries. It runs inside the caller's transaction. */
export class Moving {
  readonly #parts: Parts;

  constructor(_context: Context, parts: Parts) {
    this.#parts = parts;
  }

  /**
   * @returns the id of the entry that is at the target afterwards: the moved one, or a document with a new version
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id, name) | name_taken | parent_missing | quota_exceeded
   */
  move(
    source: Reached,
    target: Target,
    options: MoveOptions,
  ): { outcome: RelocationResult['outcome']; id: number } {
    const { renaming, replacement, targets } = this.#parts;
    const destination = targets.find(source.user, target);
    const newName = newNameInPlace(source, destination, options.from);
    if (newName !== undefined) {
      demand(source, UPDATE);
      renaming.rename(source, newName, options.from);
      return { outcome: 'created', id: source.entry.id };
    }
    assertOther(source, destination, options);
    // At a temporary name there is no history to continue: what lies there is in the way.
    const onto = isTemporary(destination) ? undefined : replacedDocument(source, destination);
    this.#authorise(source, destination, onto !== undefined);
    const outcome = outcomeOf(destination, options);
    const content = documentOf(source);
    const document = onto ?? (content && options.from && this.#predecessor(content, destination));
    if (content && document) replacement.move(content, document);
    else this.#moveItself(source, destination, options.from);
    return { outcome, id: document?.entry.id ?? source.entry.id };
  }

  #authorise(source: Reached, destination: Destination, isOntoDocument: boolean): void {
    const { user, entry, standing } = source;
    assertRoot(entry, user);
    if (entry.rootKind !== null) throw forbidden(`"${entry.name}" cannot be moved.`);
    assertApart(source, destination);
    const { folder } = destination;
    const isWithin = folder.entry.id === entry.parentId;
    demand(source, isWithin && !isOntoDocument ? UPDATE : DELETE);
    if (!isWithin && !isOntoDocument) this.#parts.targets.authoriseInto(folder);
    this.#parts.locks.assertMovable(user, standing);
  }

  /** The document that left the target's name a moment ago, and continues with the moved content. */
  #predecessor(content: Reached<Document>, destination: Destination): Reached<Document> | undefined {
    return destination.existing
      ? undefined
      : this.#parts.replacement.predecessorOfMoved(content, destination);
  }

  #moveItself(source: Reached, destination: Destination, from: VisibleName | undefined): void {
    const { locks, relocation, replacement, vacatedNames } = this.#parts;
    const { existing, folder, name } = destination;
    locks.endWithin(source.entry.id);
    if (existing) replacement.giveWay(existing, source);
    const document = documentOf(source);
    if (document) vacatedNames.noteMove(document, namesFrom(destination), from);
    relocation.move(source, folder, name);
  }
}

/**
 * The new name, where a WebDAV client changes only what the entry is called in the folder where the user sees it:
 * another spelling of its name, or another name of a shared entry at the mount root, which must not come into the home.
 */
function newNameInPlace(
  { entry }: Reached,
  { existing, visible }: Destination,
  from: VisibleName | undefined,
): string | undefined {
  if (from === undefined) return undefined;
  if (existing?.entry.id === entry.id) return visible.name === from.name ? undefined : visible.name;
  const isMounted = entry.parentId !== from.folderId;
  return isMounted && !existing && visible.folderId === from.folderId ? visible.name : undefined;
}

/** Names from the target upwards. */
function namesFrom({ folder, name }: Destination): string[] {
  return [name, ...namesOf(folder.standing)];
}

function isTemporary(destination: Destination): boolean {
  return isTemporaryPath(namesFrom(destination));
}
