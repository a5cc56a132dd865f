import { codeOf, hasCode } from '../../model/errors/error-code.ts';
import { isDiskFull } from '../../model/errors/storage-fault.ts';
import { DamagedError, RepositoryError } from '../../storage/repository/repository.ts';
import { UpkeepError } from '../upkeep-error.ts';

/**
 * Converts errors to sentences for administrators.
 * @param target what is being written to
 */
export async function withClearErrors<T>(target: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DamagedError) throw new UpkeepError(error.message, 'damaged', { cause: error });
    if (error instanceof RepositoryError) throw new UpkeepError(error.message, 'refused', { cause: error });
    if (isDiskFull(error))
      throw new UpkeepError(`the disk of ${target} is full: free some space, and try again`, 'failed', {
        cause: error,
      });
    if (error instanceof Error && hasCode(error, 'EACCES', 'EPERM')) throw refused(error);
    throw error;
  }
}

/** Error for a file that belongs to another user. */
function refused(error: Error): UpkeepError {
  const path = 'path' in error ? String(error.path) : 'a file';
  const sentence = `${path} is accessible to another user only (${String(codeOf(error))}): run this as that user`;
  return new UpkeepError(sentence, 'failed', { cause: error });
}
