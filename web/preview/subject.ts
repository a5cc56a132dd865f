import { API } from '../api/client.ts';
import type { DocumentDetails, Version } from '../api/records.ts';

/** A content that is previewed: a version of a document. */
export interface Subject {
  readonly id: number;
  readonly name: string;
  readonly mime_type: string;
  readonly size: number;
  readonly sha256: string;
  /** Number of the version. */
  readonly version: number;
  /** The head alone has a thumbnail and a text. How far they are. */
  readonly thumbnail: DocumentDetails['thumbnail'];
  readonly text: DocumentDetails['text'];
}

/** A document, or an older version of it, as the subject of a preview. */
export function subjectOf(document: DocumentDetails, old?: Version): Subject {
  if (old === undefined) return document;
  const { size, sha256, number } = old;
  // The name of the document has always said how it is to be shown.
  const { id, name, mime_type } = document;
  return { id, name, mime_type, size, sha256, version: number, thumbnail: 'none', text: 'none' };
}

/**
 * The URL of the content, which a browser may keep: it names the version.
 * @param isInline it is shown, not saved
 */
export function contentUrl({ id, version }: Pick<Subject, 'id' | 'version'>, isInline: boolean): string {
  return `${API}/documents/${String(id)}/download?version=${String(version)}${isInline ? '&inline=1' : ''}`;
}
