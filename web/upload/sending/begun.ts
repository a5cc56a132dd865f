import type { PreviousUpload } from 'tus-js-client';
import { asApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';

/** A large file of which the service has a part. */
export interface Begun {
  /** At the service. */
  readonly id: number;
  /** In the store of the browser. */
  readonly key: string;
}

/** Finds out where an upload is that tus-js-client has stored. Its id is NaN if no version of the page has stored it. */
export function begunOf({ uploadUrl, urlStorageKey: key }: PreviousUpload): Begun {
  return { id: Number(/\/uploads\/(\d+)$/.exec(uploadUrl ?? '')?.[1]), key };
}

const NOT_FOUND = 404;

/** Deletes what has arrived, here and at the service. @throws {ApiError} */
export async function discardBegun({ id, key }: Begun): Promise<void> {
  // First: what the user has given up is not offered again, whatever the service says.
  localStorage.removeItem(key);
  const params = { path: { id }, header: { 'Tus-Resumable': '1.0.0' } };
  // The answer has no content.
  const call = api.DELETE('/uploads/{id}', { params }).then(({ error, response }) => ({
    data: response.ok || undefined,
    error,
    response,
  }));
  await bodyOf(call).catch((error: unknown) => {
    // It is gone: another tab was faster, or its time was over.
    if (asApiError(error).status !== NOT_FOUND) throw error;
  });
}
