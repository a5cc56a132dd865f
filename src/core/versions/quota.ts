import { DmsError } from '../../model/errors.ts';
import type { Context } from '../context.ts';

/** Counts the bytes of all versions in each home, and enforces the home's quota. */
export class Quota {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Adds to the used bytes of a home. Runs inside the caller's transaction.
   * @param ownerId owner of the home; null for a system folder, which has no quota
   * @param bytes negative if bytes were deleted
   * @throws {DmsError} quota_exceeded
   */
  add(ownerId: number | null, bytes: number): void {
    if (ownerId === null || bytes === 0) return;
    this.assertRoom(ownerId, bytes);
    this.#context.tables.users.addUsage(ownerId, bytes);
  }

  /**
   * Checks that `bytes` more fit into the quota of a home.
   * @param ownerId owner of the home; null for a system folder, which has no quota
   * @throws {DmsError} quota_exceeded
   */
  assertRoom(ownerId: number | null, bytes: number): void {
    if (ownerId === null || bytes <= 0) return;
    const usage = this.#context.tables.users.findUsage(ownerId);
    if (!usage || usage.quotaBytes === null || usage.usedBytes + bytes <= usage.quotaBytes) return;
    // Without numbers: the home can be that of another user.
    throw new DmsError('quota_exceeded', 'The quota of this home would be exceeded.', {
      fields: { file: ['would exceed the quota'] },
    });
  }
}
