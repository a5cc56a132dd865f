import { API } from '../api/client.ts';
import type { DocumentDetails, Version } from '../api/records.ts';

/** The content that is previewed: one version of a document. */
export interface PreviewedVersion {
  readonly id: number;
  readonly name: string;
  readonly mime_type: string;
  readonly size: number;
  readonly sha256: string;
  /** Number of the version. */
  readonly version: number;
  /** State of the thumbnail; only the latest version has a thumbnail and a text. */
  readonly thumbnail: DocumentDetails['thumbnail'];
  readonly text: DocumentDetails['text'];
  /** A time at which this was the newest version. Names the content of a document in the trash, too. */
  readonly at?: string;
}

/** The part that identifies a content. */
type ContentOwner = Pick<PreviewedVersion, 'id' | 'version' | 'at'>;

/** Query parameters that select the content of a download. */
export function contentQuery({ version, at }: ContentOwner): { version: number } | { at: string } {
  return at === undefined ? { version } : { at };
}

/** Props of every preview. */
export interface PreviewProps {
  readonly subject: PreviewedVersion;
  /** Requests a reload of the record: a pending thumbnail or text may be ready. */
  readonly onStale: () => void;
}

/** A document, or an older version of it, as the subject of a preview. */
export function previewedVersion(document: DocumentDetails, old?: Version): PreviewedVersion {
  if (old === undefined) return document;
  const { size, sha256, number } = old;
  // The document's name and media type decide the preview of every version.
  const { id, name, mime_type } = document;
  return { id, name, mime_type, size, sha256, version: number, thumbnail: 'none', text: 'none' };
}

/**
 * The URL of the content. It names the version, so a browser may cache it.
 * @param isInline for display; otherwise the browser saves it
 */
export function contentUrl(subject: ContentOwner, isInline: boolean): string {
  const entries = Object.entries(contentQuery(subject)).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(entries);
  if (isInline) query.set('inline', '1');
  return `${API}/documents/${String(subject.id)}/download?${query.toString()}`;
}
