import type { Kind } from '../formats/kind.ts';
import { pdfPicture } from '../formats/pdfium.ts';
import { embeddedThumbnails } from './embedded-thumbnails.ts';
import { imageThumbnails, isImage } from './image.ts';
import { textThumbnails } from './text-page.ts';
import { LARGEST, shrink, type Thumbnails } from './thumbnails.ts';

export type { Thumbnails } from './thumbnails.ts';

/** Whether thumbnails of this format are made from the text, unless the content has an embedded thumbnail. */
export function showsText(kind: Kind): boolean {
  return !isImage(kind) && kind !== 'pdf';
}

/**
 * Makes the thumbnails of a content. The source depends on the format:
 * - the picture itself
 * - the first page of a PDF
 * - the embedded thumbnail of an Office file
 * - otherwise the first lines of the text
 * @param text text of the content, '' if it has none; needed only if {@link showsText} is true
 * @returns undefined if no thumbnail can be made
 * @throws {Unreadable}
 */
export async function thumbnailsOf(
  content: Uint8Array,
  kind: Kind,
  text: string,
): Promise<Thumbnails | undefined> {
  if (isImage(kind)) return imageThumbnails(content, kind);
  if (kind === 'pdf') return pdfThumbnails(content);
  return (await embeddedThumbnails(content, kind)) ?? textThumbnails(text);
}

async function pdfThumbnails(content: Uint8Array): Promise<Thumbnails> {
  const { pages, ...picture } = await pdfPicture(content, LARGEST);
  return shrink(picture, { width: null, height: null, pages });
}
