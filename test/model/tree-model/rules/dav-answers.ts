import type { Reason } from './refusals.ts';

/** The status of each refusal over WebDAV. */
export const STATUS: Readonly<Record<Reason, number>> = {
  forbidden: 403,
  locked: 423,
  taken: 412,
  misplaced: 403,
};

/** Valid statuses: any of these is correct. */
export type Statuses = readonly number[];

/** Refuses for any of the reasons, otherwise makes the change. */
export function unless(reasons: readonly Reason[], change: () => number): Statuses {
  return reasons.length > 0 ? reasons.map((reason) => STATUS[reason]) : [change()];
}
