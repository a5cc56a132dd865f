import type { SqlValue } from '../../database/database.ts';

/** Filter of the activity log. Times in milliseconds UTC; `after` inclusive, `before` exclusive. */
export interface ActivityFilter {
  readonly action?: string | undefined;
  /** A login name; ASCII letters match case-insensitively. */
  readonly user?: string | undefined;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}

/** A range of the activity log: ids greater than `after`, up to and including `until`. */
export interface Stretch {
  readonly after: number;
  readonly until: number;
}

/** Values of named parameters. */
export type Values = Record<string, SqlValue>;

/** An undo of thousands of entries is one record of the log; its steps are listed with their entries. */
export const NO_STEP = "a.action <> 'undo_step'";

/**
 * Builds the condition for the matching records `a` of a range.
 * @param hasSteps true: also the records of the single entries of an undo
 */
export function matching(
  filter: ActivityFilter,
  { after, until }: Stretch,
  hasSteps = false,
): { where: string; values: Values } {
  const conditions = ['a.id > :afterId AND a.id <= :untilId'];
  if (!hasSteps && filter.action === undefined) conditions.push(NO_STEP);
  const values: Values = { afterId: after, untilId: until };
  const addCondition = (name: keyof ActivityFilter, condition: string): void => {
    const value = filter[name];
    if (value === undefined) return;
    conditions.push(condition);
    values[name] = value;
  };
  addCondition('action', 'a.action = :action');
  addCondition('user', 'a.user_login = :user COLLATE NOCASE');
  addCondition('after', 'a.at >= :after');
  addCondition('before', 'a.at < :before');
  return { where: conditions.join(' AND '), values };
}
