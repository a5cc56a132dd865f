import type * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import { DmsError, invalid } from '../../../model/errors/errors.ts';
import type { Actor } from '../../../model/people/actor.ts';
import { folderId, messageText, recordId } from '../../http/http.ts';

/** Entry named by the field of its kind; at most one of the fields is set. */
export interface EntryReference {
  readonly document_id?: number | undefined;
  readonly folder_id?: number | undefined;
}

/** Fields of a body that name one entry. */
export const entryFields = {
  document_id: recordId.optional().describe('Either `document_id` or `folder_id` is required.'),
  folder_id: folderId.optional(),
};

/** Refinement of a body: exactly one of the fields is required. */
export function requireOneEntry({ document_id, folder_id }: EntryReference, context: z.RefinementCtx): void {
  if ((document_id === undefined) !== (folder_id === undefined)) return;
  for (const name of ['document_id', 'folder_id'])
    context.addIssue({ code: 'custom', path: [name], message: messageText('entry_required') });
}

/** Refinement of a query: at most one of the fields is allowed. */
export function allowOneEntry({ document_id, folder_id }: EntryReference, context: z.RefinementCtx): void {
  if (document_id === undefined || folder_id === undefined) return;
  context.addIssue({
    code: 'custom',
    path: ['folder_id'],
    message: messageText('with_document_id'),
  });
}

/** Entry that the query names, if any. */
export function entryOf({ document_id, folder_id }: EntryReference) {
  if (document_id !== undefined) return { id: document_id, kind: 'file' } as const;
  return folder_id === undefined ? undefined : ({ id: folder_id, kind: 'folder' } as const);
}

/**
 * Id of the entry that a body names.
 * @throws {DmsError} invalid, if the actor may not read the entry or the entry is of the other kind
 */
export function writableEntryId(
  dms: Dms,
  actor: Actor,
  { document_id, folder_id = 0 }: EntryReference,
): number {
  const [kind, id] =
    document_id === undefined ? (['folder', folder_id] as const) : (['document', document_id] as const);
  try {
    return dms.tree[kind](actor, id, 'write').id;
  } catch (error) {
    if (error instanceof DmsError && error.code === 'not_found')
      throw invalid(`${kind}_id`, kind === 'document' ? 'not_readable_document' : 'not_readable_folder');
    throw error;
  }
}
