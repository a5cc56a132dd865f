import { ApiError, errorOf } from '../../api/api-error.ts';
import { API } from '../../api/client.ts';
import { signInAgain } from '../../api/session.ts';
import { loadPart } from '../../parts/loading/load-part.ts';
import { showFailure } from '../../state/failures.ts';
import { loadMessages, t } from '../../text/text.ts';
import type { UploadItem } from '../upload-item.ts';
import { type ParsedResponse, responseOf } from './response.ts';

/** Minimum size for tus, which resumes after a broken connection. */
const LARGE_BYTES = 8 * 1000 * 1000;

/**
 * Sends the content of a file. Resolves once the service has all of it.
 * @param signal aborts the attempt
 * @throws {ApiError} refused by the service, or `isOffline`; after an abort, any error
 */
export async function send(item: UploadItem, signal: AbortSignal): Promise<void> {
  // Checked before every attempt. For a file that no longer exists, Chromium reports a lost connection, and Firefox
  // waits forever.
  if (!(await isReadable(item.file)))
    throw new ApiError(t().uploads.gone, { code: 'unreadable', status: -1 });
  signal.throwIfAborted();
  if (!isLarge(item)) {
    await sendWhole(item, signal);
    return;
  }
  const { sendInParts } = await loadParts();
  signal.throwIfAborted();
  await sendInParts(item, signal);
}

/** Deletes the parts of a file, in this browser and on the service. No attempt may be running. */
export async function discard(item: UploadItem): Promise<void> {
  // Small files are sent whole, so no part is left over.
  if (!isLarge(item)) return;
  try {
    const { discardParts } = await loadParts();
    await discardParts(item);
  } catch (error) {
    showFailure(error);
  }
}

/** @throws {ApiError} `isOffline`: the script cannot be loaded */
async function loadParts() {
  try {
    return await loadPart(() => import('./send-in-parts.ts'));
  } catch {
    throw new ApiError(t().unreachable);
  }
}

async function isReadable(file: File): Promise<boolean> {
  // Chromium may report size 0 for a file that no longer exists, and reading an empty slice of it succeeds.
  const start = file.size === 0 ? file : file.slice(0, 1);
  try {
    await start.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

function isLarge({ file }: UploadItem): boolean {
  return file.size >= LARGE_BYTES;
}

/** The fields precede the file, so that the service can refuse before the bytes are sent. */
function formOf({ file, place }: UploadItem): FormData {
  const form = new FormData();
  form.set('folder_id', String(place.folderId));
  if (place.path !== '') form.set('path', place.path);
  form.set('conflict', place.conflict);
  form.set('file', file, file.name);
  return form;
}

async function sendWhole(item: UploadItem, signal: AbortSignal): Promise<void> {
  const { body, response } = await request(item, signal);
  if (response.status === 401) {
    await signInAgain();
    signal.throwIfAborted();
    await sendWhole(item, signal);
    return;
  }
  if (response.ok) {
    setOutcome(item, body);
    return;
  }
  await loadMessages();
  throw errorOf(response, body);
}

/** Uses `XMLHttpRequest`, because `fetch` does not report upload progress. */
function request(item: UploadItem, signal: AbortSignal): Promise<ParsedResponse> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const fail = (): void => reject(new ApiError(t().unreachable));
    xhr.open('POST', `${API}/documents/upload`);
    xhr.upload.addEventListener('progress', ({ loaded }) => {
      item.sent.value = Math.min(loaded, item.file.size);
    });
    xhr.addEventListener('load', () =>
      resolve(responseOf(xhr.status, xhr.responseText, (name) => xhr.getResponseHeader(name))),
    );
    xhr.addEventListener('error', fail);
    xhr.addEventListener('abort', fail);
    signal.addEventListener('abort', () => xhr.abort());
    xhr.send(formOf(item));
  });
}

function setOutcome({ outcome, version }: UploadItem, body: unknown): void {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  if (typeof data !== 'object' || data === null || !('outcome' in data)) return;
  outcome.value = String(data.outcome);
  if (outcome.value === 'version' && 'id' in data && 'version' in data)
    version.value = { id: Number(data.id), number: Number(data.version) };
}
