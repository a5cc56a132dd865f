import type { Entry } from '../../model/entries/entry.ts';
import type { Link } from '../../model/entries/link.ts';
import type { Capability, UserActor } from '../../model/people/actor.ts';
import { type Access, actorOf } from '../access/access.ts';
import type { Context } from '../context.ts';
import { isOpen, type LinkPolicy } from './link-rules.ts';

const READ_ONLY: ReadonlySet<Capability> = new Set(['read']);

/** The actor of a visitor, and the linked entry. */
export interface Visitor {
  readonly user: UserActor;
  readonly entry: Entry;
}

/** Input of {@link visitorOf}. */
interface VisitorOf {
  readonly link: Link;
  /** The linked entry. */
  readonly entry: Entry;
  readonly policy: LinkPolicy;
  /** Address of the client. */
  readonly ip: string | null;
}

/**
 * The visitor of a link, who acts for the user who made it, beneath the linked entry only (access.ts). Undefined if the
 * link does not work now: it has ended, the policy forbids it, its creator is disabled or may no longer share the entry,
 * or the entry is in the trash.
 */
export function visitorOf(
  { now, tables }: Context,
  access: Access,
  { link, entry, policy, ip }: VisitorOf,
): Visitor | undefined {
  const { id, entryId, createdBy } = link;
  if (!isOpen(link, policy, now())) return undefined;
  const maker = tables.users.find(createdBy.id);
  if (maker?.isDisabled !== false) return undefined;
  const user = actorOf(maker, { credential: { kind: 'link', id, entryId }, capabilities: READ_ONLY, ip });
  return access.readable(user, entry) && { user, entry };
}
