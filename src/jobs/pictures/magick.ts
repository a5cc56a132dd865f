import type * as Package from '@imagemagick/magick-wasm';
import type { IMagickImage } from '@imagemagick/magick-wasm';
import { readAsset } from '../formats/assets.ts';
import type { Picture } from '../formats/picture.ts';

/** ImageMagick in WebAssembly: it sees neither files nor network, and takes no more memory than allowed. */
export type Magick = typeof Package;

/** The name under which ImageMagick knows its font. */
export const FONT = 'DejaVu Sans';

/** A picture of 40 megapixels takes 160 MB, and up to 320 MB while its transparency is found. */
const MAX_MEMORY = 384n * 2n ** 20n;
const MAX_PROFILE_BYTES = 4n * 2n ** 20n;

let magick: Promise<Magick> | undefined;

/** ImageMagick takes some 40 MB of memory, so it is loaded when the first picture needs it. */
export function loadMagick(): Promise<Magick> {
  magick ??= load();
  return magick;
}

async function load(): Promise<Magick> {
  const library = await import('@imagemagick/magick-wasm');
  // Given the bytes, the library would keep them beside what was compiled of them: 14 MiB.
  await library.initializeImageMagick(await WebAssembly.compile(await readAsset('imageMagick')));
  library.Magick.addFont(FONT, await readAsset('font'));
  const limits = library.ResourceLimits;
  limits.memory = MAX_MEMORY;
  limits.maxMemoryRequest = MAX_MEMORY;
  limits.maxProfileSize = MAX_PROFILE_BYTES;
  // What does not fit into memory is refused.
  limits.disk = 0n;
  return library;
}

/** The pixels of a picture, which must not be larger than needed: they are copied. Changes the picture. */
export function pixelsOf({ MagickFormat }: Magick, picture: IMagickImage): Picture {
  picture.depth = 8;
  const rgba = picture.write(MagickFormat.Rgba, (bytes) => Buffer.from(bytes));
  return { width: picture.width, height: picture.height, rgba };
}
