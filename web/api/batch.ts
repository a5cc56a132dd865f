import { said } from '../text/messages.ts';
import { loadMessages } from '../text/text.ts';
import { ApiError, asApiError } from './api-error.ts';
import { api, dataOf } from './client.ts';
import type { operations } from './schema.d.ts';

/** Most ids of one request. */
export const IDS_PER_REQUEST = 1000;

/** What is to be done with many entries. */
export type BatchAction =
  | {
      readonly action: 'move' | 'copy';
      readonly folder_id: number;
      readonly conflict: 'fail' | 'rename' | 'skip';
    }
  | { readonly action: 'delete' | 'purge' }
  | { readonly action: 'restore'; readonly folder_id?: number };

type Answer = operations['postEntriesBatch']['responses'][200]['content']['application/json'];
type Result = Answer['data'][number];

/** What became of a batch. */
export interface BatchOutcome {
  readonly done: readonly Result[];
  readonly failed: readonly Result[];
  /** Why no further ones were tried. */
  readonly broken?: ApiError;
}

/**
 * Does something with any number of entries. What is refused of one leaves the others.
 * @param tell is told before each request how many entries have been answered
 * @throws {ApiError} nothing was done
 */
export async function runBatch(
  action: BatchAction,
  ids: readonly number[],
  tell: (count: number) => void = () => undefined,
): Promise<BatchOutcome> {
  const results: Result[] = [];
  let broken: ApiError | undefined;
  for (let start = 0; start < ids.length && broken === undefined; start += IDS_PER_REQUEST) {
    tell(start);
    const some = ids.slice(start, start + IDS_PER_REQUEST);
    try {
      results.push(...(await dataOf(api.POST('/entries/batch', { body: { ...action, ids: some } }))));
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
  };
}

/** Why an entry of a batch was refused. */
export function refusalOf({ message = '', code, facts = {} }: Result): ApiError {
  return new ApiError(said(code ?? '', facts, message), { code: code ?? '', status: 422 });
}
