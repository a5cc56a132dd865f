import type { CopiedDocument } from '../../storage/tree/tree.ts';
import type { Context } from '../context.ts';

/**
 * Keeps the renditions of a copy hidden while those of its original are. Otherwise a user who has uploaded a content
 * could tell from a copy whether another user has it. Call it inside the transaction that copies.
 */
export function noteUnreadCopies({ derived }: Context, copied: readonly CopiedDocument[]): void {
  const unread = derived.renditions.unread(copied);
  for (const { id, copyId, sha256 } of copied)
    if (unread.has(id)) derived.searchIndex.noteUpload(copyId, sha256);
}
