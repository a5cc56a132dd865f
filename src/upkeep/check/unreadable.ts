import { codeOf } from '../../model/errors/error-code.ts';

const CODES = ['EIO', 'EACCES', 'EPERM', 'EUCLEAN', 'EBADMSG', 'ENOTDIR'];

/** Describes why a file or folder cannot be read; undefined if the cause is not this file or folder. */
export function unreadable(error: unknown): string | undefined {
  const code = codeOf(error) ?? '';
  return CODES.includes(code) ? `cannot be read (${code})` : undefined;
}
