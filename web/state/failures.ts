import { asApiError } from '../api/api-error.ts';
import { t } from '../text/text.ts';
import { showToast } from './toasts.ts';

/** Shows the user the error of a request. */
export function showFailure(error: unknown): void {
  showToast(asApiError(error).message, 'failed');
}

/** Shows the user that the service refused several entries. @param first the message of the first of them */
export function showRefusals(first: string, count: number): void {
  showToast(count === 1 ? first : t().refusedToo(first, count - 1), 'failed');
}
