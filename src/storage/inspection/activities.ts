import { type Inspection, statement } from './finding.ts';
import { inSlices } from './slices.ts';

/**
 * SQL: the required place of record `a`. For a permanently deleted entry, the place may also be NULL or an unreachable
 * folder.
 */
const RIGHT_PLACE = `(SELECT CASE WHEN e.is_folder = 1 THEN e.id
    WHEN EXISTS (SELECT 1 FROM busy_documents b WHERE b.entry_id = e.id) THEN NULL ELSE e.parent_id END
  FROM entries e WHERE e.id = a.entry_id)`;
const IS_REACHED = `EXISTS (
  WITH RECURSIVE up (id, parent_id, root_kind) AS (
    SELECT p.id, p.parent_id, p.root_kind FROM entries p WHERE p.id = a.place_id
    UNION SELECT p.id, p.parent_id, p.root_kind FROM up CROSS JOIN entries p ON p.id = up.parent_id)
  SELECT 1 FROM up WHERE root_kind IN ('home', 'system'))`;
const IS_WRONG = `a.place_id IS NOT ${RIGHT_PLACE}
  AND (EXISTS (SELECT 1 FROM entries e WHERE e.id = a.entry_id) OR ${IS_REACHED})`;

/** The activity log: checks that the place of each record matches the folder of its entry. */
export const activityInspection: Inspection = {
  subject: 'activities',
  unit: 'records',
  find: (source) =>
    inSlices(source, { table: 'activities', column: 'id' }, async (_, after, until) => {
      const rows = await source.all<{ id: number }>(
        `SELECT a.id FROM activities a WHERE a.id > ? AND a.id <= ? AND ${IS_WRONG}`,
        [after, until],
      );
      return rows.map(({ id }) => ({
        kind: 'activity_place',
        what: 'is listed in a folder that does not contain its entry',
        place: `activity ${String(id)}`,
        mend: statement(
          `UPDATE activities AS a SET place_id = ${RIGHT_PLACE} WHERE a.id = ? AND ${IS_WRONG}`,
          [id],
        ),
      }));
    }),
};
