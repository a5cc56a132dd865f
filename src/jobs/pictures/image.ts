import type { IMagickImage } from '@imagemagick/magick-wasm';
import type { Media } from '../../model/entries/rendition.ts';
import { message } from '../../model/errors/messages.ts';
import type { Kind } from '../formats/kind.ts';
import type { Picture } from '../formats/picture.ts';
import { Unreadable } from '../formats/unreadable.ts';
import { loadMagick, type Magick, pixelsOf } from './magick.ts';
import { srgbProfile } from './srgb.ts';
import { LARGEST, shrink, type Thumbnails } from './thumbnails.ts';

/** Larger pictures are not read: decoding takes four bytes for each pixel. */
export const MAX_PIXELS = 40_000_000;
/** The reason for users. */
export const TOO_LARGE = message('picture_too_large').text;
/** The decoder of JPEG makes a picture smaller while it reads it, at no cost, but not below this. */
const DECODED_SIDE = LARGEST * 1.5;
/** Longest side of what the thumbnails are made from. More could hardly be seen in them. */
const MAX_SIDE = LARGEST * 2;

/** What ImageMagick calls each kind of picture. */
export const FORMATS = {
  jpeg: 'JPEG',
  png: 'PNG',
  gif: 'GIF',
  bmp: 'BMP',
  tiff: 'TIFF',
  webp: 'WEBP',
  avif: 'AVIF',
  heic: 'HEIC',
} as const;

/** The kinds of content that are pictures. */
export type ImageKind = keyof typeof FORMATS;

export function isImage(kind: Kind): kind is ImageKind {
  return kind in FORMATS;
}

/**
 * The thumbnails of a picture, or of its first frame or page.
 * @throws Unreadable
 */
export async function imageThumbnails(content: Uint8Array, kind: ImageKind): Promise<Thumbnails> {
  const { picture, media } = await decoded(content, kind);
  return shrink(picture, media);
}

/** The picture in the colours of screens, upright, and no larger than thumbnails need it; and how large it is. */
async function decoded(content: Uint8Array, kind: ImageKind): Promise<{ picture: Picture; media: Media }> {
  const magick = await loadMagick();
  try {
    const settings = new magick.MagickReadSettings({ format: FORMATS[kind], frameIndex: 0, frameCount: 1 });
    const { width, height } = magick.MagickImageInfo.create(content, settings);
    if (width * height > MAX_PIXELS) throw new Unreadable(TOO_LARGE);
    // The decoder would enlarge a small picture.
    if (Math.max(width, height) > DECODED_SIDE) {
      settings.setDefine(magick.MagickFormat.Jpeg, 'size', `${DECODED_SIDE}x${DECODED_SIDE}`);
    }
    return magick.ImageMagick.read(content, settings, (picture) => {
      if (Math.max(picture.width, picture.height) > MAX_SIDE) picture.thumbnail(MAX_SIDE, MAX_SIDE);
      // The information above has no orientation for WebP.
      const isOnItsSide = picture.orientation >= magick.Orientation.LeftTop;
      picture.autoOrient();
      useScreenColors(magick, picture);
      const media = isOnItsSide ? { width: height, height: width } : { width, height };
      return { picture: pixelsOf(magick, picture), media: { ...media, pages: null } };
    });
  } catch (error) {
    throw asUnreadable(magick, error);
  }
}

/** Without this, the photographs of many phones would look dull, and pictures for print wrong. */
function useScreenColors(magick: Magick, picture: IMagickImage): void {
  try {
    const isProfileFit = picture.getColorProfile()?.colorSpace === picture.colorSpace;
    if (isProfileFit) picture.transformColorSpace(srgbProfile(magick));
  } catch (error) {
    // The profile is damaged. The picture shows well enough without.
    if (!(error instanceof magick.MagickError)) throw error;
  }
  picture.colorSpace = magick.ColorSpace.sRGB;
}

const DAMAGED = message('picture_damaged').text;

/** The error for users, if it was ImageMagick that failed. */
export function asUnreadable({ MagickError }: Magick, error: unknown): unknown {
  if (!(error instanceof MagickError)) return error;
  const isTooLarge = /ResourcesExhausted|MemoryAllocationFailed/.test(error.message);
  return new Unreadable(isTooLarge ? message('picture_needs_memory').text : DAMAGED, {
    cause: error,
  });
}
