import { api } from './client.ts';
import type { Document } from './records.ts';

/**
 * The ETag of the content that the user sees. Sent as `If-Match`, so the service refuses the update if the content has
 * changed.
 */
export async function contentTagOf({
  id,
  size,
  version,
}: Pick<Document, 'id' | 'size' | 'version'>): Promise<string | undefined> {
  const { response } = await api.GET('/documents/{id}/download', {
    params: { path: { id }, query: { version } },
    // Only the header is needed. An empty content has no range to request.
    headers: size > 0 ? { Range: 'bytes=0-0' } : {},
    parseAs: 'text',
  });
  return response.headers.get('ETag') ?? undefined;
}
