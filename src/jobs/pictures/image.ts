import type { IMagickImage } from '@imagemagick/magick-wasm';
import type { Media } from '../../model/entries/rendition.ts';
import { message } from '../../model/errors/messages.ts';
import type { Kind } from '../formats/kind.ts';
import type { Picture } from '../formats/picture.ts';
import { Unreadable } from '../formats/unreadable.ts';
import { loadMagick, type Magick, pixelsOf } from './magick.ts';
import { srgbProfile } from './srgb.ts';
import { LARGEST, shrink, type Thumbnails } from './thumbnails.ts';

/** Maximum number of pixels of a picture. Decoding takes four bytes per pixel. */
export const MAX_PIXELS = 40_000_000;
/** The reason shown to users. */
export const TOO_LARGE = message('picture_too_large').text;
/**
 * The JPEG decoder scales a picture down while decoding, at no extra cost. This is the minimum size that it may scale
 * to.
 */
const DECODED_SIDE = LARGEST * 1.5;
/** Longest side of the picture from which thumbnails are made. More detail would not be visible. */
const MAX_SIDE = LARGEST * 2;

/** ImageMagick's names of the picture formats. */
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

/** Picture formats. */
export type ImageKind = keyof typeof FORMATS;

export function isImage(kind: Kind): kind is ImageKind {
  return kind in FORMATS;
}

/**
 * Thumbnails of a picture, or of its first frame or page.
 * @throws {Unreadable}
 */
export async function imageThumbnails(content: Uint8Array, kind: ImageKind): Promise<Thumbnails> {
  const { picture, media } = await decoded(content, kind);
  return shrink(picture, media);
}

/** The picture in sRGB, upright, and no larger than thumbnails need, together with its original size. */
async function decoded(content: Uint8Array, kind: ImageKind): Promise<{ picture: Picture; media: Media }> {
  const magick = await loadMagick();
  try {
    const settings = new magick.MagickReadSettings({ format: FORMATS[kind], frameIndex: 0, frameCount: 1 });
    const { width, height } = magick.MagickImageInfo.create(content, settings);
    if (width * height > MAX_PIXELS) throw new Unreadable(TOO_LARGE);
    // The decoder would enlarge a smaller picture.
    if (Math.max(width, height) > DECODED_SIDE) {
      settings.setDefine(magick.MagickFormat.Jpeg, 'size', `${DECODED_SIDE}x${DECODED_SIDE}`);
    }
    return magick.ImageMagick.read(content, settings, (picture) => {
      if (Math.max(picture.width, picture.height) > MAX_SIDE) picture.thumbnail(MAX_SIDE, MAX_SIDE);
      // `MagickImageInfo` above does not report the orientation of WebP.
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

/** Without the conversion, photographs from many phones look dull, and pictures for print have wrong colours. */
function useScreenColors(magick: Magick, picture: IMagickImage): void {
  try {
    const isProfileFit = picture.getColorProfile()?.colorSpace === picture.colorSpace;
    if (isProfileFit) picture.transformColorSpace(srgbProfile(magick));
  } catch (error) {
    // A damaged profile: the picture looks acceptable without it.
    if (!(error instanceof magick.MagickError)) throw error;
  }
  picture.colorSpace = magick.ColorSpace.sRGB;
}

const DAMAGED = message('picture_damaged').text;

/** Converts errors of ImageMagick to errors for users; returns other errors unchanged. */
export function asUnreadable({ MagickError }: Magick, error: unknown): unknown {
  if (!(error instanceof MagickError)) return error;
  const isTooLarge = /ResourcesExhausted|MemoryAllocationFailed/.test(error.message);
  return new Unreadable(isTooLarge ? message('picture_needs_memory').text : DAMAGED, {
    cause: error,
  });
}
