import type { Request } from 'express';
import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import type { EntryRecord } from '../../../model/entries/entry.ts';
import { actorOf, must } from '../../http/http.ts';
import { type entry, entryJson } from './entries.ts';

/** Query parameter of lists of entries. */
export const include = z
  .enum(['shared_with'], must('not_this', { value: 'shared_with' }))
  .optional()
  .describe('Adds `shared_with` to the entries that are shared.');

/**
 * JSON view of the entries of a list, with what the request includes.
 * @param records all entries of the page, so that they are looked up together
 */
export function entriesJson(
  dms: Dms,
  req: Request,
  included: z.output<typeof include>,
  records: readonly EntryRecord[],
): (record: EntryRecord) => z.input<typeof entry> {
  if (included === undefined) return entryJson;
  const found = dms.sharedEntries.list(actorOf(req), records);
  return (record) => {
    const shared = found.get(record.id);
    if (!shared) return entryJson(record);
    const { people, groups, total, links } = shared;
    const sharedWith = { people: [...people], groups: [...groups], total, links };
    return { ...entryJson(record), shared_with: sharedWith };
  };
}
