import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Collection } from './collect.ts';

/** What shows uploads over whatever page; undefined until something is uploaded: most visits only read. */
export const uploadOverlays = signal<ComponentType | undefined>(undefined);

/** Uploads what a user has dropped or picked. */
export async function upload(folderId: number, collection: Collection): Promise<void> {
  const [{ UploadOverlays }, { beginUpload }] = await Promise.all([
    import('./overlays.tsx'),
    import('./begin.ts'),
  ]);
  uploadOverlays.value = UploadOverlays;
  await beginUpload(folderId, collection);
}
