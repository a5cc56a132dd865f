import type { Document } from '../../model/entry.ts';
import { forbidden, invalid } from '../../model/errors.ts';
import type { Reached } from '../access/access.ts';
import { type Destination, nameTaken } from '../placement/placement.ts';
import { documentOf } from '../saving/saving.ts';
import type { RelocationResult } from './write-options.ts';

/** The document that a file at its name turns into the next version of. */
export function replacedDocument(
  { entry }: Reached,
  { existing }: Destination,
): Reached<Document> | undefined {
  return entry.kind === 'file' && existing ? documentOf(existing) : undefined;
}

/**
 * What becomes of the target.
 * @throws {DmsError} name_taken, unless an entry there may be replaced
 */
export function outcomeOf(
  { existing, name }: Destination,
  { overwrite }: { readonly overwrite?: boolean | undefined },
): RelocationResult['outcome'] {
  if (existing && overwrite !== true) throw nameTaken(name);
  return existing ? 'replaced' : 'created';
}

/**
 * Source and destination of a WebDAV request must differ (RFC 4918 §9.8.5, §9.9.4). For REST the name is simply taken.
 * @throws {DmsError} forbidden
 */
export function assertOther(
  { entry }: Reached,
  { existing }: Destination,
  { overwrite }: { readonly overwrite?: boolean | undefined },
): void {
  if (overwrite !== undefined && existing?.entry.id === entry.id)
    throw forbidden('Source and destination are the same.');
}

/**
 * An entry cannot go into itself, nor replace itself or a folder that it lies in.
 * @throws {DmsError} invalid (folder_id)
 */
export function assertApart({ entry, standing }: Reached, { folder, existing }: Destination): void {
  if (folder.standing.lineage.some((ancestor) => ancestor.id === entry.id)) {
    throw invalid('folder_id', 'must not be the entry itself or lie beneath it');
  }
  if (existing && standing.lineage.some((ancestor) => ancestor.id === existing.entry.id)) {
    throw invalid('folder_id', 'must not be where the entry itself or a folder around it would be replaced');
  }
}
