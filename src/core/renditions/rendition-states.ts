import type { Document } from '../../model/entries/entry.ts';
import { isJunkName } from '../../model/entries/names.ts';
import type { Media, RenditionState } from '../../model/entries/rendition.ts';
import { reasonData } from '../../model/entries/rendition-reasons.ts';
import type { MessageData } from '../../model/errors/messages.ts';
import type { Context } from '../context.ts';

/** How far a rendition of a document is. */
export interface RenditionStatus {
  readonly state: RenditionState;
  /** Why it was given up: one sentence for users. Null unless it has failed. */
  readonly reason: string | null;
  /** What the reason says; null also for one of another release that this one does not know. */
  readonly data: MessageData | null;
}

const NONE: RenditionStatus = { state: 'none', reason: null, data: null };
const PENDING: RenditionStatus = { state: 'pending', reason: null, data: null };

/** Says how far the text and the thumbnails of documents are. Junk files and empty documents have none. */
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

  /** How large a picture or a PDF is. Null of everything else, and as long as its thumbnails are not made. */
  media(document: Document): Media | null {
    if (!hasRenditions(document) || this.#isUnread(document)) return null;
    return this.#context.derived.renditions.picture(document.sha256)?.media ?? null;
  }

  /** The states of the thumbnails of several documents, by id. It takes the same number of queries for any number. */
  thumbnails(documents: readonly Document[]): ReadonlyMap<number, RenditionState> {
    const { renditions } = this.#context.derived;
    const made = renditions.pictureStates(documents.map(({ sha256 }) => sha256));
    const unread = renditions.unread(documents.map(({ id, sha256 }) => ({ id, sha256 })));
    const stateOf = (document: Document): RenditionState => {
      if (!hasRenditions(document)) return 'none';
      return unread.has(document.id) ? 'pending' : (made.get(document.sha256) ?? 'pending');
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
