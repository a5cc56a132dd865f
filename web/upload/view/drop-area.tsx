import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../text/text.ts';
import { collectDropped } from '../collect.ts';
import { upload } from '../upload.ts';

interface DropAreaProps {
  readonly folderId: number;
  readonly name: string;
}

/** Target folder of a drop. */
interface Target {
  readonly id: number;
  readonly name: string;
  /** The element under the pointer that represents the folder. */
  readonly element?: Element;
}

/** The folder under the pointer (a row, a breadcrumb and so on), or else the current folder. */
function targetOf(event: DragEvent, shown: Target): Target {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-folder]') : null;
  if (element === null) return shown;
  return { id: Number(element.dataset['folder']), name: element.dataset['name'] ?? '', element };
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/**
 * Refuses a drop that nothing else handles, because the browser would open the file instead of the page. Active on all
 * pages.
 */
function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !hasFiles(event) || event.dataTransfer === null) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
addEventListener('dragover', refuse);
addEventListener('drop', refuse);

/** Uploads files and folders that are dropped on the page or on a folder in it, or pasted. */
export function DropArea({ folderId, name }: DropAreaProps) {
  const [target, setTarget] = useState<Target>();
  const depth = useRef(0);
  useLayoutEffect(() => {
    const end = (): void => {
      depth.current = 0;
      setTarget(undefined);
    };
    const shown = { id: folderId, name };
    const aim = (event: DragEvent): void => {
      const next = targetOf(event, shown);
      setTarget((before) => (before?.id === next.id && before.element === next.element ? before : next));
    };
    const stop = new AbortController();
    const on = <K extends keyof DocumentEventMap>(type: K, act: (event: DocumentEventMap[K]) => void): void =>
      document.addEventListener(type, act, { signal: stop.signal });
    on('dragenter', (event) => {
      if (!hasFiles(event)) return;
      depth.current += 1;
      aim(event);
    });
    on('dragleave', (event) => {
      if (!hasFiles(event)) return;
      depth.current -= 1;
      if (depth.current <= 0) end();
    });
    on('dragover', (event) => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      aim(event);
    });
    on('drop', (event) => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      end();
      const { id } = targetOf(event, shown);
      void collectDropped(event.dataTransfer).then((collection) => upload(id, collection));
    });
    on('paste', ({ clipboardData }) => {
      if (clipboardData === null || clipboardData.files.length === 0) return;
      void collectDropped(clipboardData).then((collection) => upload(folderId, collection));
    });
    return () => stop.abort();
  }, [folderId, name]);
  // A layout effect, so that the highlight appears together with the text.
  useLayoutEffect(() => {
    target?.element?.classList.add('drop-target');
    return () => target?.element?.classList.remove('drop-target');
  }, [target]);
  return target ? <p class="drop-area">{t().uploads.dropHere(target.name)}</p> : null;
}
