import type { Kind } from '../formats/kind.ts';
import { pdfGreyPages } from '../formats/pdf.ts';
import { imageGreyPages } from '../pictures/grey-pages.ts';
import { isImage } from '../pictures/image.ts';
import { PAGE_DPI } from './messages.ts';

/** An A4 sheet at 300 dots an inch is 2,480 × 3,508 pixels. */
const LIMITS = { resolution: PAGE_DPI, longestSide: 4200, maxPages: 20 };

/** A picture of a page in shades of grey: one byte for each pixel, 0 is black, row by row from the top. */
export interface Page {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** Asks somebody what a page says. */
export type ReadPage = (page: Page) => Promise<string>;

/** The text of a scan. '' if it is none, or none is found. @throws Unreadable */
export async function textOfPages(content: Uint8Array, kind: Kind, readPage: ReadPage): Promise<string> {
  const texts: string[] = [];
  const read = async (page: Page): Promise<void> => void texts.push(await readPage(page));
  if (kind === 'pdf') await pdfGreyPages(content, LIMITS, read);
  else if (isImage(kind)) await imageGreyPages(content, kind, LIMITS, read);
  return texts.join('\n').trim();
}
