import { encodeExtended, format } from 'content-disposition';

/**
 * Value of a `Content-Disposition` header that contains the name twice (RFC 6266 §4.3): in UTF-8 as `filename*`, and in
 * ASCII as `filename` for programs that do not support `filename*`. The ASCII form also replaces `%`, because some
 * programs decode it.
 */
export function contentDisposition(type: 'attachment' | 'inline', name: string): string {
  const ascii = name.toWellFormed().replace(/[^\u0020-\u007e]|[%"\\]/gu, '_');
  return format({
    type,
    parameters: { filename: ascii, 'filename*': encodeExtended(name.toWellFormed()) },
  });
}
