/** A group of users, which can be a recipient of shares. */
export interface Group {
  readonly id: number;
  /** Unique; case does not matter. */
  readonly name: string;
  /** Milliseconds UTC. */
  readonly createdAt: number;
}

/** A group with the number of its members. */
export interface GroupRecord extends Group {
  readonly members: number;
}

/** A user who is a member of a group. */
export interface Member {
  readonly id: number;
  readonly login: string;
  /** Display name. */
  readonly name: string;
  readonly isDisabled: boolean;
}

/** Key by which names of groups are compared. */
export function groupKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
