import type { Colleague } from '../people/user.ts';

/** With whom an entry itself is shared, as one user may know it. */
export interface SharedWith {
  /** The first recipients that are users, by login, without this user. */
  readonly people: readonly Colleague[];
  /** Names of the first groups that are recipients. */
  readonly groups: readonly string[];
  /** Number of all recipients, users and groups, without this user. */
  readonly total: number;
  /** Number of links that open the entry. */
  readonly links: number;
}
