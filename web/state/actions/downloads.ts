import { API, api, dataOf } from '../../api/client.ts';
import type { Entry } from '../../api/records.ts';
import { showFailure } from './failures.ts';

/** Where the content of a document is. */
export function downloadUrl(id: number): string {
  return `${API}/documents/${String(id)}/download`;
}

/** Lets the browser save what is at a path of the service. */
function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Saves a document. */
export function saveDocument({ id }: Pick<Entry, 'id'>): void {
  save(downloadUrl(id));
}

/** Saves entries with all beneath them as a ZIP file. */
export async function saveArchive(ids: readonly number[]): Promise<void> {
  try {
    const { url } = await dataOf(api.POST('/archives', { body: { ids: [...ids] } }));
    save(url);
  } catch (error) {
    showFailure(error);
  }
}
