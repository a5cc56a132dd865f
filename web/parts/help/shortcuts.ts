import type { Catalogue } from '../../text/text.ts';

/** A shortcut in the keyboard help. */
export interface Shortcut {
  /** What it does: a text in `shortcuts.actions`. */
  readonly action: keyof Catalogue['shortcuts']['actions'];
  /** Alternative keys: names of `KeyboardEvent.key` or letters, joined by `+`. */
  readonly keys: readonly string[];
}

/** Shortcuts that work in the same part of the pages. */
export interface ShortcutGroup {
  /** A text in `shortcuts.groups`. */
  readonly group: keyof Catalogue['shortcuts']['groups'];
  readonly shortcuts: readonly Shortcut[];
}

/** All shortcuts in groups, for the keyboard help. A page with shortcuts of its own adds a group, or shortcuts to one. */
export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    group: 'everywhere',
    shortcuts: [
      { action: 'search', keys: ['Ctrl+K'] },
      { action: 'help', keys: ['?'] },
      { action: 'close', keys: ['Escape'] },
    ],
  },
  {
    group: 'lists',
    shortcuts: [
      { action: 'go', keys: ['ArrowUp', 'ArrowDown'] },
      { action: 'ends', keys: ['Home', 'End'] },
      { action: 'pages', keys: ['PageUp', 'PageDown'] },
      { action: 'jump', keys: ['A–Z'] },
      { action: 'open', keys: ['Enter'] },
      { action: 'look', keys: ['Space'] },
      { action: 'details', keys: ['Alt+I'] },
      { action: 'extend', keys: ['Shift+ArrowUp', 'Shift+ArrowDown'] },
      { action: 'goOnly', keys: ['Ctrl+ArrowUp', 'Ctrl+ArrowDown'] },
      { action: 'toggle', keys: ['Ctrl+Space'] },
      { action: 'all', keys: ['Ctrl+A'] },
      { action: 'none', keys: ['Escape'] },
      { action: 'menu', keys: ['Shift+F10'] },
    ],
  },
  {
    group: 'folders',
    shortcuts: [
      { action: 'rename', keys: ['F2'] },
      { action: 'remove', keys: ['Delete'] },
      { action: 'copy', keys: ['Ctrl+C'] },
      { action: 'cut', keys: ['Ctrl+X'] },
      { action: 'paste', keys: ['Ctrl+V'] },
      { action: 'undo', keys: ['Ctrl+Z'] },
      { action: 'newFolder', keys: ['Alt+N'] },
      { action: 'upload', keys: ['Alt+U'] },
      { action: 'share', keys: ['Alt+S'] },
      { action: 'up', keys: ['Alt+ArrowUp'] },
      { action: 'earlier', keys: ['Alt+T'] },
    ],
  },
  {
    group: 'documents',
    shortcuts: [
      { action: 'neighbours', keys: ['ArrowLeft', 'ArrowRight'] },
      { action: 'save', keys: ['Ctrl+Enter'] },
      { action: 'rename', keys: ['F2'] },
    ],
  },
  {
    group: 'tree',
    shortcuts: [
      { action: 'go', keys: ['ArrowUp', 'ArrowDown'] },
      { action: 'ends', keys: ['Home', 'End'] },
      { action: 'unfold', keys: ['ArrowRight', 'ArrowLeft'] },
      { action: 'jump', keys: ['A–Z'] },
      { action: 'open', keys: ['Enter'] },
    ],
  },
  {
    group: 'menus',
    shortcuts: [
      { action: 'go', keys: ['ArrowUp', 'ArrowDown'] },
      { action: 'jump', keys: ['A–Z'] },
      { action: 'choose', keys: ['Enter'] },
    ],
  },
];
