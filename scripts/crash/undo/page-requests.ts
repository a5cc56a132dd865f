import * as z from 'zod';
import { type Client, type Item, WrongAnswer } from '../client.ts';
import { folderOf, nameOf } from './paths.ts';

const outcome = z.object({
  data: z.array(
    z.object({ id: z.number(), status: z.string(), entry: z.object({ id: z.number() }).optional() }),
  ),
  meta: z.object({ activity_id: z.number() }),
});
const created = z.object({ data: z.object({ id: z.number() }) });
const restored = z.object({ data: z.object({ version: z.number() }) });

/** Ids of the entries of a batch afterwards, and the position of the activity log before it. */
export interface Done {
  readonly ids: readonly number[];
  readonly since: number;
}

/** @throws {WrongAnswer} unless the action is done for all entries */
export async function batch(client: Client, action: object): Promise<Done> {
  const body = JSON.stringify(action);
  const response = await client.rest('/entries/batch', { method: 'POST', body });
  const { data, meta } = outcome.parse(response);
  if (data.some(({ status }) => status !== 'done'))
    throw new WrongAnswer(`POST /entries/batch ${body}: ${JSON.stringify(response)}`);
  return { ids: data.map(({ id, entry }) => entry?.id ?? id), since: meta.activity_id };
}

export async function rename(client: Client, { id, type }: Item, from: string, to: string): Promise<void> {
  const path = `/${type === 'folder' ? 'folders' : 'documents'}/${String(id)}`;
  const body = JSON.stringify({ name: nameOf(to), expected: { name: nameOf(from) } });
  await client.rest(path, { method: 'PATCH', body });
}

/** @param head ETag that the content must have; undefined: any @returns the number of the newest version */
export async function restoreVersion(
  client: Client,
  id: number,
  version: number,
  head?: string,
): Promise<number> {
  const response = await client.rest(`/documents/${String(id)}/versions/${String(version)}/restore`, {
    method: 'POST',
    headers: head === undefined ? {} : { 'If-Match': head },
  });
  return restored.parse(response).data.version;
}

/** Creates a folder. @returns its id */
export async function makeFolder(client: Client, path: string, folderId: number): Promise<number> {
  const body = JSON.stringify({ name: nameOf(path), folder_id: folderId });
  return created.parse(await client.rest('/folders', { method: 'POST', body })).data.id;
}

/** The entries at paths in one folder. */
export async function itemsAt(client: Client, paths: readonly string[]): Promise<Item[]> {
  const members = await client.members((await client.item(folderOf(paths[0] ?? ''))).id);
  return paths.map((path) => {
    const found = members.find(({ name }) => name === nameOf(path));
    if (!found) throw new WrongAnswer(`${path} is not listed`);
    return found;
  });
}

/** The ids of entries. */
export const idsOf = (items: readonly Item[]): number[] => items.map(({ id }) => id);
