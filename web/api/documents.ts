import { api, dataOf } from './client.ts';
import type { DocumentDetails } from './records.ts';

/** A document with its path and the state of its thumbnail and text. @throws {ApiError} */
export async function loadDocument(id: number): Promise<DocumentDetails> {
  const details = await dataOf(api.GET('/documents/{id}/metadata', { params: { path: { id } } }));
  // Records in lists report a failed thumbnail as `none`.
  return { ...details, thumbnail: details.thumbnail === 'failed' ? 'none' : details.thumbnail };
}

/** Notes that the user has opened a document. A failure is ignored: the page itself shows whether the document is there. */
export async function noteOpening(id: number): Promise<void> {
  await api.PUT('/documents/{id}/opening', { params: { path: { id } } }).catch(() => undefined);
}
