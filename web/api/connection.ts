import { signal } from '@preact/signals';

const POLL_MS = 3000;

const isOffline = signal(false);
let timer: ReturnType<typeof setTimeout> | undefined;

async function poll(): Promise<void> {
  timer = undefined;
  try {
    await fetch('/healthz', { cache: 'no-store' });
    connection.found();
  } catch {
    // The response to an earlier request may have arrived after the connection was lost.
    connection.lost();
  }
}

/** State of the connection to the service. While it is offline, the service is polled every few seconds. */
export const connection = {
  isOffline,
  lost(): void {
    isOffline.value = true;
    timer ??= setTimeout(() => void poll(), POLL_MS);
  },
  found(): void {
    isOffline.value = false;
  },
};
