import { signal } from '@preact/signals';
import { api, dataOf } from '../../api/client.ts';
import type { Ancestor } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { may } from './permissions.ts';

/** Properties of a folder, without its contents. */
export interface FolderInfo {
  readonly name: string;
  readonly ancestors: readonly Ancestor[];
  readonly mayCreate: boolean;
  /** Name of the owner of the home; undefined in system folders and at the top. */
  readonly owner?: string | undefined;
}

const UNKNOWN: FolderInfo = { name: '', ancestors: [], mayCreate: false };

/** The last loaded properties of each folder. */
export const folderInfos = signal<ReadonlyMap<number, FolderInfo>>(new Map());

/** The last loaded properties of a folder, shown until {@link loadInfo} has reloaded them. */
export function knownInfo(id: number): FolderInfo {
  return id === 0
    ? { name: t().files, ancestors: [], mayCreate: true }
    : (folderInfos.peek().get(id) ?? UNKNOWN);
}

/** Loads the properties of a folder. @throws {ApiError} */
export async function loadInfo(id: number): Promise<FolderInfo> {
  if (id === 0) return knownInfo(id);
  const folder = await dataOf(api.GET('/folders/{id}', { params: { path: { id } } }));
  const { name, ancestors, owner } = folder;
  const info = { name, ancestors, mayCreate: may(folder, 'create'), owner: owner?.name };
  folderInfos.value = new Map(folderInfos.peek()).set(id, info);
  return info;
}
