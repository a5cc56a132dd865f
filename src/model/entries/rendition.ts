/** What is made from the bytes of a content, so that it is found and recognised: its text and its thumbnails. */
export type RenditionPart = 'text' | 'thumbnail';

/** How far a rendition can be. */
export const RENDITION_STATES = ['ready', 'pending', 'none', 'failed'] as const;

/**
 * How far a rendition is: `none` when the content has nothing of the kind, `failed` when it was given up,
 * with a reason.
 */
export type RenditionState = (typeof RENDITION_STATES)[number];

/** Longest sides that thumbnails are made in, in pixels. */
export const THUMBNAIL_SIZES = [128, 256, 512] as const;

/** Longest side of a thumbnail, in pixels. */
export type ThumbnailSize = (typeof THUMBNAIL_SIZES)[number];

/** There is nothing to make: a photograph has no text. */
interface Nothing {
  readonly state: 'none';
}

/** The content cannot be read, and trying again would not help. */
interface Failure {
  readonly state: 'failed';
  /** One sentence for users. */
  readonly reason: string;
}

/** The text of a content. */
export type TextResult =
  /** `text` is UTF-8, at most 2 MiB, never empty. */
  { readonly state: 'ready'; readonly text: Uint8Array } | Nothing | Failure;

/** How large a content is, other than in bytes. What it does not have is null. */
export interface Media {
  /** Width of a picture in pixels, as it is shown. */
  readonly width: number | null;
  /** Height of a picture in pixels, as it is shown. */
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

/** What was made from one content. A part that was not wanted is `none`. */
export interface Rendered {
  readonly text: TextResult;
  readonly thumbnail: ThumbnailResult;
}

/** A content whose thumbnails a user waits for. */
export interface RenditionDemand {
  readonly sha256: string;
  readonly userId: number;
}

/** A content that something is to be made from. */
export interface RenditionTask {
  readonly sha256: string;
  /** Size of the content in bytes. */
  readonly size: number;
  readonly wants: readonly RenditionPart[];
}

/** The result where there is nothing to be made. */
export const NOTHING_MADE: Rendered = { text: { state: 'none' }, thumbnail: { state: 'none' } };

/** The result where nothing that is wanted can be made, for one reason. */
export function allFailed(reason: string, wants: readonly RenditionPart[]): Rendered {
  const stateOf = (part: RenditionPart) =>
    wants.includes(part) ? ({ state: 'failed', reason } as const) : ({ state: 'none' } as const);
  return { text: stateOf('text'), thumbnail: stateOf('thumbnail') };
}
