import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { loadPart } from '../parts/loading/load-part.ts';
import { showToast } from '../state/actions/toasts.ts';
import { t } from '../text/text.ts';
import type { Collection } from './collect.ts';

/** Names that a message has at most. */
const NAMED = 3;

/** What shows uploads over whatever page; undefined until something is uploaded: most visits only read. */
export const uploadOverlays = signal<ComponentType | undefined>(undefined);

/** Shows what is unfinished; undefined unless there is something. */
export const unfinishedNotice = signal<ComponentType | undefined>(undefined);

/** Where tus-js-client keeps what it has begun, by the fingerprints of `send-in-parts.ts`. */
export const PREFIX = 'tus::dms/';

/** Looks for uploads that were not through when a page was closed. Costs nothing if this browser has begun none. */
export async function lookForUnfinished(): Promise<void> {
  if (!Object.keys(localStorage).some((key) => key.startsWith(PREFIX))) return;
  const [unfinished, notice] = await Promise.all([
    loadOrTell(() => import('./unfinished.ts')),
    loadOrTell(() => import('./view/unfinished-notice.tsx')),
  ]);
  await unfinished?.findUnfinished();
  unfinishedNotice.value = notice?.UnfinishedNotice;
}

/** Shows uploads from now on. */
export async function showUploads(): Promise<void> {
  const overlays = await loadOrTell(() => import('./view/overlays.tsx'));
  if (overlays !== undefined) uploadOverlays.value = overlays.UploadOverlays;
}

/** Uploads what a user has dropped or picked. */
export async function upload(folderId: number, collection: Collection): Promise<void> {
  const { files, emptyFolders, unreadable } = collection;
  const named = unreadable.slice(0, NAMED).join(', ');
  if (named !== '') showToast(t().uploads.unreadable(named, unreadable.length > NAMED), 'failed');
  if (files.length + emptyFolders.length === 0) return;
  const [begin] = await Promise.all([loadOrTell(() => import('./sending/begin.ts')), showUploads()]);
  await begin?.beginUpload(folderId, collection);
}

/** Loads a part of the page. @returns undefined if it did not come, which the user is told */
async function loadOrTell<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await loadPart(load);
  } catch {
    showToast(t().partMissing, 'failed');
    return undefined;
  }
}
