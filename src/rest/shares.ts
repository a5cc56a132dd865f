import type { Share } from '../model/share.ts';
import { timestamp } from './answers.ts';
import { personJson } from './entries.ts';

/** A share as the contract shows it. Nobody is notified yet. */
export function shareJson(share: Share) {
  return {
    id: share.id,
    document_id: share.kind === 'file' ? share.entryId : null,
    folder_id: share.kind === 'folder' ? share.entryId : null,
    permissions: share.permissions,
    users: share.users,
    created_by: personJson(share.createdBy),
    created_at: timestamp(share.createdAt),
    expires_at: timestamp(share.expiresAt),
    notified: [],
  };
}
