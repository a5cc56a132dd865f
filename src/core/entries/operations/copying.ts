import type { RequestedEntry } from '../../browse/browse.ts';
import type { Prepared, Relocation, Target, Targets, Trash } from '../../placement/placement.ts';
import { documentOf, type Replacement } from '../../safe-save/safe-save.ts';
import {
  assertDifferent,
  assertNotNested,
  assertReplacesOwn,
  outcomeOf,
  replacedDocument,
} from './overwrite-rules.ts';
import type { CopyOptions, RelocationResult } from './write-options.ts';

interface Dependencies {
  readonly relocation: Relocation;
  readonly replacement: Replacement;
  readonly targets: Targets;
  readonly trash: Trash;
}

/** Copies entries. Runs inside the caller's transaction. */
export class Copying {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Copies an entry to a target. A document that is copied onto a document becomes its next version
   * (docs/build/webdav-clients.md, rule 1). Any other entry at the target goes to the trash.
   * @param source entry that the user may read
   * @param prepared result of {@link LargeChanges}, if the copy needs one
   * @returns the id of the entry at the target: the copy, or the document with the new version
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id, name) | name_taken | parent_missing |
   * quota_exceeded
   */
  copy(
    source: RequestedEntry,
    target: Target,
    options: CopyOptions,
    prepared: Prepared,
  ): { outcome: RelocationResult['outcome']; id: number } {
    const { relocation, replacement, targets, trash } = this.#deps;
    const withMembers = options.depth !== '0';
    const destination = targets.find(source.user, target);
    options.expect?.(source.entry, source.entry.parentId ?? 0);
    assertDifferent(source, destination, options);
    const outcome = outcomeOf(destination, options);
    assertNotNested(source, destination);
    const { existing, folder, name } = destination;
    const replaced = replacedDocument(source, destination);
    assertReplacesOwn(destination, replaced, options);
    if (!replaced) targets.authoriseNewEntry(folder);
    const sourceDocument = documentOf(source);
    const mayContinueHistory = sourceDocument !== undefined && source.from !== undefined && !existing;
    const document = replaced ?? (mayContinueHistory ? replacement.putBackForCopy(destination) : undefined);
    if (sourceDocument && document) {
      replacement.copy(sourceDocument, document);
      return { outcome, id: document.entry.id };
    }
    if (existing) trash.discard(existing);
    return { outcome, id: relocation.copy(source, folder, name, prepared, { withMembers }) };
  }
}
