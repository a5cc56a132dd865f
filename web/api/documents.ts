import { api, dataOf } from './client.ts';
import type { DocumentDetails } from './records.ts';

/** A document with its place, and how far what is made of it is. @throws {ApiError} */
export async function loadDocument(id: number): Promise<DocumentDetails> {
  const details = await dataOf(api.GET('/documents/{id}/metadata', { params: { path: { id } } }));
  // In lists, a picture that could not be made is none.
  return { ...details, thumbnail: details.thumbnail === 'failed' ? 'none' : details.thumbnail };
}
