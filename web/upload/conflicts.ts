import { api, dataOf } from '../api/client.ts';
import type { Entry } from '../api/records.ts';
import type { Collected } from './collect.ts';

/** Maximum number of paths per request. */
const PATHS_PER_REQUEST = 1000;

/** A file whose name is taken in the target folder. */
export interface Clash {
  readonly collected: Collected;
  /** The entry with that name. */
  readonly entry: Entry;
}

/** The path of a file relative to the target folder of the upload. */
export function pathOf({ file, path }: Collected): string {
  return path === '' ? file.name : `${path}/${file.name}`;
}

/** Finds the files whose names are taken. @throws {ApiError} */
export async function findClashes(folderId: number, files: readonly Collected[]): Promise<Clash[]> {
  const clashes: Clash[] = [];
  for (let start = 0; start < files.length; start += PATHS_PER_REQUEST) {
    const byPath = new Map(files.slice(start, start + PATHS_PER_REQUEST).map((each) => [pathOf(each), each]));
    for (const { path, entry } of await entriesAt(folderId, [...byPath.keys()])) {
      const collected = byPath.get(path);
      if (collected !== undefined) clashes.push({ collected, entry });
    }
  }
  return clashes;
}

/** The existing entries among some paths below a folder. @throws {ApiError} */
export async function entriesAt(folderId: number, paths: string[]) {
  const params = { path: { id: folderId } };
  return dataOf(api.POST('/folders/{id}/conflicts', { params, body: { paths } }));
}
