import type { EntryRef, Source } from './finding.ts';

interface Row {
  name: string;
  root_kind: string | null;
  parent_id: number | null;
  login: string | null;
  /** Original path of an entry in the trash. */
  path: string | null;
}

/** SQL: the entry and its ancestors, from the entry upwards. UNION terminates on cycles. */
const LINEAGE = `WITH RECURSIVE up (id, level) AS (
    SELECT ?, 0 UNION SELECT e.parent_id, min(up.level + 1, 200) FROM up CROSS JOIN entries e ON e.id = up.id
    WHERE e.parent_id IS NOT NULL)
  SELECT e.name, e.root_kind, e.parent_id, coalesce(u.login, o.login) AS login, t.path
  FROM up CROSS JOIN entries e ON e.id = up.id LEFT JOIN users u ON u.id = e.owner_id
  LEFT JOIN trash t ON t.entry_id = e.id LEFT JOIN users o ON o.id = t.owner_id ORDER BY up.level`;

/**
 * Location of an entry as users see it: `anna:/plan.txt version 2`, `/Office/plan.txt`, `anna:/plan.txt (in the
 * trash)`; `entry 12 (plan.txt)` for an unreachable entry.
 */
export async function placeOf(source: Source, { id, version }: EntryRef): Promise<string> {
  const lineage = await source.all<Row>(LINEAGE, [id]);
  const place = pathOf(lineage) ?? `entry ${String(id)} (${lineage[0]?.name ?? 'not there'})`;
  return version === undefined ? place : `${place} version ${String(version)}`;
}

function pathOf(lineage: readonly Row[]): string | undefined {
  const root = lineage.at(-1);
  if (root === undefined || root.parent_id !== null) return undefined;
  const owner = root.login === null ? '' : `${root.login}:`;
  const names = lineage.slice(0, -1).map(({ name }) => name);
  const below = names
    .toReversed()
    .map((name) => `/${name}`)
    .join('');
  if (root.root_kind === 'home') return `${owner}${below || '/'}`;
  if (root.root_kind === 'system') return `/${root.name}${below}`;
  return root.path === null ? undefined : `${owner}${root.path}${below} (in the trash)`;
}
