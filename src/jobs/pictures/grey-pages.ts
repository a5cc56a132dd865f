import { Unreadable } from '../formats/unreadable.ts';
import { asUnreadable, FORMATS, type ImageKind, MAX_PIXELS, TOO_LARGE } from './image.ts';
import { loadMagick, type Magick } from './magick.ts';

/** How pages are drawn. */
interface Limits {
  /** In pixels. Larger pages are made smaller. */
  readonly longestSide: number;
  /** Later pages are left out. */
  readonly maxPages: number;
}

/** One byte for each pixel, 0 is black, row by row from the top. */
interface GreyPage {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/**
 * Passes the pages of a TIFF, or the one picture of another file, to `use`, one after the other, upright and in
 * shades of grey.
 * @throws Unreadable
 */
export async function imageGreyPages(
  content: Uint8Array,
  kind: ImageKind,
  { longestSide, maxPages }: Limits,
  use: (page: GreyPage) => Promise<void>,
): Promise<void> {
  const magick = await loadMagick();
  // The other pictures of an animation hardly say anything else.
  const sizes = sizesOf(magick, content, kind, kind === 'tiff' ? maxPages : 1);
  for (const [index, pixels] of sizes.entries()) {
    if (pixels > MAX_PIXELS) throw new Unreadable(TOO_LARGE);
    await use(greyPage(magick, content, kind, { index, longestSide }));
  }
}

/** The number of pixels of each page, which is known before one is decoded. */
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
