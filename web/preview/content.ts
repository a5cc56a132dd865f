import { api, bodyOf } from '../api/client.ts';
import { contentQuery, type PreviewedVersion } from './previewed-version.ts';

/** The bytes of a version. @throws {ApiError} */
export async function bytesOf(subject: Pick<PreviewedVersion, 'id' | 'version' | 'at'>): Promise<Uint8Array> {
  const params = { path: { id: subject.id }, query: contentQuery(subject) };
  const body: unknown = await bodyOf(api.GET('/documents/{id}/download', { params, parseAs: 'arrayBuffer' }));
  if (!(body instanceof ArrayBuffer)) throw new TypeError('the content has no bytes');
  return new Uint8Array(body);
}

const MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * Decodes bytes as text: by their byte order mark, else as UTF-8, else as Windows-1252.
 * @returns undefined if they are not text
 */
export function textOf(bytes: Uint8Array): string | undefined {
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return new TextDecoder(marked[1]).decode(bytes);
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
