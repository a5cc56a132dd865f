import { effect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { listingsOf } from '../../state/files/listing.ts';
import { showToast } from '../../state/toasts.ts';
import { t } from '../../text/text.ts';
import { isNarrow } from '../display/narrow-screen.ts';
import { loadPart } from '../loading/load-part.ts';

/** Delay that lets the list render first. */
const LATER_MS = 100;

/** The folder tree, loaded after the page's list. Not shown on phones. */
export function LateTree() {
  const [part, setPart] = useState<{ readonly FolderTree: ComponentType }>();
  const isWanted = !isNarrow.value;
  useEffect(() => {
    if (!isWanted || part !== undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = (): void => {
      loadPart(() => import('../folder-tree/folder-tree.tsx')).then(setPart, () => {
        showToast(t().partMissing, 'failed');
      });
    };
    const stop = effect(() => {
      const isFree = listingsOf().every(({ total, error }) => (total.value ?? error.value) !== undefined);
      if (isFree) timer ??= setTimeout(load, LATER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [isWanted, part]);
  return <div class="tree-place">{isWanted && part !== undefined && <part.FolderTree />}</div>;
}
