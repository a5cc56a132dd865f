import type { Entry } from '../../api/records.ts';

/** The path of the page of an entry. */
export function pathOf({ id, type }: Pick<Entry, 'id' | 'type'>): string {
  return `/${type === 'folder' ? 'folders' : 'documents'}/${String(id)}`;
}
