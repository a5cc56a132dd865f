import { DmsError } from '../../../model/errors/errors.ts';
import type { UserActor } from '../../../model/people/actor.ts';
import type { ChunkedUpload } from '../../../storage/accounts/accounts.ts';
import { requesterOf } from '../../access/access.ts';
import type { Context } from '../../context.ts';
import type { Targets } from '../../placement/placement.ts';
import type { Quota, RunningUpload } from '../../versions/versions.ts';
import { senderOf } from './upload-rules.ts';
import type { Uploads } from './uploads.ts';

interface Dependencies {
  readonly quota: Quota;
  readonly targets: Targets;
  readonly uploads: Uploads;
}

/**
 * Decides whether an upload in chunks may have more bytes. The quota of the home that the destination is in applies; while
 * the destination is not known, that of the user.
 */
export class ChunkRoom {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Checks that the content may be stored, beside all other unfinished uploads of the user.
   * @param upload the upload, if it has begun
   * @returns owner of the home whose quota applies
   */
  admit(
    user: UserActor,
    destination: readonly string[],
    bytes: number,
    upload?: ChunkedUpload,
  ): number | null {
    const size = Math.max(bytes, upload?.total ?? 0);
    const ownerId = this.reserve(user, destination, size);
    const { unfinishedUploads } = this.#context.tables;
    const counted = upload?.ownerId === ownerId ? upload.length : 0;
    const others = unfinishedUploads.announced(senderOf(user), ownerId) - counted;
    if (others > 0) this.reserve(user, destination, size, undefined, others);
    return ownerId;
  }

  /** As {@link ChunkRoom.admit}, without the other uploads. @param running keeps room for the content */
  reserve(
    user: UserActor,
    destination: readonly string[],
    size: number,
    running?: RunningUpload,
    others = 0,
  ): number | null {
    const { quota, targets, uploads } = this.#deps;
    if (destination.length > 0) {
      const target = { path: destination };
      try {
        const { ownerId } = targets.findForContent(user, target).entryAccess;
        uploads.authorise(user, target, { size, isPartial: true, others, upload: running });
        return ownerId;
      } catch (error) {
        // A client submits its lock tokens only when it completes the upload.
        if (!(error instanceof DmsError && error.code === 'locked')) throw error;
      }
    }
    const content = { bytes: size, released: 0, entries: 0, others, target: destination.join('/') };
    const ownerId = user.userId;
    quota.announce({ ...content, ownerId, requester: requesterOf(user) }, running?.reservation);
    return ownerId;
  }
}
