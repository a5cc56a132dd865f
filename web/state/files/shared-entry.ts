import { signal } from '@preact/signals';
import type { Entry } from '../../api/records.ts';

/** The entry whose sharing dialog is open over the page; undefined if none is. Any page may set it. */
export const sharedEntry = signal<Pick<Entry, 'id' | 'name' | 'type' | 'permissions'> | undefined>(undefined);
