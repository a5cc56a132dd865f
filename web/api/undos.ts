import type { components, operations } from '../schema.d.ts';
import { said } from '../text/messages.ts';
import { loadMessages } from '../text/text.ts';
import { api, dataOf, pageOf } from './client.ts';
import type { Page } from './records.ts';

/** An undo of many changes (docs/build/contract/history.md §43). */
export type Undo = components['schemas']['Undo'];
/** What an undo would do. */
export type UndoPreview = components['schemas']['UndoPreview'];
/** An entry that an undo left as it is, or put back under another name. */
export type UndoNote =
  operations['getUndoIdNotes']['responses'][200]['content']['application/json']['data'][number];

function isUndo(answer: Undo | UndoPreview): answer is Undo {
  return 'state' in answer;
}

function begun(answer: Undo | UndoPreview): Undo {
  if (!isUndo(answer)) throw new Error('the answer is no undo');
  return answer;
}

/** What {@link putFolderBack} would do now. @throws {ApiError} */
export async function previewFolder(id: number, at: string): Promise<UndoPreview> {
  const params = { path: { id } };
  const call = api.POST('/folders/{id}/restore', { params, body: { at, dry_run: true } });
  const answer: Undo | UndoPreview = await dataOf<Undo | UndoPreview>(call);
  await loadMessages();
  if (isUndo(answer)) throw new Error('the answer is no preview');
  return answer;
}

/** Begins to put everything in a folder back as it was at a time. @throws {ApiError} */
export async function putFolderBack(id: number, at: string): Promise<Undo> {
  const call = api.POST('/folders/{id}/restore', { params: { path: { id } }, body: { at, dry_run: false } });
  return begun(await dataOf<Undo | UndoPreview>(call));
}

/** Begins to take an undo back. @throws {ApiError} */
export async function takeUndoBack(id: number): Promise<Undo> {
  const call = api.POST('/undo', { body: { undo_id: id, force: false, dry_run: false } });
  return begun(await dataOf<Undo | UndoPreview>(call));
}

/** Continues an undo that was stopped. @throws {ApiError} */
export function resumeUndo(id: number): Promise<Undo> {
  return dataOf(api.POST('/undo/{id}/resume', { params: { path: { id } } }));
}

/** How far an undo is. @throws {ApiError} */
export async function loadUndo(id: number): Promise<Undo> {
  const undo = await dataOf(api.GET('/undo/{id}', { params: { path: { id } } }));
  if (undo.stop !== null) await loadMessages();
  return undo;
}

/** One page of the entries that an undo left, or put back under another name. @throws {ApiError} */
export async function loadNotes(id: number, page: number, per_page: number): Promise<Page<UndoNote>> {
  await loadMessages();
  return pageOf(api.GET('/undo/{id}/notes', { params: { path: { id }, query: { page, per_page } } }));
}

/** The reason of a note, in the language of the page; empty if the entry is put back. */
export function reasonOf({ reason, data }: UndoNote): string {
  return data === null ? (reason ?? '') : said(data.code, data.facts, reason ?? '');
}
