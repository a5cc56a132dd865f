import { encodeExtended, format } from 'content-disposition';

/**
 * A `Content-Disposition` with the name twice (RFC 6266 §4.3): in UTF-8 as `filename*`, and in ASCII for programs that
 * do not know that. A `%` in the ASCII form would be decoded by some, so it is replaced there too.
 */
export function contentDisposition(type: 'attachment' | 'inline', name: string): string {
  const ascii = name.toWellFormed().replace(/[^\u0020-\u007e]|[%"\\]/gu, '_');
  return format({
    type,
    parameters: { filename: ascii, 'filename*': encodeExtended(name.toWellFormed()) },
  });
}
