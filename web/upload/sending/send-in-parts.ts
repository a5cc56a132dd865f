import { type DetailedError, defaultOptions, Upload } from 'tus-js-client';
import { ApiError, errorOf } from '../../api/api-error.ts';
import { API, api, dataOf } from '../../api/client.ts';
import { signInAgain } from '../../api/session.ts';
import { t } from '../../text/text.ts';
import type { UploadItem } from '../upload-item.ts';
import { begunOf, discardBegun } from './begun.ts';
import { fingerprintOf } from './fingerprint.ts';
import { responseOf } from './response.ts';

function metadataOf({ file, place }: UploadItem): Record<string, string> {
  return {
    filename: file.name,
    folder_id: String(place.folderId),
    conflict: place.conflict,
    modified_at: new Date(file.lastModified).toISOString(),
    ...(place.path === '' ? {} : { path: place.path }),
    ...(file.type === '' ? {} : { filetype: file.type }),
  };
}

function apiErrorOf(error: Error | DetailedError): ApiError {
  const tusResponse = 'originalResponse' in error ? error.originalResponse : null;
  if (tusResponse === null) return new ApiError(t().unreachable);
  const { body, response } = responseOf(tusResponse.getStatus(), tusResponse.getBody(), (name) =>
    tusResponse.getHeader(name),
  );
  return errorOf(response, body);
}

/**
 * Sends a large file by tus. Parts that an earlier attempt has sent, even on another day, are not sent again.
 * @param signal aborts the attempt; the parts sent so far are kept
 * @throws {ApiError}
 */
export async function sendInParts(item: UploadItem, signal: AbortSignal): Promise<void> {
  try {
    await sendParts(item, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await signInAgain();
    signal.throwIfAborted();
    await sendInParts(item, signal);
  }
}

/** Deletes the parts of a file, in this browser and on the service. @throws {ApiError} */
export async function discardParts(item: UploadItem): Promise<void> {
  const begun = await defaultOptions.urlStorage.findUploadsByFingerprint(fingerprintOf(item));
  for (const each of begun) await discardBegun(begunOf(each));
}

async function sendParts(item: UploadItem, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const upload = new Upload(item.file, {
    endpoint: `${API}/uploads`,
    metadata: metadataOf(item),
    // The queue retries, in the same way for all files.
    retryDelays: null,
    removeFingerprintOnSuccess: true,
    fingerprint: () => Promise.resolve(fingerprintOf(item)),
    onProgress: (sent) => {
      item.sent.value = sent;
    },
    onUploadUrlAvailable: () => {
      if (signal.aborted) breakOff();
    },
    onSuccess: () => resolve(undefined),
    onError: (error) => reject(apiErrorOf(error)),
  });
  const breakOff = (): void => {
    // Wait until the upload has a URL. Without it, the upload could be neither resumed nor deleted.
    if (upload.url === null) return;
    void upload.abort();
    reject(new ApiError(t().unreachable));
  };
  const [earlier] = await upload.findPreviousUploads();
  signal.throwIfAborted();
  if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
  signal.addEventListener('abort', breakOff);
  upload.start();
  await promise;
  await findOutcome(item);
}

/** Determines the outcome, which tus does not report, by comparing the document with its earlier version. */
async function findOutcome({ file, earlier, place, outcome, version }: UploadItem): Promise<void> {
  if (earlier === undefined || place.conflict !== 'version') return;
  const params = { path: { id: earlier.id } };
  // The file has arrived, so a failure here is not an error of the upload.
  const now = await dataOf(api.GET('/documents/{id}', { params })).catch(() => undefined);
  if (now === undefined) return;
  outcome.value = now.version > earlier.number ? 'version' : 'same';
  // A different size means that another user has saved a new version.
  if (outcome.value === 'version' && now.size === file.size)
    version.value = { id: now.id, number: now.version };
}
