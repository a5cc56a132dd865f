import { useEffect, useState } from 'preact/hooks';
import { uploads } from '../queue.ts';

const EVERY_MS = 1000;
/** Number of samples for the average, one per second. */
const SAMPLES = 10;

/** Combined speed of all uploads. */
export interface Speed {
  /** Undefined until there are two samples. */
  readonly bytesPerSecond: number | undefined;
}

function sentNow(): number {
  return uploads.peek().reduce((sum, { sent }) => sum + sent.peek(), 0);
}

/** Samples once a second while the component is mounted. */
export function useSpeed(): Speed {
  const [samples, setSamples] = useState<readonly number[]>(() => [sentNow()]);
  useEffect(() => {
    const timer = setInterval(() => setSamples((before) => [...before, sentNow()].slice(-SAMPLES)), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const [first = 0] = samples;
  const seconds = ((samples.length - 1) * EVERY_MS) / 1000;
  return {
    bytesPerSecond: seconds === 0 ? undefined : Math.max(0, ((samples.at(-1) ?? 0) - first) / seconds),
  };
}
