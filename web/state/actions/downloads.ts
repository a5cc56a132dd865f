import { API, api, dataOf } from '../../api/client.ts';
import type { Entry } from '../../api/records.ts';
import { showFailure } from '../failures.ts';

/** The URL of a document's content. */
export function downloadUrl(id: number): string {
  return `${API}/documents/${String(id)}/download`;
}

/** Makes the browser download a URL of the service. */
function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Downloads a document. */
export function saveDocument({ id }: Pick<Entry, 'id'>): void {
  save(downloadUrl(id));
}

/** Downloads entries, with everything below them, as a ZIP file. */
export async function saveArchive(ids: readonly number[]): Promise<void> {
  try {
    const { url } = await dataOf(api.POST('/archives', { body: { ids: [...ids] } }));
    save(url);
  } catch (error) {
    showFailure(error);
  }
}
