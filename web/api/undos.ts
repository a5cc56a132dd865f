import { loadMessages } from '../text/text.ts';
import { api, dataOf, pageOf } from './client.ts';
import type { Page, Undo, UndoNote, UndoPreview } from './records.ts';

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

/** What an undo takes back: the changes that meet conditions, or all in a folder since a time. */
export type UndoScope = UndoConditions | { readonly folder: number; readonly at: string };

function ask(scope: UndoScope, dry_run: boolean): Promise<Undo | UndoPreview> {
  if (!('at' in scope)) return dataOf<Undo | UndoPreview>(api.POST('/undo', { body: { ...scope, dry_run } }));
  const params = { path: { id: scope.folder } };
  return dataOf<Undo | UndoPreview>(
    api.POST('/folders/{id}/restore', { params, body: { at: scope.at, dry_run } }),
  );
}

/** What an undo would do now. @throws {ApiError} */
export async function previewUndo(scope: UndoScope): Promise<UndoPreview> {
  const [found] = await Promise.all([ask(scope, true), loadMessages()]);
  if ('entries' in found) return found;
  throw new Error('the answer is no preview');
}

/** Begins an undo. @throws {ApiError} */
export async function beginUndo(scope: UndoScope): Promise<Undo> {
  const begun = await ask(scope, false);
  if ('state' in begun) return begun;
  throw new Error('the answer is no undo');
}

/** Continues an undo that was stopped. @throws {ApiError} */
export function resumeUndo(id: number): Promise<Undo> {
  return dataOf(api.POST('/undo/{id}/resume', { params: { path: { id } } }));
}

/** How far an undo is. @throws {ApiError} */
export function loadUndo(id: number): Promise<Undo> {
  return dataOf(api.GET('/undo/{id}', { params: { path: { id } } }));
}

/** A page of what an undo left, or put back under another name. @throws {ApiError} */
export function loadNotes(id: number, page: number, per_page: number): Promise<Page<UndoNote>> {
  return pageOf(api.GET('/undo/{id}/notes', { params: { path: { id }, query: { page, per_page } } }));
}

/** A page of the undos that the user may see, newest first. @throws {ApiError} */
export function loadUndos(page: number, per_page: number): Promise<Page<Undo>> {
  return pageOf(api.GET('/undo', { params: { query: { page, per_page } } }));
}
