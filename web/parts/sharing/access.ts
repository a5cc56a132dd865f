import { api, dataOf } from '../../api/client.ts';
import type { Share } from '../../api/records.ts';
import { type Shareable, sharesOf } from '../../state/actions/sharing.ts';
import { may } from '../../state/files/permissions.ts';

/** A folder above an entry. */
interface Ancestor {
  readonly id: number;
  readonly name: string;
}

/** Users with access to an entry, as far as the user may see them. */
export interface Access {
  /** Name of the home's owner; null for an entry that belongs to the office. */
  readonly owner: string | null;
  /** The user's own permission bits. */
  readonly own: number;
  readonly mayShare: boolean;
  /** Shares of the entry itself. */
  readonly shares: readonly Share[];
  /** Shares of the folders above it. */
  readonly inherited: readonly { readonly share: Share; readonly folder: Ancestor }[];
}

function recordOf({ id, type }: Pick<Shareable, 'id' | 'type'>) {
  const params = { path: { id } };
  return type === 'folder'
    ? dataOf(api.GET('/folders/{id}', { params }))
    : dataOf(api.GET('/documents/{id}/metadata', { params }));
}

/** Loads the access to an entry. @throws {ApiError} */
export async function loadAccess(entry: Pick<Shareable, 'id' | 'type'>): Promise<Access> {
  const [record, shares] = await Promise.all([recordOf(entry), sharesOf(entry)]);
  const above = await Promise.all(record.ancestors.map(sharesOfFolder));
  return {
    owner: record.owner?.name ?? null,
    own: record.permissions,
    mayShare: may(record, 'share'),
    shares,
    inherited: above.flat(),
  };
}

async function sharesOfFolder(folder: Ancestor) {
  const shares = await sharesOf({ id: folder.id, type: 'folder' });
  return shares.map((share) => ({ share, folder }));
}
