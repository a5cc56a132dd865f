import type { Entry } from '../../api/records.ts';
import { copy, move } from '../../state/actions/entry-actions.ts';
import type { Selection } from '../../state/files/selection.ts';

/** The entries that are being dragged within this page. */
let dragged: { readonly ids: readonly number[]; readonly parentId: number } | undefined;
let marked: Element | undefined;

function mark(element: Element | undefined): void {
  if (marked === element) return;
  marked?.classList.remove('drop-target');
  element?.classList.add('drop-target');
  marked = element;
}

/** The folder under the pointer: any element with `data-folder`, such as a row, a breadcrumb or a navigation link. */
function folderAt(event: DragEvent): HTMLElement | undefined {
  const found = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-folder]') : null;
  const id = Number(found?.dataset['folder']);
  return found === null || dragged?.ids.includes(id) === true || id === dragged?.parentId ? undefined : found;
}

/** Attributes of a draggable row, and of a folder as a drop target. */
export function dragProps(entry: Entry, selection: Selection, parentId: number): object {
  return {
    draggable: true,
    ...(entry.type === 'folder' ? { 'data-folder': entry.id, 'data-name': entry.name } : {}),
    onDragStart: (event: DragEvent): void => {
      dragged = { ids: selection.subjectsOf(entry.id), parentId };
      event.dataTransfer?.setData('text/plain', entry.name);
      if (event.dataTransfer) event.dataTransfer.effectAllowed = 'copyMove';
    },
    onDragEnd: (): void => {
      dragged = undefined;
      mark(undefined);
    },
  };
}

/** Handles entries dropped onto folders anywhere on the page. @returns stops the handling */
export function startDropping(): () => void {
  const onDragOver = (event: DragEvent): void => {
    if (dragged === undefined || event.dataTransfer === null) return;
    const folder = folderAt(event);
    mark(folder);
    if (folder === undefined) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = event.ctrlKey ? 'copy' : 'move';
  };
  const onDrop = (event: DragEvent): void => {
    const folder = folderAt(event);
    if (dragged === undefined || folder === undefined) return;
    event.preventDefault();
    const { ids, parentId } = dragged;
    const target = { id: Number(folder.dataset['folder']), name: folder.dataset['name'] ?? '' };
    void (event.ctrlKey ? copy(ids, target) : move(ids, parentId, target));
    dragged = undefined;
    mark(undefined);
  };
  addEventListener('dragover', onDragOver);
  addEventListener('drop', onDrop);
  return () => {
    removeEventListener('dragover', onDragOver);
    removeEventListener('drop', onDrop);
  };
}
