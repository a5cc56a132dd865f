import { type ApiError, asApiError } from '../../api/api-error.ts';
import { t } from '../../text/text.ts';
import { showToast } from './toasts.ts';

/** Tells the user what the service has refused. */
export function showFailure(error: unknown): void {
  showToast(asApiError(error).message, 'failed');
}

/** Tells the user what the service has refused of many entries. @param first why it refused one of them */
export function showRefusals(first: ApiError, count: number): void {
  showToast(count === 1 ? first.message : t().refusedToo(first.message, count - 1), 'failed');
}
