import { type Kind, kindOf } from '../formats/kind.ts';
import { Unreadable } from '../formats/unreadable.ts';
import { zipEntry } from '../formats/zip-reader.ts';
import { imageThumbnails, isImage } from './image.ts';
import type { Thumbnails } from './thumbnails.ts';

/** Paths of the embedded thumbnail of the first page. */
const OPEN_DOCUMENT = ['Thumbnails/thumbnail.png'];
const OFFICE = ['docProps/thumbnail.jpeg', 'docProps/thumbnail.jpg', 'docProps/thumbnail.png'];
const PATHS: Partial<Record<Kind, readonly string[]>> = {
  odt: OPEN_DOCUMENT,
  ods: OPEN_DOCUMENT,
  odp: OPEN_DOCUMENT,
  docx: OFFICE,
  xlsx: OFFICE,
  pptx: OFFICE,
};
const MAX_BYTES = 4 * 2 ** 20;

/**
 * Thumbnails made from the embedded thumbnail of a document's first page.
 * @returns undefined if the document has no readable embedded thumbnail
 * @throws {Unreadable} if the document is damaged
 */
export async function embeddedThumbnails(content: Uint8Array, kind: Kind): Promise<Thumbnails | undefined> {
  for (const path of PATHS[kind] ?? []) {
    const picture = await zipEntry(content, path, MAX_BYTES);
    const thumbnails = picture && (await readable(picture));
    if (thumbnails) return thumbnails;
  }
  return undefined;
}

async function readable(picture: Buffer): Promise<Thumbnails | undefined> {
  const kind = await kindOf(picture);
  if (!isImage(kind)) return undefined;
  try {
    // The size of the embedded thumbnail is not the size of the document.
    return { ...(await imageThumbnails(picture, kind)), media: null };
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
