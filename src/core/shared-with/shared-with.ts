import { DAY_MS } from '../../model/durations.ts';
import type { EntryRecord } from '../../model/entries/entry.ts';
import { allows, SHARE } from '../../model/entries/permissions.ts';
import type { SharedWith } from '../../model/entries/shared-with.ts';
import type { Actor } from '../../model/people/actor.ts';
import { requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { LinkPolicy } from '../links/links.ts';

/** With whom the entries of a list are shared. */
export class SharedEntries {
  readonly #context: Context;
  readonly #policy: LinkPolicy;

  constructor(context: Context, policy: LinkPolicy) {
    this.#context = context;
    this.#policy = policy;
  }

  /**
   * With whom entries are shared themselves, as far as the actor may see their shares and links: all of them with the
   * permission to share the entry, else those that the actor created. Links that have ended do not count.
   * @param records as the actor reads them now
   * @returns by id; without entries that are not shared
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`)
   */
  list(
    actor: Actor,
    records: readonly Pick<EntryRecord, 'id' | 'permissions'>[],
  ): ReadonlyMap<number, SharedWith> {
    const { userId } = requireUser(actor, 'read');
    if (records.length === 0) return new Map();
    const now = this.#context.now();
    const { isEnabled, requiresPassword: isPasswordRequired, maxDays } = this.#policy;
    const earliest = maxDays === 0 ? -Infinity : now - maxDays * DAY_MS;
    const linksAfter = isEnabled ? earliest : Infinity;
    const entries = records.map(({ id, permissions }) => ({ id, isWhole: allows(permissions, SHARE) }));
    return this.#context.tables.sharedWith.list(entries, { userId, now, linksAfter, isPasswordRequired });
  }
}
