import type { IMagickImage } from '@imagemagick/magick-wasm';
import type { Magick } from './magick.ts';

export type Size = 128 | 256 | 512;

/** The thumbnails of one content: the longest side of each is its key, or less where the original is smaller. */
export interface Thumbnails {
  readonly type: 'image/jpeg' | 'image/png';
  readonly images: ReadonlyMap<Size, Buffer>;
}

/** Each is made from the one before. */
const SIZES: readonly Size[] = [512, 256, 128];
export const LARGEST = 512;
const JPEG_QUALITY = 80;
const MAX_PROFILE_BYTES = 4096;

/** Makes the thumbnails of a picture. Changes the picture. */
export function shrink(magick: Magick, picture: IMagickImage): Thumbnails {
  fit(picture, LARGEST);
  picture.autoOrient();
  simplify(magick, picture);
  const isTransparent = picture.hasAlpha && !picture.isOpaque;
  picture.format = isTransparent ? magick.MagickFormat.Png : magick.MagickFormat.Jpeg;
  if (!isTransparent) picture.quality = JPEG_QUALITY;
  const images = new Map<Size, Buffer>();
  for (const size of SIZES) {
    fit(picture, size);
    images.set(
      size,
      picture.write((bytes) => Buffer.from(bytes)),
    );
  }
  return { type: isTransparent ? 'image/png' : 'image/jpeg', images };
}

function fit(picture: IMagickImage, size: number): void {
  if (Math.max(picture.width, picture.height) > size) picture.thumbnail(size, size);
}

/**
 * Makes the colours those of screens, and removes what pictures carry beside their pixels: the place where
 * they were taken, other thumbnails. A small colour profile stays: without it, the photographs of many phones
 * look dull.
 */
function simplify({ ColorSpace }: Magick, picture: IMagickImage): void {
  const profile = picture.colorSpace === ColorSpace.sRGB ? picture.getColorProfile() : null;
  picture.strip();
  if (profile?.colorSpace === ColorSpace.sRGB && profile.data.length <= MAX_PROFILE_BYTES) {
    picture.setProfile(profile);
  }
  if (picture.colorSpace !== ColorSpace.Gray) picture.colorSpace = ColorSpace.sRGB;
}
