import type { Entry, Share } from '../../api/records.ts';
import { loadAccess } from '../../parts/sharing/access.ts';

/** What the dialog needs of an entry of which a share is known. @throws {ApiError} */
export async function loadShareable({
  id,
  name,
  type,
}: NonNullable<Share['entry']>): Promise<Pick<Entry, 'id' | 'name' | 'type' | 'permissions'>> {
  const { own } = await loadAccess({ id, type });
  return { id, name, type, permissions: own };
}
