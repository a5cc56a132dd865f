import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Collection } from './collect.ts';

/** What shows uploads over whatever page; undefined until something is uploaded: most visits only read. */
export const uploadOverlays = signal<ComponentType | undefined>(undefined);

/** Shows what is unfinished; undefined unless there is something. */
export const unfinishedNotice = signal<ComponentType | undefined>(undefined);

/** Where tus-js-client keeps what it has begun, by the fingerprints of `send-in-parts.ts`. */
export const PREFIX = 'tus::dms/';

/** Looks for uploads that were not through when a page was closed. Costs nothing if this browser has begun none. */
export async function lookForUnfinished(): Promise<void> {
  if (!Object.keys(localStorage).some((key) => key.startsWith(PREFIX))) return;
  const [{ findUnfinished }, { UnfinishedNotice }] = await Promise.all([
    import('./unfinished.ts'),
    import('./unfinished-notice.tsx'),
  ]);
  await findUnfinished();
  unfinishedNotice.value = UnfinishedNotice;
}

/** Shows uploads from now on. */
export async function showUploads(): Promise<void> {
  uploadOverlays.value = (await import('./overlays.tsx')).UploadOverlays;
}

/** Uploads what a user has dropped or picked. */
export async function upload(folderId: number, collection: Collection): Promise<void> {
  const [{ beginUpload }] = await Promise.all([import('./begin.ts'), showUploads()]);
  await beginUpload(folderId, collection);
}
