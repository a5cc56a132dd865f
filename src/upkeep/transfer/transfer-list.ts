import { codeOf } from '../../model/errors/error-code.ts';
import type { DmsError, ErrorCode } from '../../model/errors/errors.ts';
import { UnsafeDirectory } from '../../storage/disk/directory-handle.ts';

/** A file, folder or version that was not transferred, and the reason. */
export interface Omission {
  readonly path: string;
  readonly reason: string;
}

/** System error codes after which no further file can be written. */
const NO_MORE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/** Error codes of the core after which no further operation would succeed. */
const FINAL: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'unavailable',
  'database_locked',
  'storage_full',
]);

/** Why one file failed; undefined if other files would fail too, so that the transfer must end. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof UnsafeDirectory) return error.message;
  const code = codeOf(error);
  if (code === undefined || !(error instanceof Error && 'syscall' in error)) return undefined;
  return NO_MORE.includes(code) ? undefined : `the operating system refuses it (${code})`;
}

/** Whether no further operation would succeed after this error of the core. */
export function isFinal({ code }: DmsError): boolean {
  return FINAL.has(code);
}
