import { busy } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import type { UploadMemory } from '../../storage/blobs/blobs.ts';
import { requesterOf, requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import { Reservation } from './reservation.ts';

/**
 * Maximum running uploads per user. Programs that transfer files in parallel run far fewer: rclone four, or 32 if so
 * configured.
 */
const MAX_PER_USER = 100;

/** An upload while its contents arrive: one content, or a form with many files. */
export interface RunningUpload {
  /** For use inside the core only. */
  readonly memory: UploadMemory;
  /** For use inside the core only. */
  readonly reservation: Reservation;
  /** Must be called once, after the contents were stored or discarded. */
  end(): void;
}

/**
 * Counts the running uploads of each user, and of the visitors of each link, so that nobody takes up the memory and
 * connections of all.
 */
export class RunningUploads {
  readonly #context: Context;
  readonly #counts = new Map<number, number>();
  readonly #reservations = new Set<Reservation>();

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Starts an upload.
   * @param abort aborts the request, unless all its bytes have arrived. Called if its user sends another content to the
   * same name, and the home has no room for both
   * @throws {DmsError} unauthenticated | forbidden | throttled: the user has too many running
   */
  begin(actor: Actor, abort?: () => void): RunningUpload {
    const requester = requesterOf(requireUser(actor, 'write'));
    const count = this.#counts.get(requester) ?? 0;
    if (count >= MAX_PER_USER) {
      throw busy(message('uploads_too_many', { maximum: MAX_PER_USER }));
    }
    this.#counts.set(requester, count + 1);
    const memory = this.#context.blobs.uploadMemory();
    const reservation = new Reservation(this.#reservations, requester, abort);
    return {
      memory,
      reservation,
      end: () => {
        memory.end();
        reservation.release();
        this.#leave(requester);
      },
    };
  }

  #leave(requester: number): void {
    const count = this.#counts.get(requester) ?? 0;
    if (count > 1) this.#counts.set(requester, count - 1);
    else this.#counts.delete(requester);
  }
}
