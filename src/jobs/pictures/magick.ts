import type * as Package from '@imagemagick/magick-wasm';
import type { IMagickImage } from '@imagemagick/magick-wasm';
import { readAsset } from '../formats/assets.ts';
import type { Picture } from '../formats/picture.ts';

/** ImageMagick in WebAssembly. It has no access to files or the network, and its memory is limited. */
export type Magick = typeof Package;

/** Name under which the font is registered with ImageMagick. */
export const FONT = 'DejaVu Sans';

/** A picture of 40 megapixels takes 160 MB, and up to 320 MB while its transparency is determined. */
const MAX_MEMORY = 384n * 2n ** 20n;
const MAX_PROFILE_BYTES = 4n * 2n ** 20n;

let magick: Promise<Magick> | undefined;

/** Loads ImageMagick on first use, because it takes some 40 MB of memory. */
export function loadMagick(): Promise<Magick> {
  magick ??= load();
  return magick;
}

async function load(): Promise<Magick> {
  const library = await import('@imagemagick/magick-wasm');
  // The library would keep the bytes in addition to the compiled module (14 MiB), so it is passed the module only.
  await library.initializeImageMagick(await WebAssembly.compile(await readAsset('imageMagick')));
  library.Magick.addFont(FONT, await readAsset('font'));
  const limits = library.ResourceLimits;
  limits.memory = MAX_MEMORY;
  limits.maxMemoryRequest = MAX_MEMORY;
  limits.maxProfileSize = MAX_PROFILE_BYTES;
  // No swapping to disk: pictures that exceed the memory limit are rejected.
  limits.disk = 0n;
  return library;
}

/**
 * Pixels of a picture. They are copied, so the picture should be no larger than needed. Changes the depth of the
 * picture.
 */
export function pixelsOf({ MagickFormat }: Magick, picture: IMagickImage): Picture {
  picture.depth = 8;
  const rgba = picture.write(MagickFormat.Rgba, (bytes) => Buffer.from(bytes));
  return { width: picture.width, height: picture.height, rgba };
}
