import type { Access } from '../access/access.ts';
import type { Context } from '../context.ts';
import { Indexing } from './indexing.ts';
import { RenditionQueue } from './rendition-queue.ts';
import { RenditionReader } from './rendition-reader.ts';
import { RenditionStates } from './rendition-states.ts';

export type { RenditionStates, RenditionStatus } from './rendition-states.ts';

/**
 * Creates the services that read texts and thumbnails of documents, and that queue and index them.
 * @param reserveBytes disk space that renditions leave free
 */
export function createRenditions(context: Context, access: Access, reserveBytes: number) {
  const queue = new RenditionQueue(context, reserveBytes);
  const states = new RenditionStates(context);
  return {
    indexing: new Indexing(context, queue),
    renditionQueue: queue,
    renditionStates: states,
    renditions: new RenditionReader(context, { access, queue, states }),
  };
}
