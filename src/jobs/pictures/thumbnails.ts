import type { Media } from '../../model/entries/rendition.ts';
import type { Picture } from '../formats/picture.ts';
import { loadJimp } from './jimp.ts';

export type Size = 128 | 256 | 512;

/**
 * Thumbnails of one content, by the length of their longest side. A thumbnail is smaller if the original is smaller.
 */
export interface Thumbnails {
  readonly type: 'image/jpeg' | 'image/png';
  readonly images: ReadonlyMap<Size, Buffer>;
  /** Size of the content; null unless it is a picture or a PDF. */
  readonly media: Media | null;
}

/** In descending order: each thumbnail is made from the previous one. */
const SIZES: readonly Size[] = [512, 256, 128];
export const LARGEST = 512;
const JPEG_QUALITY = 80;

/**
 * Makes the thumbnails of a picture: PNG if any part is transparent, otherwise JPEG.
 * @param media size of the content from which the picture was made
 */
export async function shrink({ width, height, rgba }: Picture, media: Media | null): Promise<Thumbnails> {
  const Jimp = await loadJimp();
  const data = Buffer.from(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  const picture = new Jimp({ width, height, data });
  const isTransparent = picture.hasAlpha();
  const images = new Map<Size, Buffer>();
  for (const size of SIZES) {
    if (Math.max(picture.width, picture.height) > size) picture.scaleToFit({ w: size, h: size });
    const image = isTransparent
      ? await picture.getBuffer('image/png')
      : await picture.getBuffer('image/jpeg', { quality: JPEG_QUALITY });
    images.set(size, image);
  }
  return { type: isTransparent ? 'image/png' : 'image/jpeg', images, media };
}
