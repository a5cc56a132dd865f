import type { Catalogue } from '../../text/text.ts';

/** One line of {@link KEYS}. */
export interface KeyLine {
  /** The function of the keys: a text in `keys.does`. */
  readonly does: keyof Catalogue['keys']['does'];
  /** Alternative keys: names of `KeyboardEvent.key` or letters, joined by `+`. */
  readonly keys: readonly string[];
}

/** The shortcuts of one area. */
export interface KeyPlace {
  /** A text in `keys.places`. */
  readonly place: keyof Catalogue['keys']['places'];
  readonly lines: readonly KeyLine[];
}

/** All shortcuts by area, for the keyboard help. A page with shortcuts of its own adds an area, or lines to one. */
export const KEYS: readonly KeyPlace[] = [
  {
    place: 'everywhere',
    lines: [
      { does: 'search', keys: ['Ctrl+K'] },
      { does: 'help', keys: ['?'] },
      { does: 'close', keys: ['Escape'] },
    ],
  },
  {
    place: 'lists',
    lines: [
      { does: 'go', keys: ['ArrowUp', 'ArrowDown'] },
      { does: 'ends', keys: ['Home', 'End'] },
      { does: 'pages', keys: ['PageUp', 'PageDown'] },
      { does: 'jump', keys: ['A–Z'] },
      { does: 'open', keys: ['Enter'] },
      { does: 'look', keys: ['Space'] },
      { does: 'details', keys: ['Alt+I'] },
      { does: 'extend', keys: ['Shift+ArrowUp', 'Shift+ArrowDown'] },
      { does: 'goOnly', keys: ['Ctrl+ArrowUp', 'Ctrl+ArrowDown'] },
      { does: 'toggle', keys: ['Ctrl+Space'] },
      { does: 'all', keys: ['Ctrl+A'] },
      { does: 'none', keys: ['Escape'] },
      { does: 'menu', keys: ['Shift+F10'] },
    ],
  },
  {
    place: 'folders',
    lines: [
      { does: 'rename', keys: ['F2'] },
      { does: 'remove', keys: ['Delete'] },
      { does: 'copy', keys: ['Ctrl+C'] },
      { does: 'cut', keys: ['Ctrl+X'] },
      { does: 'paste', keys: ['Ctrl+V'] },
      { does: 'undo', keys: ['Ctrl+Z'] },
      { does: 'newFolder', keys: ['Alt+N'] },
      { does: 'upload', keys: ['Alt+U'] },
      { does: 'share', keys: ['Alt+S'] },
      { does: 'up', keys: ['Alt+ArrowUp'] },
    ],
  },
  {
    place: 'documents',
    lines: [
      { does: 'neighbours', keys: ['ArrowLeft', 'ArrowRight'] },
      { does: 'save', keys: ['Ctrl+Enter'] },
      { does: 'rename', keys: ['F2'] },
    ],
  },
  {
    place: 'tree',
    lines: [
      { does: 'go', keys: ['ArrowUp', 'ArrowDown'] },
      { does: 'ends', keys: ['Home', 'End'] },
      { does: 'unfold', keys: ['ArrowRight', 'ArrowLeft'] },
      { does: 'jump', keys: ['A–Z'] },
      { does: 'open', keys: ['Enter'] },
    ],
  },
  {
    place: 'menus',
    lines: [
      { does: 'go', keys: ['ArrowUp', 'ArrowDown'] },
      { does: 'jump', keys: ['A–Z'] },
      { does: 'choose', keys: ['Enter'] },
    ],
  },
];
