import { computed, signal } from '@preact/signals';
import { asApiError } from '../api/api-error.ts';
import { connection } from '../api/connection.ts';
import { refreshFolders } from '../state/files/folder-changes.ts';
import { discard, send } from './sending/send.ts';
import type { UploadItem } from './upload-item.ts';

const AT_A_TIME = 4;
/** Delays before retries, in seconds; the last one repeats. */
const WAITS_S = [1, 2, 4, 8, 15, 30];
const TOO_MANY = 429;
/** Minimum interval between refreshes of folders, however many files arrive. */
const REFRESH_INTERVAL_MS = 1000;

/** The files added in this tab since the upload panel was last closed. */
export const uploads = signal<readonly UploadItem[]>([]);
/** True while the user has paused the queue. */
export const isPaused = signal(false);
/** The files of `uploads` that were added last. */
export const lastDrop = signal<readonly UploadItem[]>([]);
/** Files whose retry the service has delayed (429). */
const throttled = signal<ReadonlySet<UploadItem>>(new Set());
/** True while the service throttles an upload. */
export const isThrottled = computed(() => throttled.value.size > 0);
/** Files whose upload is not over. */
export const pending = computed(() => uploads.value.filter((item) => !item.isOver));

let running = 0;
const touched = new Set<number>();

/** Adds files to the queue. */
export function enqueue(items: readonly UploadItem[]): void {
  uploads.value = [...uploads.value, ...items];
  lastDrop.value = items;
  startMore();
}

/** Pauses or resumes the queue. Pausing aborts running uploads; large files later resume where they stopped. */
export function pause(shouldPause: boolean): void {
  isPaused.value = shouldPause;
  if (shouldPause) for (const item of uploads.value) item.attempt?.abort();
  else startMore();
}

/** Cancels a file and deletes the parts sent so far. */
export function cancel(item: UploadItem): void {
  if (item.isOver) return;
  item.state.value = 'cancelled';
  // A running attempt must end first; {@link run} then deletes the parts.
  if (item.attempt === undefined) void discard(item);
  else item.attempt.abort();
}

/** Retries the failed files. */
export function retryFailed(): void {
  for (const item of uploads.value) if (item.state.value === 'failed') item.state.value = 'waiting';
  startMore();
}

/** Empties the upload panel. No file may be pending. */
export function clearUploads(): void {
  uploads.value = [];
  lastDrop.value = [];
}

function startMore(): void {
  while (running < AT_A_TIME && !isPaused.value) {
    const next = uploads.value.find((item) => item.state.value === 'waiting');
    if (next === undefined) return;
    running += 1;
    next.state.value = 'running';
    void run(next).finally(() => {
      running -= 1;
      startMore();
    });
  }
}

async function run(item: UploadItem): Promise<void> {
  for (let attempt = 0; item.state.value === 'running'; attempt++) {
    const current = new AbortController();
    item.attempt = current;
    try {
      await send(item, current.signal);
      // Even if it was cancelled meanwhile, because the whole file has arrived.
      item.sent.value = item.file.size;
      item.state.value = 'done';
      noteDone(item.place.folderId);
    } catch (reason) {
      if (!current.signal.aborted) await recover(item, reason, attempt, current.signal);
      if (current.signal.aborted) leave(item);
    }
  }
  item.attempt = undefined;
  if (item.state.value === 'cancelled') await discard(item);
}

/** After a failure, waits until a retry makes sense, or marks the file as failed. */
async function recover(
  item: UploadItem,
  reason: unknown,
  attempt: number,
  signal: AbortSignal,
): Promise<void> {
  const error = asApiError(reason);
  if (error.isOffline || error.status === TOO_MANY) {
    if (error.isOffline) connection.lost();
    else throttled.value = new Set([...throttled.value, item]);
    const seconds = error.retryAfter ?? WAITS_S[Math.min(attempt, WAITS_S.length - 1)] ?? 0;
    await wait(seconds, signal);
    throttled.value = new Set([...throttled.value].filter((each) => each !== item));
  } else {
    item.error.value = error;
    item.state.value = 'failed';
  }
}

/** Returns an aborted file to the queue, unless it was cancelled. */
function leave(item: UploadItem): void {
  if (item.state.value === 'running') item.state.value = 'waiting';
}

/** Resolves after the given time, or when the attempt is aborted. */
function wait(seconds: number, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', resolve);
  });
}

function noteDone(folderId: number): void {
  if (touched.size === 0)
    setTimeout(() => {
      refreshFolders(...touched);
      touched.clear();
    }, REFRESH_INTERVAL_MS);
  touched.add(folderId);
}

addEventListener('beforeunload', (event) => {
  if (pending.value.length > 0) event.preventDefault();
});
