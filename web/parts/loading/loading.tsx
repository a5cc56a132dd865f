import { useEffect, useState } from 'preact/hooks';
import { t } from '../../text/text.ts';

/** Delay before the placeholder appears, so that a fast response shows none. */
const SHOW_DELAY_MS = 150;
const LINES = 8;

/** Grey placeholder lines while content loads. */
export function Loading() {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div class="skeleton" role="status" aria-label={t().loading}>
      {Array.from({ length: LINES }, (_, index) => (
        <div key={index} />
      ))}
    </div>
  );
}
