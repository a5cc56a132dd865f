import type { Document } from '../../../model/entries/entry.ts';
import { forbidden, invalid } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import type { AuthorisedEntry } from '../../access/access.ts';
import { isMounted, type RequestedEntry } from '../../browse/browse.ts';
import { type Destination, nameTaken } from '../../placement/placement.ts';
import { documentOf } from '../../safe-save/safe-save.ts';
import type { RelocationResult, WriteOptions } from './write-options.ts';

/**
 * The document at the destination, if the source becomes its next version (docs/build/webdav-clients.md, rule 1).
 */
export function replacedDocument(
  { entry }: AuthorisedEntry,
  { existing }: Destination,
): AuthorisedEntry<Document> | undefined {
  return entry.kind === 'file' && existing ? documentOf(existing) : undefined;
}

/**
 * Checks that the operation may take an entry from its place ({@link WriteOptions.isOwnView}).
 * @param from the place, as the user sees it
 * @throws {DmsError} forbidden
 */
export function assertOwn(
  { entry, from }: Pick<RequestedEntry, 'entry' | 'from'>,
  { isOwnView }: WriteOptions,
): void {
  if (isOwnView === true && isMounted({ entry, from }))
    throw forbidden(message('share_stays', { name: from?.name ?? entry.name }));
}

/**
 * As {@link assertOwn}, for the entry at the destination.
 * @param replaced the document there, if the source becomes its next version and it stays
 */
export function assertReplacesOwn(
  { existing, visible: from }: Destination,
  replaced: AuthorisedEntry | undefined,
  options: WriteOptions,
): void {
  if (existing && !replaced) assertOwn({ entry: existing.entry, from }, options);
}

/**
 * Determines whether the operation replaces an entry at the target.
 * @throws {DmsError} name_taken if there is an entry and `overwrite` does not allow replacing it
 */
export function outcomeOf(
  { existing, name }: Destination,
  { overwrite }: { readonly overwrite?: boolean | undefined },
): RelocationResult['outcome'] {
  if (existing && overwrite !== true) throw nameTaken(name);
  return existing ? 'replaced' : 'created';
}

/**
 * Checks that source and destination of a WebDAV request differ (RFC 4918 §9.8.5, §9.9.4). A REST request omits
 * `overwrite` and passes; {@link outcomeOf} then reports that the name is taken.
 * @throws {DmsError} forbidden
 */
export function assertDifferent(
  { entry }: AuthorisedEntry,
  { existing }: Destination,
  { overwrite }: { readonly overwrite?: boolean | undefined },
): void {
  if (overwrite !== undefined && existing?.entry.id === entry.id) throw forbidden(message('same_place'));
}

/**
 * Checks that the target folder is neither the entry itself nor beneath it, and that the target is not a folder that
 * contains the entry.
 * @throws {DmsError} invalid (folder_id)
 */
export function assertNotNested(
  { entry, entryAccess }: AuthorisedEntry,
  { folder, existing }: Destination,
): void {
  if (folder.entryAccess.lineage.some((ancestor) => ancestor.id === entry.id)) {
    throw invalid('folder_id', 'folder_into_itself');
  }
  if (existing && entryAccess.lineage.some((ancestor) => ancestor.id === existing.entry.id)) {
    throw invalid('folder_id', 'would_replace_itself');
  }
}
