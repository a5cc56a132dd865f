import type { Entry } from '../../model/entries/entry.ts';
import type { Link, LinkKind } from '../../model/entries/link.ts';
import { allows, CREATE, READ } from '../../model/entries/permissions.ts';
import type { Capability, UserActor } from '../../model/people/actor.ts';
import { type Access, actorOf } from '../access/access.ts';
import type { Context } from '../context.ts';
import { mayMakeLinks } from './link-makers.ts';
import { isOpen, type LinkPolicy, RIGHTS } from './link-rules.ts';

const CAPABILITIES: Readonly<Record<LinkKind, ReadonlySet<Capability>>> = {
  view: new Set(['read']),
  download: new Set(['read']),
  upload: new Set(['write']),
  edit: new Set(['read', 'write']),
};

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
  /** SHA-256 of the secret of the visit; null: the visitor sends nothing. */
  readonly visit?: string | null;
}

/**
 * The visitor of a link, who acts for the user who made it, beneath the linked entry only (access.ts). Undefined if the
 * link does not work now: it has ended, the policy forbids it, its creator is disabled, may no longer make links, share
 * the entry or, if visitors send files, add to it, or the entry is in the trash.
 */
export function visitorOf(
  { now, tables }: Context,
  access: Access,
  { link, entry, policy, ip, visit = null }: VisitorOf,
): Visitor | undefined {
  const { id, kind, entryId, createdBy } = link;
  if (!isOpen(link, policy, now())) return undefined;
  const maker = tables.users.find(createdBy.id);
  if (maker?.isDisabled !== false || !mayMakeLinks({ tables }, maker.id, policy)) return undefined;
  const rights = RIGHTS[kind];
  const credential = { kind: 'link', id, linkKind: kind, entryId, rights, visit } as const;
  const user = actorOf(maker, { credential, capabilities: CAPABILITIES[kind], ip });
  const permissions = access.accessTo(user, entry)?.permissions ?? 0;
  return allows(permissions, allows(rights, READ) ? READ : CREATE) ? { user, entry } : undefined;
}
