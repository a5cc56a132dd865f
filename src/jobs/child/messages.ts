import type { Rendered, RenditionPart } from '../../model/entries/rendition.ts';

/*
 * Protocol between the service and the rendering process. Contents and pages are sent in chunks, because a large
 * message would block the event loop of the service.
 */

/**
 * A message to the rendering process. A `task` is followed by `size` bytes of content in chunks. After the first chunk,
 * the service sends the others only when the process requests them with `more`.
 */
export type ToChild =
  | {
      readonly type: 'task';
      readonly size: number;
      readonly wants: readonly RenditionPart[];
      /** True if OCR is configured: the process may send pictures of pages, and receives their text. */
      readonly canReadPages: boolean;
    }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** Text recognized on the last page sent. */
  | { readonly type: 'page-text'; readonly text: string };

/** A message from the rendering process. */
export type FromChild =
  /** The process is sandboxed and accepts tasks. Sent once. */
  | { readonly type: 'ready' }
  /** Requests the remaining chunks: the first chunk does not rule out renditions. */
  | { readonly type: 'more' }
  /** A chunk of a page image to recognize the text of. */
  | { readonly type: 'page'; readonly bytes: Uint8Array; readonly isLast: boolean }
  /** The result of a task. `faults` are unexpected errors, for the log. */
  | { readonly type: 'rendered'; readonly rendered: Rendered; readonly faults: readonly string[] };

/** Maximum chunk size of a content or a page, in bytes. */
export const CHUNK_BYTES = 512 * 1024;

/** Resolution of page images, in pixels per inch. */
export const PAGE_DPI = 300;
