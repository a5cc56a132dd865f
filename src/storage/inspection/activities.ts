import { type Inspection, statement } from './finding.ts';
import { inSlices } from './slices.ts';

/**
 * The place that record `a` must have. Of what is deleted for good it may be NULL, or a folder that nobody can reach.
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

/** The activity log: whether each record knows where its entry is. */
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
        what: 'is listed in another folder than its entry is in',
        place: `activity ${String(id)}`,
        mend: statement(
          `UPDATE activities AS a SET place_id = ${RIGHT_PLACE} WHERE a.id = ? AND ${IS_WRONG}`,
          [id],
        ),
      }));
    }),
};
