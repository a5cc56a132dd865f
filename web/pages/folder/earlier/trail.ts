import { asApiError } from '../../../api/api-error.ts';
import { api, dataOf } from '../../../api/client.ts';
import type { EarlierEntry } from '../../../api/earlier.ts';
import type { Ancestor } from '../../../api/records.ts';
import { type FolderInfo, knownInfo, loadInfo } from '../../../state/files/folder-info.ts';
import { t } from '../../../text/text.ts';

/** A folder as it was, and what the user may do with it now. */
export interface Trail {
  /** 0: the top folder. */
  readonly folderId: number;
  /** Id of the folder itself; for the top folder that of the home. */
  readonly id: number;
  readonly name: string;
  readonly ancestors: readonly Ancestor[];
  /** The folder is in the trash, or beneath a folder in the trash. */
  readonly isGone: boolean;
  readonly mayCreate: boolean;
}

interface Step {
  readonly name: string;
  readonly parentId: number;
}

/** Session storage, so that the names of deleted folders survive a reload. */
const STORED = 'dms-earlier-folders';
const STORED_STEPS = 1000;

/** Folders that the lists of this tab have shown, by time and id. The service has no names of folders in the trash. */
const steps = new Map<string, Step>(stored());

function stored(): [string, Step][] {
  const found: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
  if (!Array.isArray(found)) return [];
  return found.flatMap((each: unknown) => {
    if (!Array.isArray(each)) return [];
    const values: readonly unknown[] = each;
    const [key, name, parentId] = values;
    const isStep = typeof key === 'string' && typeof name === 'string' && typeof parentId === 'number';
    return isStep ? [[key, { name, parentId }]] : [];
  });
}

function keyOf(id: number, at: string): string {
  return `${String(id)} ${at}`;
}

/** Notes the folders in the list of a folder, where the user may walk to. */
export function noteSteps(parentId: number, at: string, entries: readonly EarlierEntry[]): void {
  const folders = entries.filter(({ type }) => type === 'folder');
  if (folders.length === 0) return;
  for (const { id, name } of folders) steps.set(keyOf(id, at), { name, parentId });
  const all = [...steps].slice(-STORED_STEPS).map(([key, { name, parentId: id }]) => [key, name, id]);
  sessionStorage.setItem(STORED, JSON.stringify(all));
}

/** The folders that the user has walked through, topmost first, and the folder where that began. */
function walkTo(id: number, at: string): { readonly from: number; readonly path: readonly Ancestor[] } {
  const path: Ancestor[] = [];
  const seen = new Set<number>();
  let from = id;
  for (let step = steps.get(keyOf(from, at)); step !== undefined && !seen.has(from); ) {
    seen.add(from);
    path.unshift({ id: from, name: step.name });
    from = step.parentId;
    step = steps.get(keyOf(from, at));
  }
  return { from, path };
}

async function infoOf(id: number): Promise<FolderInfo | undefined> {
  try {
    return await loadInfo(id);
  } catch (error) {
    if (asApiError(error).status === 404) return undefined;
    throw error;
  }
}

/**
 * The name and the ancestors of a folder at a time, as far as the user has walked there; otherwise those of now.
 * @throws {ApiError}
 */
export async function loadTrail(folderId: number, at: string): Promise<Trail> {
  if (folderId === 0) {
    const { id } = await dataOf(api.GET('/folders/{id}', { params: { path: { id: 0 } } }));
    return { folderId, id, name: knownInfo(0).name, ancestors: [], isGone: false, mayCreate: true };
  }
  const { from, path } = walkTo(folderId, at);
  const [info, base] = await Promise.all([infoOf(folderId), from === folderId ? undefined : infoOf(from)]);
  const start = from === folderId ? info : base;
  const own = { id: from, name: start?.name ?? t().earlier.deletedFolder };
  const all = [...(start?.ancestors ?? []), ...(from === 0 ? [] : [own]), ...path];
  return {
    folderId,
    id: folderId,
    name: all.at(-1)?.name ?? '',
    ancestors: all.slice(0, -1),
    isGone: info === undefined,
    mayCreate: info?.mayCreate === true,
  };
}
