import { codeOf } from '../../model/errors/error-code.ts';

const CODES = ['EIO', 'EACCES', 'EPERM', 'EUCLEAN', 'EBADMSG', 'ENOTDIR'];

/** What is wrong with one file or folder that cannot be read; undefined if the error says nothing of this one alone. */
export function unreadable(error: unknown): string | undefined {
  const code = codeOf(error) ?? '';
  return CODES.includes(code) ? `cannot be read (${code})` : undefined;
}
