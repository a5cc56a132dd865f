import type { PreviousUpload } from 'tus-js-client';
import { asApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';

/** A large file of which the service has a part. */
export interface Begun {
  /** Id of the upload on the service. */
  readonly id: number;
  /** Key in the browser's local storage. */
  readonly key: string;
}

/** Locates an upload that tus-js-client has stored. The id is NaN if the stored URL is not the URL of an upload. */
export function begunOf({ uploadUrl, urlStorageKey: key }: PreviousUpload): Begun {
  return { id: Number(/\/uploads\/(\d+)$/.exec(uploadUrl ?? '')?.[1]), key };
}

const NOT_FOUND = 404;

/** Deletes the parts of an upload, in this browser and on the service. @throws {ApiError} */
export async function discardBegun({ id, key }: Begun): Promise<void> {
  // Removed first, so that a discarded upload is not offered again even if the request fails.
  localStorage.removeItem(key);
  const params = { path: { id }, header: { 'Tus-Resumable': '1.0.0' } };
  // The response has no body, but {@link bodyOf} requires data.
  const call = api.DELETE('/uploads/{id}', { params }).then(({ error, response }) => ({
    data: response.ok || undefined,
    error,
    response,
  }));
  await bodyOf(call).catch((error: unknown) => {
    // Already deleted by another tab, or expired.
    if (asApiError(error).status !== NOT_FOUND) throw error;
  });
}
