import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { loadOrTell } from '../parts/loading/load-part.ts';
import { showToast } from '../state/toasts.ts';
import { t } from '../text/text.ts';
import type { Collection } from './collect.ts';

/** Maximum number of names in a message. */
const NAMED = 3;

/** The upload panel and its dialogs. Undefined until something is uploaded, because most visits only read. */
export const uploadOverlays = signal<ComponentType | undefined>(undefined);

/** Loads the upload panel and its dialogs. */
export async function showUploads(): Promise<void> {
  const overlays = await loadOrTell(() => import('./view/overlays.tsx'));
  if (overlays !== undefined) uploadOverlays.value = overlays.UploadOverlays;
}

/** Uploads dropped or picked files and folders. */
export async function upload(folderId: number, collection: Collection): Promise<void> {
  const { files, emptyFolders, unreadable } = collection;
  const named = unreadable.slice(0, NAMED).join(', ');
  if (named !== '') showToast(t().uploads.unreadable(named, unreadable.length > NAMED), 'failed');
  if (files.length + emptyFolders.length === 0) return;
  const [begin] = await Promise.all([loadOrTell(() => import('./sending/begin.ts')), showUploads()]);
  await begin?.beginUpload(folderId, collection);
}
