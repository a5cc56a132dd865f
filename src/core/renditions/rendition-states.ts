import type { Document } from '../../model/entries/entry.ts';
import { isJunkName } from '../../model/entries/names.ts';
import type { Media, RenditionState } from '../../model/entries/rendition.ts';
import { reasonData } from '../../model/entries/rendition-reasons.ts';
import type { MessageData } from '../../model/errors/messages.ts';
import type { Context } from '../context.ts';

/** State of a rendition of a document. */
export interface RenditionStatus {
  readonly state: RenditionState;
  /** Reason for giving up, as one sentence for users; null unless the rendition has failed. */
  readonly reason: string | null;
  /** The reason as data; null also if another release wrote it and this one does not know it. */
  readonly data: MessageData | null;
}

const NONE: RenditionStatus = { state: 'none', reason: null, data: null };
const PENDING: RenditionStatus = { state: 'pending', reason: null, data: null };

/** States of the text and the thumbnails of documents. Junk files and empty documents have no renditions. */
export class RenditionStates {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  text(document: Document): RenditionStatus {
    return this.#status(document, (sha256) => this.#context.derived.renditions.textStatus(sha256));
  }

  thumbnail(document: Document): RenditionStatus {
    return this.#status(document, (sha256) => this.#context.derived.renditions.picture(sha256));
  }

  /** Size of a picture or PDF; null for any other document, and until the thumbnails are made. */
  media(document: Document): Media | null {
    if (!hasRenditions(document) || this.#isUnread(document)) return null;
    return this.#context.derived.renditions.picture(document.sha256)?.media ?? null;
  }

  /**
   * Thumbnail states of several documents, by id. The number of queries does not depend on the number of documents. While
   * the states cannot be read, they are `pending`: a folder can be listed.
   */
  thumbnails(documents: readonly Document[]): ReadonlyMap<number, RenditionState> {
    const { renditions } = this.#context.derived;
    const known = renditions.unlessLocked(() => ({
      made: renditions.pictureStates(documents.map(({ sha256 }) => sha256)),
      unread: renditions.unread(documents.map(({ id, sha256 }) => ({ id, sha256 }))),
    }));
    const stateOf = (document: Document): RenditionState => {
      if (!hasRenditions(document)) return 'none';
      if (known === undefined || known.unread.has(document.id)) return 'pending';
      return known.made.get(document.sha256) ?? 'pending';
    };
    return new Map(documents.map((document) => [document.id, stateOf(document)]));
  }

  #status(
    document: Document,
    find: (sha256: string) => Omit<RenditionStatus, 'data'> | undefined,
  ): RenditionStatus {
    if (!hasRenditions(document)) return NONE;
    if (this.#isUnread(document)) return PENDING;
    const { state, reason } = find(document.sha256) ?? PENDING;
    return { state, reason, data: reason === null ? null : reasonData(reason) };
  }

  #isUnread({ id, sha256 }: Document): boolean {
    return this.#context.derived.renditions.unread([{ id, sha256 }]).size > 0;
  }
}

function hasRenditions({ name, size }: Document): boolean {
  return size > 0 && !isJunkName(name);
}
