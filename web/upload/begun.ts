import type { PreviousUpload } from 'tus-js-client';
import { api } from '../api/client.ts';

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

/** Deletes what has arrived, here and at the service. */
export async function discardBegun({ id, key }: Begun): Promise<void> {
  // First: what the user has given up is not offered again, whatever the service says.
  localStorage.removeItem(key);
  const header = { 'Tus-Resumable': '1.0.0' };
  await api.DELETE('/uploads/{id}', { params: { path: { id }, header } });
}
