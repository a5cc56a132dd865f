import type { Kind } from '../formats/kind.ts';
import { pdfGreyPages } from '../formats/pdfium.ts';
import { imageGreyPages } from '../pictures/grey-pages.ts';
import { isImage } from '../pictures/image.ts';
import { PAGE_DPI } from './messages.ts';

/** An A4 page at 300 dpi has 2,480 × 3,508 pixels. */
const LIMITS = { resolution: PAGE_DPI, longestSide: 4200, maxPages: 20 };

/** A greyscale page image: one byte per pixel, 0 is black, row by row from the top. */
export interface Page {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** Recognizes the text of a page. */
export type ReadPage = (page: Page) => Promise<string>;

/**
 * Text of a scanned document; '' if the content is not a scan or contains no text.
 * @throws {Unreadable}
 */
export async function textOfPages(content: Uint8Array, kind: Kind, readPage: ReadPage): Promise<string> {
  const texts: string[] = [];
  const read = async (page: Page): Promise<void> => void texts.push(await readPage(page));
  if (kind === 'pdf') await pdfGreyPages(content, LIMITS, read);
  else if (isImage(kind)) await imageGreyPages(content, kind, LIMITS, read);
  return texts.join('\n').trim();
}
