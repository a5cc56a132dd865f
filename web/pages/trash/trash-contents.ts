import { signal } from '@preact/signals';
import { api, bodyOf, pageOf } from '../../api/client.ts';
import type { TrashRecord } from '../../api/records.ts';
import { PagedList } from '../../state/files/paged-list.ts';
import { may } from '../../state/files/permissions.ts';

const DAY_MS = 86_400_000;

/** The entries in the trash, and the subset that the user may delete permanently. */
export class TrashContents {
  readonly list = new PagedList<TrashRecord>(async (page, per_page) => {
    const response = api.GET('/trash', { params: { query: { page, per_page } } });
    const loaded = await pageOf(response);
    this.purgeable.value = (await bodyOf(response)).meta.purgeable;
    for (const record of loaded.items) if (!may(record, 'delete')) this.#foreign.add(record.id);
    return loaded;
  });
  /** Number of entries that the user may delete permanently; the others came from other users' homes. */
  readonly purgeable = signal(0);
  /**
   * Ids of loaded entries that the user may not delete. Kept after their rows are evicted, because they may be
   * selected.
   */
  readonly #foreign = new Set<number>();

  /** The given entries without those that the user may not delete permanently. */
  purgeableOf(ids: Iterable<number>): number[] {
    return Array.from(ids).filter((id) => !this.#foreign.has(id));
  }

  /** Days after which the service deletes an entry permanently; undefined if it never does or if no entry is loaded. */
  get keptDays(): number | undefined {
    const record = this.list.loaded().at(0);
    if (record === undefined || record.expires_at === null) return undefined;
    return Math.round((Date.parse(record.expires_at) - Date.parse(record.deleted_at)) / DAY_MS);
  }
}
