import type { Document } from '../../model/entries/entry.ts';
import type { ThumbnailSize } from '../../model/entries/rendition.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import { type Access, requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { RenditionQueue } from './rendition-queue.ts';
import type { RenditionStates } from './rendition-states.ts';

/** Seconds within which a pending rendition is usually made. */
const NOT_YET = { retryAfter: 2 };

/** A thumbnail image of a document. */
export interface Thumbnail {
  readonly sha256: string;
  /** `image/jpeg` or `image/png`. */
  readonly type: string;
  readonly image: Buffer;
}

interface Dependencies {
  readonly access: Access;
  readonly queue: RenditionQueue;
  readonly states: RenditionStates;
}

/** Reads thumbnails and texts of documents. Both are those of the head. */
export class RenditionReader {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * The thumbnail of a document. A missing thumbnail is made before anything else in the queue of that user. Users take
   * turns.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found (with `retryAfter`
   * while the thumbnail is not made)
   */
  thumbnail(actor: Actor, id: number, size: ThumbnailSize): Thumbnail {
    const { access, queue, states } = this.#deps;
    const { renditions } = this.#context.derived;
    const { user, entry } = access.document(actor, id);
    const { sha256 } = entry;
    const { state } = states.thumbnail(entry);
    const picture = state === 'ready' ? renditions.picture(sha256) : undefined;
    const image = renditions.image(sha256, size);
    if (picture?.type && image) {
      renditions.use(sha256, picture, this.#context.now()).catch((error: unknown) => {
        this.#context.log.warn({ err: error }, 'the use of a thumbnail could not be noted');
      });
      return { sha256, type: picture.type, image };
    }
    // A picture that is ready but has no image was evicted just now, to make room for another one.
    if (state === 'none' || state === 'failed') throw new DmsError('not_found', message('no_thumbnail'));
    queue.demand({ sha256, userId: user.userId });
    throw new DmsError('not_found', message('thumbnail_pending'), NOT_YET);
  }

  /**
   * Ids of the documents that have a thumbnail, or for which it is still to be made. The number of queries does not depend
   * on the number of documents.
   * @param documents as the actor reads them now
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`)
   */
  withThumbnail(actor: Actor, documents: readonly Document[]): ReadonlySet<number> {
    requireUser(actor, 'read');
    const states = [...this.#deps.states.thumbnails(documents)];
    return new Set(states.flatMap(([id, state]) => (state === 'ready' || state === 'pending' ? [id] : [])));
  }

  /**
   * The text inside a document, at most 2 MiB.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found (with `retryAfter`
   * while the text is not extracted)
   */
  text(actor: Actor, id: number): { sha256: string; text: string } {
    const { access, states } = this.#deps;
    const { entry } = access.document(actor, id);
    const { state } = states.text(entry);
    if (state === 'pending') throw new DmsError('not_found', message('text_pending'), NOT_YET);
    const text = state === 'ready' ? this.#context.derived.renditions.text(entry.sha256) : undefined;
    if (text === undefined) throw new DmsError('not_found', message('no_text'));
    return { sha256: entry.sha256, text };
  }
}
