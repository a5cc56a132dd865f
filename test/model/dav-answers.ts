import type { Reason } from './refusals.ts';

/** The status of each refusal over WebDAV. */
export const STATUS: Readonly<Record<Reason, number>> = {
  forbidden: 403,
  locked: 423,
  taken: 412,
  misplaced: 403,
};

/** Any of these is right. */
export type Statuses = readonly number[];

/** Refuses for any of the reasons, else does it. */
export function unless(reasons: readonly Reason[], change: () => number): Statuses {
  return reasons.length > 0 ? reasons.map((reason) => STATUS[reason]) : [change()];
}
