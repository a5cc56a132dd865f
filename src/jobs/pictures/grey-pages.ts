import { Unreadable } from '../formats/unreadable.ts';
import { asUnreadable, FORMATS, type ImageKind, MAX_PIXELS, TOO_LARGE } from './image.ts';
import { loadMagick, type Magick } from './magick.ts';

/** Limits for page images. */
interface Limits {
  /** In pixels. Larger pages are scaled down. */
  readonly longestSide: number;
  /** Maximum number of pages; later pages are skipped. */
  readonly maxPages: number;
}

/** Greyscale: one byte per pixel, 0 is black, row by row from the top. */
interface GreyPage {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/**
 * Passes the pages of a TIFF, or the single picture of another format, to `use` one at a time, upright and in
 * greyscale.
 * @throws {Unreadable}
 */
export async function imageGreyPages(
  content: Uint8Array,
  kind: ImageKind,
  { longestSide, maxPages }: Limits,
  use: (page: GreyPage) => Promise<void>,
): Promise<void> {
  const magick = await loadMagick();
  // Other frames of an animation rarely contain other text.
  const sizes = sizesOf(magick, content, kind, kind === 'tiff' ? maxPages : 1);
  for (const [index, pixels] of sizes.entries()) {
    if (pixels > MAX_PIXELS) throw new Unreadable(TOO_LARGE);
    await use(greyPage(magick, content, kind, { index, longestSide }));
  }
}

/** Number of pixels per page, read without decoding any page. */
function sizesOf(magick: Magick, content: Uint8Array, kind: ImageKind, frameCount: number): number[] {
  const pages = magick.MagickImageCollection.create();
  try {
    pages.ping(content, new magick.MagickReadSettings({ format: FORMATS[kind], frameIndex: 0, frameCount }));
    return pages.map(({ width, height }) => width * height);
  } catch (error) {
    throw asUnreadable(magick, error);
  } finally {
    pages.dispose();
  }
}

function greyPage(
  magick: Magick,
  content: Uint8Array,
  kind: ImageKind,
  { index, longestSide }: { index: number; longestSide: number },
): GreyPage {
  const settings = new magick.MagickReadSettings({ format: FORMATS[kind], frameIndex: index, frameCount: 1 });
  try {
    return magick.ImageMagick.read(content, settings, (picture) => {
      const { width, height } = picture;
      if (Math.max(width, height) > longestSide) picture.resize(longestSide, longestSide);
      picture.autoOrient();
      picture.backgroundColor = magick.MagickColors.White;
      picture.alpha(magick.AlphaAction.Remove);
      picture.grayscale();
      picture.depth = 8;
      const grey = picture.write(magick.MagickFormat.Gray, (bytes) => Buffer.from(bytes));
      return { width: picture.width, height: picture.height, grey };
    });
  } catch (error) {
    throw asUnreadable(magick, error);
  }
}
