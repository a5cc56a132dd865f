import { useEffect } from 'preact/hooks';
import { api, dataOf, pageOf } from '../../api/client.ts';
import type { Page, Undo, UndoNote, UndoPreview } from '../../api/records.ts';
import { type Loaded, useLoaded } from '../hooks/use-loaded.ts';

/** Which changes an undo takes back; without `undo_id`, `since` is required (docs/build/contract/history.md §43). */
export interface UndoConditions {
  readonly login?: string;
  readonly token_id?: number;
  readonly ip?: string;
  readonly since?: string;
  readonly until?: string;
  readonly folder_id?: number;
  readonly force?: boolean;
  readonly undo_id?: number;
}

const POLL_MS = 500;

/** What an undo would do now. @throws {ApiError} */
export async function previewUndo(conditions: UndoConditions): Promise<UndoPreview> {
  const found = await dataOf<Undo | UndoPreview>(
    api.POST('/undo', { body: { ...conditions, dry_run: true } }),
  );
  if ('entries' in found) return found;
  throw new Error('the answer is no preview');
}

/** Begins an undo. @returns its id @throws {ApiError} */
export async function beginUndo(conditions: UndoConditions): Promise<number> {
  const begun = await dataOf<Undo | UndoPreview>(api.POST('/undo', { body: conditions }));
  if ('id' in begun) return begun.id;
  throw new Error('the answer is no undo');
}

/** Continues an undo that was stopped. @throws {ApiError} */
export async function resumeUndo(id: number): Promise<void> {
  await dataOf(api.POST('/undo/{id}/resume', { params: { path: { id } } }));
}

/** A page of what an undo left, or put back under another name. @throws {ApiError} */
export function notesOf(id: number, page: number, per_page: number): Promise<Page<UndoNote>> {
  return pageOf(api.GET('/undo/{id}/notes', { params: { path: { id }, query: { page, per_page } } }));
}

/** A page of the undos that the user may see, newest first. @throws {ApiError} */
export function undos(page: number, per_page: number): Promise<Page<Undo>> {
  return pageOf(api.GET('/undo', { params: { query: { page, per_page } } }));
}

/** An undo, read again until it no longer runs. */
export function usePolledUndo(id: number): Omit<Loaded<Undo>, 'set'> {
  const { value, error, reload } = useLoaded(
    () => dataOf(api.GET('/undo/{id}', { params: { path: { id } } })),
    [id],
  );
  useEffect(() => {
    if (value?.state !== 'running') return undefined;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return { value, error, reload };
}
