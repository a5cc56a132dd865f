import type { ApiError } from '../../api/api-error.ts';
import { t } from '../../text/text.ts';
import { Button } from '../forms/button.tsx';

/** An error that prevents a page from being shown, with a way to proceed. */
export function Problem({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  const isMissing = error.status === 404;
  return (
    <div class="notice" role="alert">
      <p>{isMissing ? t().notHere : error.isOffline ? t().unreachable : error.message}</p>
      {isMissing ? (
        <a class="button primary" href="/">
          {t().toFiles}
        </a>
      ) : (
        <Button variant="primary" onClick={onRetry}>
          {t().tryAgain}
        </Button>
      )}
      {error.requestId !== undefined && !isMissing && <small>{t().errorId(error.requestId)}</small>}
    </div>
  );
}
