import { signal } from '@preact/signals';
import type { Order } from '../../api/contents.ts';

/** Display preferences of a user, stored in this browser. */
interface Preferences {
  readonly order: Order;
  readonly view: 'list' | 'grid';
  readonly areDetailsOpen: boolean;
  /** Null: follows the operating system. */
  readonly theme: 'light' | 'dark' | null;
  /** Layout of the comparison of two text versions. */
  readonly comparison: 'side' | 'unified';
}

const KEY = 'dms-preferences';
const DEFAULTS: Preferences = {
  order: { sort: 'name', direction: 'asc' },
  view: 'list',
  areDetailsOpen: false,
  theme: null,
  comparison: 'side',
};

/** A minimal check is enough: only this module writes the stored value. */
function isKept(value: unknown): value is Partial<Preferences> {
  return typeof value === 'object' && value !== null;
}

function read(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...DEFAULTS, ...(isKept(kept) ? kept : {}) };
  } catch {
    return DEFAULTS;
  }
}

/** The preferences of this browser. */
export const preferences = signal<Preferences>(read());

/** Changes some preferences. */
export function prefer(changes: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...changes };
  try {
    // Merged into the stored value, so changes from other tabs are kept.
    localStorage.setItem(KEY, JSON.stringify({ ...read(), ...changes }));
  } catch {
    // Without storage, the preferences last until the page is closed.
  }
}
