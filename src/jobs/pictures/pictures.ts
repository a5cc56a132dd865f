import type { Kind } from '../formats/kind.ts';
import { pdfPicture } from '../formats/pdf.ts';
import { imageThumbnails, isImage } from './image.ts';
import { insideThumbnails } from './inside.ts';
import { textThumbnails } from './text-page.ts';
import { LARGEST, shrink, type Thumbnails } from './thumbnails.ts';

export type { Thumbnails } from './thumbnails.ts';

/** True for contents whose thumbnails show their text, at least if they keep no picture of themselves. */
export function showsText(kind: Kind): boolean {
  return !isImage(kind) && kind !== 'pdf';
}

/**
 * Makes the thumbnails of a content: of a picture, of the first page of a PDF, of the picture that an Office
 * file keeps of its first page, otherwise of the first lines of its text.
 * @param text the text of the content, '' if it has none; needed only if the content {@link showsText}
 * @returns undefined if there is nothing to show
 * @throws Unreadable
 */
export async function thumbnailsOf(
  content: Uint8Array,
  kind: Kind,
  text: string,
): Promise<Thumbnails | undefined> {
  if (isImage(kind)) return imageThumbnails(content, kind);
  if (kind === 'pdf') return pdfThumbnails(content);
  return (await insideThumbnails(content, kind)) ?? textThumbnails(text);
}

async function pdfThumbnails(content: Uint8Array): Promise<Thumbnails> {
  const { pages, ...picture } = await pdfPicture(content, LARGEST);
  return shrink(picture, { width: null, height: null, pages });
}
