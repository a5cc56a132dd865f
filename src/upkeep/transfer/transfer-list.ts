import { codeOf } from '../../model/errors/error-code.ts';
import type { DmsError, ErrorCode } from '../../model/errors/errors.ts';

/** Something that was not transferred, and why. */
export interface Omission {
  readonly path: string;
  readonly reason: string;
}

/** Codes of the operating system with which nothing more can be written. */
const NO_MORE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/** Codes of the core after which nothing else would succeed. */
const FINAL: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'unavailable',
  'database_locked',
  'storage_full',
]);

/** Why one file failed; undefined if others would fail, too, so that the work must end. */
export function reasonOf(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined || !(error instanceof Error && 'syscall' in error)) return undefined;
  return NO_MORE.includes(code) ? undefined : `the system refuses it (${code})`;
}

/** True for an error of the core after which nothing else would succeed. */
export function isFinal({ code }: DmsError): boolean {
  return FINAL.has(code);
}
