import type { Entry, Share } from '../../api/records.ts';
import { loadAccess } from '../../parts/sharing/access.ts';

/** Adds the user's permissions to the entry of a share, for the sharing dialog. @throws {ApiError} */
export async function loadShareable({
  id,
  name,
  type,
}: NonNullable<Share['entry']>): Promise<Pick<Entry, 'id' | 'name' | 'type' | 'permissions'>> {
  const { own } = await loadAccess({ id, type });
  return { id, name, type, permissions: own };
}
