import { type DetailedError, defaultOptions, Upload } from 'tus-js-client';
import { ApiError, errorOf } from '../../api/api-error.ts';
import { API, api, dataOf } from '../../api/client.ts';
import { signInAgain } from '../../state/session/session.ts';
import { t } from '../../text/text.ts';
import type { UploadItem } from '../upload-item.ts';
import { begunOf, discardBegun } from './begun.ts';
import { answerOf } from './send.ts';

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
  const answer = 'originalResponse' in error ? error.originalResponse : null;
  if (answer === null) return new ApiError(t().unreachable);
  const { body, response } = answerOf(answer.getStatus(), answer.getBody(), (name) => answer.getHeader(name));
  return errorOf(response, body);
}

/**
 * Sends a large file by tus. What an earlier attempt has brought, also of another day, is not sent again.
 * @param signal breaks it off; what has arrived stays
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

/** Deletes what attempts have brought of a file, here and at the service. @throws {ApiError} */
export async function discardParts(item: UploadItem): Promise<void> {
  const begun = await defaultOptions.urlStorage.findUploadsByFingerprint(fingerprintOf(item));
  for (const each of begun) await discardBegun(begunOf(each));
}

async function sendParts(item: UploadItem, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const upload = new Upload(item.file, {
    endpoint: `${API}/uploads`,
    metadata: metadataOf(item),
    // The queue tries again, for all files alike.
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
    // While it is being begun, only the service knows it: nobody could go on with it, or delete it.
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

/** The protocol does not tell what became of the file: what had its name does. */
async function findOutcome({ file, earlier, place, outcome, version }: UploadItem): Promise<void> {
  if (earlier === undefined || place.conflict !== 'version') return;
  const params = { path: { id: earlier.id } };
  // The file has arrived, whatever is wrong now.
  const now = await dataOf(api.GET('/documents/{id}', { params })).catch(() => undefined);
  if (now === undefined) return;
  outcome.value = now.version > earlier.number ? 'version' : 'same';
  // Of another size, it is what somebody else has saved since.
  if (outcome.value === 'version' && now.size === file.size)
    version.value = { id: now.id, number: now.version };
}

/** The same file into the same folder goes on; into another one, it begins anew. */
function fingerprintOf({ file, place }: UploadItem): string {
  const { folderId, path, conflict } = place;
  return ['dms', folderId, path, conflict, file.name, file.size, file.lastModified].join('/');
}
