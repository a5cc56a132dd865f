import { autoUpdate, computePosition, flip, offset, shift, size } from '@floating-ui/dom';

/** Anchor of a menu: an element or a point in the viewport. */
export type MenuAnchor = HTMLElement | { readonly x: number; readonly y: number };

const MARGIN = 8;

function referenceOf(at: MenuAnchor) {
  if (at instanceof HTMLElement) return at;
  return { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
}

/** Keeps a menu at its anchor while the page moves. @returns stops the updates */
export function keepAt(menu: HTMLElement, at: MenuAnchor): () => void {
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
