import { signal } from '@preact/signals';
import type { Entry } from '../../api/records.ts';

/** The entry whose sharing the user works on, in a dialog over the page; undefined: none. Any page may set it. */
export const sharedEntry = signal<Pick<Entry, 'id' | 'name' | 'type' | 'permissions'> | undefined>(undefined);
