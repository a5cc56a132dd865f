import { useEffect, useState } from 'preact/hooks';
import type { ApiError } from '../../api/api-error.ts';
import { t } from '../../text/text.ts';

const SECOND_MS = 1000;
const MINUTE_S = 60;

function waitOf(seconds: number): string {
  const texts = t().guest;
  return seconds > MINUTE_S ? texts.minutes(Math.ceil(seconds / MINUTE_S)) : texts.seconds(seconds);
}

/** Countdown until the service accepts another attempt; disappears at 0. */
export function Throttled({ error }: { readonly error: ApiError | undefined }) {
  const [left, setLeft] = useState(0);
  const wanted = error?.retryAfter ?? 0;
  useEffect(() => {
    setLeft(wanted);
    if (wanted === 0) return undefined;
    const end = performance.now() + wanted * SECOND_MS;
    const timer = setInterval(
      () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / SECOND_MS))),
      SECOND_MS,
    );
    return () => clearInterval(timer);
  }, [error, wanted]);
  if (left === 0 || error === undefined) return null;
  return (
    <p class="fault">
      {/* Announced once by screen readers, not every second. */}
      <span class="visually-hidden" role="alert">
        {t().guest.tooMany(waitOf(wanted))}
      </span>
      <span aria-hidden="true">{t().guest.tooMany(waitOf(left))}</span>
    </p>
  );
}
