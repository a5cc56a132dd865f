import { computed, signal } from '@preact/signals';
import { asApiError } from '../api/api-error.ts';
import { refreshFolders } from '../state/files/folder-changes.ts';
import { connection } from '../state/session/connection.ts';
import { discard, send } from './sending/send.ts';
import type { UploadItem } from './upload-item.ts';

const AT_A_TIME = 4;
/** Waits before a further attempt, in seconds; the last one again and again. */
const WAITS_S = [1, 2, 4, 8, 15, 30];
const TOO_MANY = 429;
/** Folders are looked at again this often at most, however many files arrive. */
const LOOK_AGAIN_MS = 1000;

/** All files of this tab that were to be uploaded since the panel was closed last. */
export const uploads = signal<readonly UploadItem[]>([]);
/** The user has paused the queue. */
export const isPaused = signal(false);
/** Those of `uploads` that came last, together. */
export const lastDrop = signal<readonly UploadItem[]>([]);
/** Files that the service has asked to wait with. */
const throttled = signal<ReadonlySet<UploadItem>>(new Set());
/** The service asks to wait. */
export const isThrottled = computed(() => throttled.value.size > 0);
/** Files that are not through yet. */
export const pending = computed(() => uploads.value.filter((item) => !item.isOver));

let running = 0;
const touched = new Set<number>();

/** Adds files to the queue. */
export function enqueue(items: readonly UploadItem[]): void {
  uploads.value = [...uploads.value, ...items];
  lastDrop.value = items;
  startMore();
}

/** Pauses the queue, or lets it go on. What runs is broken off; large files go on where they were. */
export function pause(shouldPause: boolean): void {
  isPaused.value = shouldPause;
  if (shouldPause) for (const item of uploads.value) item.attempt?.abort();
  else startMore();
}

/** Gives up a file that is not through, also what has arrived of it. */
export function cancel(item: UploadItem): void {
  if (item.isOver) return;
  item.state.value = 'cancelled';
  // What an attempt brings is known at its end.
  if (item.attempt === undefined) void discard(item);
  else item.attempt.abort();
}

/** Tries those again that were refused. */
export function retryFailed(): void {
  for (const item of uploads.value) if (item.state.value === 'failed') item.state.value = 'waiting';
  startMore();
}

/** Empties the panel. Nothing must be pending. */
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
      // Also if it was cancelled meanwhile: all of it is there.
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

/** Waits as long as it takes until another attempt makes sense, or ends the item. */
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

/** A file that was broken off takes its turn again later, unless it was cancelled. */
function leave(item: UploadItem): void {
  if (item.state.value === 'running') item.state.value = 'waiting';
}

/** Resolves after some seconds, or as soon as the attempt is broken off. */
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
    }, LOOK_AGAIN_MS);
  touched.add(folderId);
}

addEventListener('beforeunload', (event) => {
  if (pending.value.length > 0) event.preventDefault();
});
