import { autoUpdate, computePosition, flip, offset, shift, size } from '@floating-ui/dom';

/** Where a menu opens: at an element, or at a point of the window. */
export type MenuPlace = HTMLElement | { readonly x: number; readonly y: number };

const MARGIN = 8;

function referenceOf(at: MenuPlace) {
  if (at instanceof HTMLElement) return at;
  return { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
}

/** Keeps a menu at its place while the page moves. @returns stops */
export function keepAt(menu: HTMLElement, at: MenuPlace): () => void {
  const reference = referenceOf(at);
  const update = async (): Promise<void> => {
    const { x, y } = await computePosition(reference, menu, {
      strategy: 'fixed',
      placement: 'bottom-start',
      middleware: [
        offset(4),
        flip(),
        shift({ padding: MARGIN }),
        size({
          padding: MARGIN,
          apply: ({ availableHeight }) => {
            menu.style.maxHeight = `${String(availableHeight)}px`;
          },
        }),
      ],
    });
    Object.assign(menu.style, { left: `${String(x)}px`, top: `${String(y)}px` });
  };
  return autoUpdate(reference, menu, () => void update());
}
