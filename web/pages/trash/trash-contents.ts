import { signal } from '@preact/signals';
import { api, bodyOf, pageOf } from '../../api/client.ts';
import type { TrashRecord } from '../../api/records.ts';
import { PagedList } from '../../state/files/paged-list.ts';
import { may } from '../../state/files/permissions.ts';

const DAY_MS = 86_400_000;

/** What lies in the trash, and what of it the user may delete for good. */
export class TrashContents {
  readonly list = new PagedList<TrashRecord>(async (page, per_page) => {
    const answer = api.GET('/trash', { params: { query: { page, per_page } } });
    const loaded = await pageOf(answer);
    this.purgeable.value = (await bodyOf(answer)).meta.purgeable;
    for (const record of loaded.items) if (!may(record, 'delete')) this.#foreign.add(record.id);
    return loaded;
  });
  /** How many entries the user may delete for good; the others lay in the homes of other users. */
  readonly purgeable = signal(0);
  /** All of those that were loaded, also if they are not any more: nothing else can have been selected. */
  readonly #foreign = new Set<number>();

  /** Those of the entries that the user may delete for good. */
  purgeableOf(ids: Iterable<number>): number[] {
    return Array.from(ids).filter((id) => !this.#foreign.has(id));
  }

  /** Days after which the service deletes an entry for good; undefined if it does not, or if none is loaded yet. */
  get keptDays(): number | undefined {
    const record = this.list.loaded().at(0);
    if (record === undefined || record.expires_at === null) return undefined;
    return Math.round((Date.parse(record.expires_at) - Date.parse(record.deleted_at)) / DAY_MS);
  }
}
