import type { Entry } from '../../model/entries/entry.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { storageFull } from '../../model/errors/storage-fault.ts';
import type { Usage } from '../../model/people/user.ts';
import { roundSpaceUp } from '../../model/space-rounding.ts';
import type { Context } from '../context.ts';
import type { UploadLimits } from './content-receiver.ts';
import type { ArrivingContent, Reservation } from './reservation.ts';

/** Limits that hold for all homes. */
export interface HomeLimits {
  /** Maximum entries in a home, including its trash; 0: no limit. */
  readonly entriesPerUser: number;
}

interface Dependencies {
  readonly limits: HomeLimits & Pick<UploadLimits, 'reserveBytes'>;
}

/** A content that has not arrived yet. */
interface Announcement extends Omit<ArrivingContent, 'ownerId'> {
  /** Id of the user; the negative id of a link. */
  readonly requester: number;
  /** Owner of the home; null for a system folder, which has no limits. */
  readonly ownerId: number | null;
  /** Entries that it adds to the home. */
  readonly entries: number;
}

/** Keeps the sums of each home, including its trash, by adding what changes, and enforces the limits on entries, bytes and disk space. */
export class Quota {
  readonly #context: Context;
  readonly #deps: Dependencies;
  #isLimited = true;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Adds to the usage of a home. Runs inside the caller's transaction.
   * @param ownerId owner of the home; null for a system folder, which has no limits
   * @param added negative if entries or bytes were deleted
   * @throws {DmsError} quota_exceeded
   */
  add(ownerId: number | null, { entries = 0, bytes = 0 }: Partial<Usage>): void {
    if (ownerId === null || (entries === 0 && bytes === 0)) return;
    this.assertRoom(ownerId, { entries, bytes });
    this.#context.tables.users.addUsage(ownerId, { entries, bytes });
  }

  /**
   * Changes comments or dead properties of an entry, and counts the difference for its home. A change that makes them
   * smaller is never refused. Runs inside the caller's transaction.
   * @param ownerId owner of the home; null for a system folder, which has no limits
   * @throws {DmsError} quota_exceeded | storage_full
   */
  changeDetails(ownerId: number | null, { id, rootKind }: Entry, change: () => void): void {
    const { detailSizes } = this.#context.tables;
    const before = detailSizes.bytes(id);
    change();
    const after = detailSizes.bytes(id);
    if (after > before) this.assertDisk();
    // The home folder itself does not count against the home.
    if (rootKind === null) this.add(ownerId, { bytes: detailSizes.growth(before, after) });
  }

  /** Runs `work` without the limits of homes, which still count what it adds. For what administrators take back. */
  withoutLimits<T>(work: () => T): T {
    this.#isLimited = false;
    try {
      return work();
    } finally {
      this.#isLimited = true;
    }
  }

  /**
   * Checks that the disk has room for more rows. Only operations that free space may use the reserve.
   * @throws {DmsError} storage_full
   */
  assertDisk(): void {
    if (this.#context.blobs.room(this.#deps.limits.reserveBytes) < 0) throw storageFull();
  }

  /** As {@link Quota.assertRoom}, for a caller that can do without the addition. */
  hasRoom(ownerId: number | null, added: Partial<Usage>): boolean {
    return this.#lack(ownerId, added, exactly) === undefined;
  }

  /**
   * Checks that a home has room for an addition. An addition of nothing is never refused, however full the home is.
   * @param ownerId owner of the home; null for a system folder, which has no limits
   * @throws {DmsError} quota_exceeded
   */
  assertRoom(ownerId: number | null, added: Partial<Usage>): void {
    const lack = this.#lack(ownerId, added, exactly);
    if (lack) throw lack;
  }

  /**
   * As {@link Quota.assertRoom}, before a content arrives. To announce a content costs nothing and leaves no trace, so
   * in another user's home the result must not reveal the exact free space, which is rounded up. A content that exceeds
   * it by less than the rounding is refused when it is stored. Nothing that fits beside the reservations is refused.
   * @param reservation room of the running upload, which is kept for the content; undefined: none is kept, and that of
   * other uploads does not count
   * @returns the bytes that the content needs in the home
   * @throws {DmsError} quota_exceeded
   */
  announce(
    { requester, ownerId, entries, ...content }: Announcement,
    reservation: Reservation | undefined,
  ): number {
    const judged = ownerId === requester ? exactly : roundSpaceUp;
    const lack = (bytes: number, reserved = 0) =>
      this.#lack(ownerId, { entries, bytes }, (left) => judged(left - reserved));
    // Without a quota there is nothing to keep to, and the names of uploads need not be compared.
    if (reservation && ownerId !== null && this.#hasQuota(ownerId))
      return reservation.reserve({ ownerId, ...content }, lack);
    const needed = content.bytes - content.released;
    const error = lack(needed + content.others);
    if (error) throw error;
    return needed;
  }

  #hasQuota(ownerId: number): boolean {
    return (this.#context.tables.users.find(ownerId)?.quotaBytes ?? null) !== null;
  }

  /** Undefined for a system folder, and while the limits do not hold. */
  #limitedHome(ownerId: number | null) {
    if (ownerId === null || !this.#isLimited) return undefined;
    return this.#context.tables.users.findUsage(ownerId);
  }

  #lack(
    ownerId: number | null,
    { entries = 0, bytes = 0 }: Partial<Usage>,
    judged: (left: number) => number,
  ): DmsError | undefined {
    const home = entries > 0 || bytes > 0 ? this.#limitedHome(ownerId) : undefined;
    if (!home) return undefined;
    const { entriesPerUser } = this.#deps.limits;
    if (entriesPerUser > 0 && exceeds(home.used.entries, entries, entriesPerUser))
      return tooManyEntries(entriesPerUser);
    if (home.quotaBytes !== null && bytes > 0 && bytes > judged(home.quotaBytes - home.used.bytes))
      return overQuota();
    return undefined;
  }
}

function exactly(left: number): number {
  return left;
}

function exceeds(used: number, added: number, most: number): boolean {
  return added > 0 && used + added > most;
}

function tooManyEntries(most: number): DmsError {
  return new DmsError('quota_exceeded', message('home_too_full', { maximum: most }), {
    fields: { folder_id: [message('in_home_too_full', { maximum: most })] },
  });
}

/** Contains no numbers: the home may be another user's. */
function overQuota(): DmsError {
  return new DmsError('quota_exceeded', message('quota_exceeded'), {
    fields: { file: [message('would_exceed_quota')] },
  });
}
