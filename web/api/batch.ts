import type { operations } from '../schema.d.ts';
import { said } from '../text/messages.ts';
import { loadMessages } from '../text/text.ts';
import { ApiError, asApiError } from './api-error.ts';
import { api, bodyOf } from './client.ts';

/** Maximum number of ids per request. */
export const IDS_PER_REQUEST = 1000;

/** An action on many entries. */
export type BatchAction =
  | {
      readonly action: 'move';
      readonly folder_id: number;
      readonly conflict: 'fail' | 'rename' | 'skip';
      readonly unchanged_since?: number;
      readonly expected_folder_id?: number;
    }
  | {
      readonly action: 'copy';
      readonly folder_id: number;
      readonly conflict: 'fail' | 'rename' | 'skip';
    }
  | {
      readonly action: 'delete';
      readonly unchanged_since?: number;
      readonly expected_folder_id?: number;
      readonly expected_name?: string;
      readonly only_empty?: boolean;
    }
  | { readonly action: 'purge' }
  | { readonly action: 'restore'; readonly folder_id?: number };

type BatchResponse = operations['postEntriesBatch']['responses'][200]['content']['application/json'];
type Result = BatchResponse['data'][number];

/** Results of a batch. */
export interface BatchOutcome {
  readonly done: readonly Result[];
  readonly failed: readonly Result[];
  /** Position of the activity log before the batch: the precondition of an undo. */
  readonly since: number;
  /** Error that stopped the batch before all entries were processed. */
  readonly broken?: ApiError;
}

/**
 * Runs an action on any number of entries, in several requests if needed. Each entry can fail independently.
 * @param tell called before each request with the number of entries processed so far
 * @throws {ApiError} the first request failed, so no entry was processed
 */
export async function runBatch(
  action: BatchAction,
  ids: readonly number[],
  tell: (count: number) => void = () => undefined,
): Promise<BatchOutcome> {
  const results: Result[] = [];
  let since: number | undefined;
  let broken: ApiError | undefined;
  for (let start = 0; start < ids.length && broken === undefined; start += IDS_PER_REQUEST) {
    tell(start);
    const some = ids.slice(start, start + IDS_PER_REQUEST);
    try {
      const { data, meta } = await bodyOf(api.POST('/entries/batch', { body: { ...action, ids: some } }));
      results.push(...data);
      since ??= meta.activity_id;
    } catch (error) {
      broken = asApiError(error);
      if (results.length === 0) throw broken;
    }
  }
  await loadMessages();
  return {
    ...(broken && { broken }),
    done: results.filter(({ status }) => status === 'done'),
    failed: results.filter(({ status }) => status === 'failed'),
    since: since ?? 0,
  };
}

/** The error of an entry that the service refused. */
export function resultError({ message = '', code, facts = {} }: Result): ApiError {
  return new ApiError(said(code ?? '', facts, message), { code: code ?? '', status: 422 });
}
