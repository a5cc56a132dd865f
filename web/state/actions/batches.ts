import { type BatchAction, type BatchOutcome, IDS_PER_REQUEST, runBatch } from '../../api/batch.ts';
import { t } from '../../text/text.ts';
import { showProgress, showToast } from '../toasts.ts';

/**
 * Runs an action on any number of entries. Shows the progress if several requests are needed. If one of them fails,
 * shows its error and keeps the changes made so far.
 * @throws {ApiError} no entry was changed
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
