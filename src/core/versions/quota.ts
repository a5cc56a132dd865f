import { DmsError } from '../../model/errors.ts';
import type { Context } from '../context.ts';

/** Keeps the count of what each home holds, and its bound. */
export class Quota {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Adds to what a home holds, within the transaction of the change; the office's folders (null) have no bound.
   * @throws {DmsError} quota_exceeded
   */
  add(ownerId: number | null, bytes: number): void {
    if (ownerId === null || bytes === 0) return;
    this.assertRoom(ownerId, bytes);
    this.#context.tables.users.addUsage(ownerId, bytes);
  }

  /** @throws {DmsError} quota_exceeded, when the home may not take `bytes` more */
  assertRoom(ownerId: number | null, bytes: number): void {
    if (ownerId === null || bytes <= 0) return;
    const usage = this.#context.tables.users.findUsage(ownerId);
    if (!usage || usage.quotaBytes === null || usage.usedBytes + bytes <= usage.quotaBytes) return;
    throw new DmsError(
      'quota_exceeded',
      `The quota of ${String(usage.quotaBytes)} bytes would be exceeded.`,
      {
        fields: { file: ['would exceed the quota'] },
      },
    );
  }
}
