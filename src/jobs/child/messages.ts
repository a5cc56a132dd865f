import type { Rendered, RenditionPart } from '../../model/entries/rendition.ts';

/*
 * What the service and its child process say to each other. Contents and pages go in pieces, because a large
 * message would stop the event loop of the service for long.
 */

/**
 * A message to the child. After a task of `size` bytes as many follow, in pieces, unless it has answered by then. If they are more than one piece, the
 * others follow when the child asks for more.
 */
export type ToChild =
  | {
      readonly type: 'task';
      readonly size: number;
      readonly wants: readonly RenditionPart[];
      /** Pages may be sent to be read. */
      readonly canReadPages: boolean;
    }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** What the last page says. */
  | { readonly type: 'page-text'; readonly text: string };

/** A message from the child. */
export type FromChild =
  /** It is locked in, and can take a task. It says so once. */
  | { readonly type: 'ready' }
  /** The first piece does not show that nothing can be made: it wants the others. */
  | { readonly type: 'more' }
  /** A piece of a picture of a page, whose text it asks for. */
  | { readonly type: 'page'; readonly bytes: Uint8Array; readonly isLast: boolean }
  /** The task is done. `faults` are errors that nobody expected, for the log. */
  | { readonly type: 'rendered'; readonly rendered: Rendered; readonly faults: readonly string[] };

/** Longest piece of a content or a page, in bytes. */
export const PIECE_BYTES = 512 * 1024;

/** Resolution of pages, in pixels an inch. */
export const PAGE_DPI = 300;
