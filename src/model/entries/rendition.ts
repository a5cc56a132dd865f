/** Data derived from the bytes of a content, for search and recognition: its text and its thumbnails. */
export type RenditionPart = 'text' | 'thumbnail';

/** States of a rendition. */
export const RENDITION_STATES = ['ready', 'pending', 'none', 'failed'] as const;

/** State of a rendition: `none` if the content has nothing of this kind, `failed` if it was given up, with a reason. */
export type RenditionState = (typeof RENDITION_STATES)[number];

/** Sizes of thumbnails: longest side in pixels. */
export const THUMBNAIL_SIZES = [128, 256, 512] as const;

/** Longest side of a thumbnail, in pixels. */
export type ThumbnailSize = (typeof THUMBNAIL_SIZES)[number];

/** The content has nothing to derive: a photograph has no text. */
interface Nothing {
  readonly state: 'none';
}

/** The content cannot be read, and a retry would not help. */
interface Failure {
  readonly state: 'failed';
  /** One sentence for users. */
  readonly reason: string;
}

/** The text of a content. */
export type TextResult =
  /** `text` is UTF-8, at most 2 MiB, never empty. */
  { readonly state: 'ready'; readonly text: Uint8Array } | Nothing | Failure;

/** Dimensions of a content. Dimensions that do not apply are null. */
export interface Media {
  /** Width of a picture in pixels, as displayed. */
  readonly width: number | null;
  /** Height of a picture in pixels, as displayed. */
  readonly height: number | null;
  /** Number of pages of a PDF. */
  readonly pages: number | null;
}

/** The thumbnails of a content. */
export type ThumbnailResult =
  | {
      readonly state: 'ready';
      readonly type: 'image/jpeg' | 'image/png';
      readonly images: Readonly<Record<ThumbnailSize, Uint8Array>>;
      /** Null unless the content is a picture or a PDF. */
      readonly media: Media | null;
    }
  | Nothing
  | Failure;

/** The renditions of one content. A part that was not requested is `none`. */
export interface Rendered {
  readonly text: TextResult;
  readonly thumbnail: ThumbnailResult;
}

/** A content whose thumbnails a user is waiting for. */
export interface RenditionDemand {
  readonly sha256: string;
  readonly userId: number;
}

/** A content with the renditions to make. */
export interface RenditionTask {
  readonly sha256: string;
  /** Size of the content in bytes. */
  readonly size: number;
  readonly wants: readonly RenditionPart[];
}

/** The result without any rendition. */
export const NOTHING_MADE: Rendered = { text: { state: 'none' }, thumbnail: { state: 'none' } };

/** The result if none of the requested parts can be made, for one reason. */
export function allFailed(reason: string, wants: readonly RenditionPart[]): Rendered {
  const stateOf = (part: RenditionPart) =>
    wants.includes(part) ? ({ state: 'failed', reason } as const) : ({ state: 'none' } as const);
  return { text: stateOf('text'), thumbnail: stateOf('thumbnail') };
}
