import { api, dataOf } from '../api/client.ts';
import type { Entry } from '../api/records.ts';
import type { Collected } from './collect.ts';

/** Most paths of one request. */
const PATHS_PER_REQUEST = 1000;

/** A file whose name is taken where it is to go. */
export interface Clash {
  readonly collected: Collected;
  /** What has the name. */
  readonly entry: Entry;
}

/** The path of a file beneath the folder that it is uploaded to. */
export function pathOf({ file, path }: Collected): string {
  return path === '' ? file.name : `${path}/${file.name}`;
}

/** Finds out which files meet something of their name. @throws {ApiError} */
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

/** Those of some paths beneath a folder that exist. @throws {ApiError} */
export async function entriesAt(folderId: number, paths: string[]) {
  const params = { path: { id: folderId } };
  return dataOf(api.POST('/folders/{id}/conflicts', { params, body: { paths } }));
}
