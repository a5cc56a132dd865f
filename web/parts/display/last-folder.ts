import { effect, signal } from '@preact/signals';
import { pageLocation } from '../../router.ts';

const FOLDER = /^\/folders\/(\d+)$/;

/** The current or last visited folder, or the folder of the open document; 0: the top. */
export const lastFolderId = signal(0);

effect(() => {
  const { path } = pageLocation.value;
  const found = FOLDER.exec(path)?.[1];
  if (found !== undefined) lastFolderId.value = Number(found);
  else if (path === '/') lastFolderId.value = 0;
});
