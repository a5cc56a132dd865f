import { DmsError } from '../../model/errors.ts';
import { message } from '../../model/messages.ts';
import type { Usage } from '../../model/user.ts';
import type { Context } from '../context.ts';

/** Limits that hold for all homes. */
export interface HomeLimits {
  /** Most entries in a home, its trash included; 0: no limit. */
  readonly entriesPerUser: number;
}

/** What {@link Quota} works with. */
interface Parts {
  readonly limits: HomeLimits;
}

/** Counts what each home holds, its trash included, and enforces the limits on entries and on bytes. */
export class Quota {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Adds to what a home holds. Runs inside the caller's transaction.
   * @param ownerId owner of the home; null for a system folder, which has no limits
   * @param added negative where entries or bytes were deleted
   * @throws {DmsError} quota_exceeded
   */
  add(ownerId: number | null, { entries = 0, bytes = 0 }: Partial<Usage>): void {
    if (ownerId === null || (entries === 0 && bytes === 0)) return;
    this.assertRoom(ownerId, { entries, bytes });
    this.#context.tables.users.addUsage(ownerId, { entries, bytes });
  }

  /**
   * Checks that so much more fits into a home. Whoever adds nothing is not refused, however full it is.
   * @param ownerId owner of the home; null for a system folder, which has no limits
   * @throws {DmsError} quota_exceeded
   */
  assertRoom(ownerId: number | null, { entries = 0, bytes = 0 }: Partial<Usage>): void {
    if (ownerId === null || (entries <= 0 && bytes <= 0)) return;
    const home = this.#context.tables.users.findUsage(ownerId);
    if (!home) return;
    const { entriesPerUser } = this.#parts.limits;
    if (entriesPerUser > 0 && exceeds(home.used.entries, entries, entriesPerUser))
      throw tooManyEntries(entriesPerUser);
    if (home.quotaBytes !== null && exceeds(home.used.bytes, bytes, home.quotaBytes)) throw overQuota();
  }
}

function exceeds(used: number, added: number, most: number): boolean {
  return added > 0 && used + added > most;
}

function tooManyEntries(most: number): DmsError {
  return new DmsError('quota_exceeded', message('home_too_full', { maximum: most }), {
    fields: { folder_id: [message('in_home_too_full', { maximum: most })] },
  });
}

/** Without numbers: the home can be that of another user. */
function overQuota(): DmsError {
  return new DmsError('quota_exceeded', message('quota_exceeded'), {
    fields: { file: [message('would_exceed_quota')] },
  });
}
