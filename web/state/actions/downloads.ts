import { API, api, dataOf } from '../../api/client.ts';
import type { Entry } from '../../api/records.ts';
import { showFailure } from '../failures.ts';

/** The URL of a document's content. @param at a time in the past; default: now */
export function downloadUrl(id: number, at?: string): string {
  const query = at === undefined ? '' : `?at=${encodeURIComponent(at)}`;
  return `${API}/documents/${String(id)}/download${query}`;
}

/** Makes the browser download a URL of the service. */
function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Downloads a document. @param at a time in the past; default: now */
export function saveDocument({ id }: Pick<Entry, 'id'>, at?: string): void {
  save(downloadUrl(id, at));
}

/** Downloads entries, with everything below them, as a ZIP file. @param at a time in the past; default: now */
export async function saveArchive(ids: readonly number[], at?: string): Promise<void> {
  try {
    const body = { ids: [...ids], ...(at !== undefined && { at }) };
    const { url } = await dataOf(api.POST('/archives', { body }));
    save(url);
  } catch (error) {
    showFailure(error);
  }
}
