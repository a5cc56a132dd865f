import { api, dataOf } from '../../api/client.ts';
import type { Share } from '../../api/records.ts';
import { type Shareable, sharesOf } from '../../state/actions/sharing.ts';
import { may } from '../../state/files/permissions.ts';

/** The place of a folder above an entry. */
interface Ancestor {
  readonly id: number;
  readonly name: string;
}

/** Who has access to an entry, as far as the user may know. */
export interface Access {
  /** Name of the owner of the home; null for what belongs to the office. */
  readonly owner: string | null;
  /** The user's own bits. */
  readonly own: number;
  readonly mayShare: boolean;
  /** Of the entry itself. */
  readonly shares: readonly Share[];
  /** Of the folders above it. */
  readonly inherited: readonly { readonly share: Share; readonly folder: Ancestor }[];
}

function recordOf({ id, type }: Pick<Shareable, 'id' | 'type'>) {
  const params = { path: { id } };
  return type === 'folder'
    ? dataOf(api.GET('/folders/{id}', { params }))
    : dataOf(api.GET('/documents/{id}/metadata', { params }));
}

/** Asks who has access. @throws {ApiError} */
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
