import { api, dataOf } from './client.ts';
import type { DocumentDetails } from './records.ts';

/** A document with its path and the state of its thumbnail and text. @throws {ApiError} */
export async function loadDocument(id: number): Promise<DocumentDetails> {
  const details = await dataOf(api.GET('/documents/{id}/metadata', { params: { path: { id } } }));
  // Records in lists report a failed thumbnail as `none`.
  return { ...details, thumbnail: details.thumbnail === 'failed' ? 'none' : details.thumbnail };
}
