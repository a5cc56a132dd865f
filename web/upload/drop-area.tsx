import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../text/text.ts';
import { collectDropped } from './collect.ts';
import { upload } from './upload.ts';

interface DropAreaProps {
  readonly folderId: number;
  readonly name: string;
}

/** The folder under the pointer, if it is a row, a breadcrumb or the like; else the one that is shown. */
function targetOf(event: DragEvent, folderId: number): number {
  const found = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-folder]') : null;
  return found === null ? folderId : Number(found.dataset['folder']);
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** Takes files and folders that are dropped anywhere on the page, onto a folder of it, or pasted. */
export function DropArea({ folderId, name }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  useEffect(() => {
    const end = (): void => {
      depth.current = 0;
      setOver(false);
    };
    const stop = new AbortController();
    const on = <K extends keyof DocumentEventMap>(type: K, act: (event: DocumentEventMap[K]) => void): void =>
      document.addEventListener(type, act, { signal: stop.signal });
    on('dragenter', (event) => {
      if (!hasFiles(event)) return;
      depth.current += 1;
      setOver(true);
    });
    on('dragleave', (event) => {
      if (!hasFiles(event)) return;
      depth.current -= 1;
      if (depth.current <= 0) end();
    });
    on('dragover', (event) => {
      if (hasFiles(event)) event.preventDefault();
    });
    on('drop', (event) => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      end();
      const target = targetOf(event, folderId);
      void collectDropped(event.dataTransfer).then((collection) => upload(target, collection));
    });
    on('paste', ({ clipboardData }) => {
      if (clipboardData === null || clipboardData.files.length === 0) return;
      void collectDropped(clipboardData).then((collection) => upload(folderId, collection));
    });
    return () => stop.abort();
  }, [folderId]);
  return isOver ? <p class="drop-area">{t().uploads.dropHere(name)}</p> : null;
}
