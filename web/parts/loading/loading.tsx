import { useEffect, useState } from 'preact/hooks';
import { t } from '../../text/text.ts';

/** What comes sooner needs no sign that it is coming. */
const PATIENCE_MS = 150;
const LINES = 8;

/** Grey lines in place of what is being loaded. */
export function Loading() {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), PATIENCE_MS);
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
