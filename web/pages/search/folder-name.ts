import { api, dataOf } from '../../api/client.ts';

/** The name of a folder; undefined for the top. @throws {ApiError} */
export async function nameOfFolder(id: number): Promise<string | undefined> {
  if (id === 0) return undefined;
  const folder = await dataOf(api.GET('/folders/{id}', { params: { path: { id } } }));
  return folder.name;
}
