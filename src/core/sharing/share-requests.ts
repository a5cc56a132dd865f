import type { Entry } from '../../model/entries/entry.ts';
import type { Share } from '../../model/entries/share.ts';

/** A request to share an entry. */
export interface ShareRequest {
  readonly entryId: number;
  /** Logins of the recipients that are users. */
  readonly users?: readonly string[] | undefined;
  /** Names of the recipients that are groups. */
  readonly groups?: readonly string[] | undefined;
  /** Sum of permission bits; READ is added. */
  readonly permissions: number;
  /** Milliseconds UTC. Null or left out: the share does not expire. */
  readonly expiresAt?: number | null | undefined;
  /** True: sends an e-mail to the recipients, also to members of groups. */
  readonly notify?: boolean | undefined;
}

/** Changes to a share. A field that is left out keeps its value. */
export interface ShareChanges {
  /** Logins of all recipients that are users from now on. */
  readonly users?: readonly string[] | undefined;
  /** Names of all recipients that are groups from now on. */
  readonly groups?: readonly string[] | undefined;
  readonly permissions?: number | undefined;
  /** Milliseconds UTC; null: the share does not expire. */
  readonly expiresAt?: number | null | undefined;
  /** True: sends an e-mail to new recipients. */
  readonly notify?: boolean | undefined;
  /** True: ends the shares that depend on removed permissions, time or recipients. */
  readonly cascade?: boolean | undefined;
}

/** A share after a change. */
export interface ChangedShare extends Share {
  /**
   * The shares that depended on removed permissions, time or recipients. They are ended if the request asked for this,
   * otherwise they stay.
   */
  readonly others: readonly Share[];
}

/** Filters for a list of shares. */
export interface ShareQuery {
  /** Only shares of this entry. A user who may share the entry sees all of them. */
  readonly entry?: Pick<Entry, 'id' | 'kind'> | undefined;
  /** Only shares that the actor made (`creator`), or only those that the actor receives (`recipient`). */
  readonly role?: 'creator' | 'recipient' | undefined;
}
