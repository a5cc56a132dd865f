import { signal } from '@preact/signals';
import { api, dataOf } from '../../api/client.ts';
import type { Ancestor } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { may } from './permissions.ts';

/** What a folder is, beside what is in it. */
export interface FolderInfo {
  readonly name: string;
  readonly ancestors: readonly Ancestor[];
  readonly mayCreate: boolean;
}

const UNKNOWN: FolderInfo = { name: '', ancestors: [], mayCreate: false };

/** What was known of each folder when it was loaded last. */
export const folderInfos = signal<ReadonlyMap<number, FolderInfo>>(new Map());

/** What was known of a folder when it was loaded last; it is shown until it has been looked at again. */
export function knownInfo(id: number): FolderInfo {
  return id === 0
    ? { name: t().files, ancestors: [], mayCreate: true }
    : (folderInfos.peek().get(id) ?? UNKNOWN);
}

/** @throws {ApiError} */
export async function loadInfo(id: number): Promise<FolderInfo> {
  if (id === 0) return knownInfo(id);
  const folder = await dataOf(api.GET('/folders/{id}', { params: { path: { id } } }));
  const info = { name: folder.name, ancestors: folder.ancestors, mayCreate: may(folder, 'create') };
  folderInfos.value = new Map(folderInfos.peek()).set(id, info);
  return info;
}
