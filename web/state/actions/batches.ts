import { type BatchAction, type BatchOutcome, IDS_PER_REQUEST, runBatch } from '../../api/batch.ts';
import { t } from '../../text/text.ts';
import { showProgress, showToast } from './toasts.ts';

/**
 * Does something with any number of entries. Tells how far that has come if it takes several requests. If one of them
 * fails, tells that, and what is done by then stays done.
 * @throws {ApiError} nothing was done
 */
export async function workThrough(action: BatchAction, ids: readonly number[]): Promise<BatchOutcome> {
  const progress = ids.length > IDS_PER_REQUEST ? showProgress() : undefined;
  const tell = (count: number): void => progress?.tell(t().worked(count, ids.length));
  try {
    const outcome = await runBatch(action, ids, tell);
    if (outcome.broken) showToast(outcome.broken.message, 'failed');
    return outcome;
  } finally {
    progress?.end();
  }
}
