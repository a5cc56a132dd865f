import type { Entry } from '../../api/records.ts';

/** The path of an entry's page. */
export function pathOf({ id, type }: Pick<Entry, 'id' | 'type'>): string {
  return `/${type === 'folder' ? 'folders' : 'documents'}/${String(id)}`;
}
