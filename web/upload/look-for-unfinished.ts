import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { loadOrTell } from '../parts/loading/load-part.ts';
import { PREFIX } from './sending/fingerprint.ts';

/** The notice of unfinished uploads; undefined until there are any. */
export const unfinishedNotice = signal<ComponentType | undefined>(undefined);

/** Looks for uploads that were unfinished when a page was closed. Loads nothing if this browser has started none. */
export async function lookForUnfinished(): Promise<void> {
  if (!Object.keys(localStorage).some((key) => key.startsWith(PREFIX))) return;
  const [unfinished, notice] = await Promise.all([
    loadOrTell(() => import('./unfinished.ts')),
    loadOrTell(() => import('./view/unfinished-notice.tsx')),
  ]);
  await unfinished?.findUnfinished();
  unfinishedNotice.value = notice?.UnfinishedNotice;
}
