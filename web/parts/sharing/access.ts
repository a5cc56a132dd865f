import { api, dataOf } from '../../api/client.ts';
import type { Group, Share } from '../../api/records.ts';
import { account } from '../../api/session.ts';
import { ownGroups } from '../../state/actions/groups.ts';
import { type Receipt, receiptOf } from '../../state/actions/recipients.ts';
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
  /** The user's own groups. Empty if no share has a group. */
  readonly ownGroups: readonly Group[];
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
  const inherited = (await Promise.all(record.ancestors.map(sharesOfFolder))).flat();
  const hasGroups = [...shares, ...inherited.map(({ share }) => share)].some(hasGroup);
  return {
    owner: record.owner?.name ?? null,
    own: record.permissions,
    mayShare: may(record, 'share'),
    shares,
    inherited,
    ownGroups: hasGroups ? await ownGroups() : [],
  };
}

function hasGroup({ groups }: Share): boolean {
  return groups.length > 0;
}

/** True if the user receives a share only as a member of a group, and therefore can neither leave nor end it. */
export function isReceivedByGroup(share: Share, { ownGroups: own }: Pick<Access, 'ownGroups'>): boolean {
  const { isDirect, through } = receiptFor(share, own);
  return !isDirect && through.length > 0;
}

/** How the user receives a share. */
export function receiptFor(share: Share, own: readonly Pick<Group, 'name'>[]): Receipt {
  const names = own.map(({ name }) => name);
  return receiptOf(share, account.value ?? { id: 0, login: '' }, names);
}

async function sharesOfFolder(folder: Ancestor) {
  const shares = await sharesOf({ id: folder.id, type: 'folder' });
  return shares.map((share) => ({ share, folder }));
}
