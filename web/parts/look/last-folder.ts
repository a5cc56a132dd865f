import { effect, signal } from '@preact/signals';
import { place } from '../../router.ts';

const FOLDER = /^\/folders\/(\d+)$/;

/** The folder that the user is in, or was in last, or that has the document they look at; 0: the topmost. */
export const lastFolderId = signal(0);

effect(() => {
  const { path } = place.value;
  const found = FOLDER.exec(path)?.[1];
  if (found !== undefined) lastFolderId.value = Number(found);
  else if (path === '/') lastFolderId.value = 0;
});
