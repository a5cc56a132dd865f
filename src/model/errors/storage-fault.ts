import { codeOf } from './error-code.ts';
import { DmsError, databaseLocked } from './errors.ts';
import { message } from './messages.ts';

/**
 * Codes of SQLite and of the operating system for a full disk. SQLITE_IOERR_SHMSIZE: the index of the write-ahead log
 * cannot grow.
 */
const FULL = /^(?:SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/;
/** Codes for unusable files: I/O errors, damage, missing permissions, too many open files. */
const FAILED =
  /^(?:SQLITE_(?:IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PERM)(?:_\w+)?|EIO|EROFS|EACCES|EPERM|EMFILE|ENFILE)$/;
/**
 * Codes of SQLite for a lock of another connection. SQLITE_PROTOCOL: a lock on the index of the write-ahead log
 * (docs/build/safety.md §4).
 */
const LOCKED = /^SQLITE_(?:BUSY|PROTOCOL)/;

/** True for an error of SQLite or of the operating system that reports a full disk. */
export function isDiskFull(error: unknown): boolean {
  return FULL.test(codeOf(error) ?? '');
}

/** The error for an upload or another change that does not fit onto the disk. */
export function storageFull(cause?: unknown): DmsError {
  return new DmsError('storage_full', message('disk_full'), {
    cause,
    fields: { file: [message('file_disk_full')] },
  });
}

/**
 * Translates an error of SQLite or of the operating system into an error of the core: for a full or unusable disk, and
 * for a lock of another program; undefined for any other error.
 */
export function storageFault(error: unknown): DmsError | undefined {
  if (isDiskFull(error)) return storageFull(error);
  if (LOCKED.test(codeOf(error) ?? '')) return databaseLocked(error);
  if (!FAILED.test(codeOf(error) ?? '')) return undefined;
  return new DmsError('unavailable', message('disk_unusable'), { cause: error });
}
