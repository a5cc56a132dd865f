import type { CopiedDocument } from '../../storage/tree/tree.ts';
import type { Context } from '../context.ts';

/**
 * Of a copy no more may be known than of its original: else a user who has uploaded a content could see by a copy whether
 * somebody else has it. To be called inside the transaction that copies.
 */
export function noteUnreadCopies({ derived }: Context, copied: readonly CopiedDocument[]): void {
  const unread = derived.renditions.unread(copied);
  for (const { id, copyId, sha256 } of copied)
    if (unread.has(id)) derived.searchIndex.noteUpload(copyId, sha256);
}
