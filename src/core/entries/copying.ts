import type { Reached } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { Relocation, Target, Targets, Trash } from '../placement/placement.ts';
import { documentOf, type Replacement } from '../saving/saving.ts';
import { assertApart, assertOther, outcomeOf, replacedDocument } from './destination-rules.ts';
import type { CopyOptions, RelocationResult } from './write-options.ts';

/** What {@link Copying} works with. */
interface Parts {
  readonly relocation: Relocation;
  readonly replacement: Replacement;
  readonly targets: Targets;
  readonly trash: Trash;
}

/** Copies entries. It runs inside the caller's transaction. */
export class Copying {
  readonly #parts: Parts;

  constructor(_context: Context, parts: Parts) {
    this.#parts = parts;
  }

  /**
   * @returns the id of the entry that is at the target afterwards: the copy, or a document with a new version
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id, name) | name_taken | parent_missing | quota_exceeded
   */
  copy(
    source: Reached,
    target: Target,
    options: CopyOptions,
  ): { outcome: RelocationResult['outcome']; id: number } {
    const { relocation, replacement, targets, trash } = this.#parts;
    const destination = targets.find(source.user, target);
    assertOther(source, destination, options);
    const outcome = outcomeOf(destination, options);
    assertApart(source, destination);
    const { existing, folder, name } = destination;
    const onto = replacedDocument(source, destination);
    if (!onto) targets.authoriseInto(folder);
    const content = documentOf(source);
    const canContinue = content !== undefined && options.from !== undefined && !existing;
    const document = onto ?? (canContinue ? replacement.predecessorOfCopied(destination) : undefined);
    if (content && document) {
      replacement.copy(content, document);
      return { outcome, id: document.entry.id };
    }
    if (existing) trash.discard(existing);
    return { outcome, id: relocation.copy(source, folder, name, options.depth !== '0') };
  }
}
