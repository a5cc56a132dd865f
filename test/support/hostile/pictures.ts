import { deflateSync } from 'node:zlib';
import { pictureFile, pngOf } from '../contents/pictures.ts';
import type { HostileContents } from './hostile.ts';

/** The size follows the marker, the length of the segment and the depth. */
function jpegOfSize(file: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(file);
  const frame = copy.indexOf(Buffer.from('ffc2', 'hex'));
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
}

/** Repeats the scans of a progressive JPEG. */
function jpegOfScans(file: Buffer, times: number): Buffer {
  const scan = file.indexOf(Buffer.from('ffda', 'hex'));
  const scans = file.subarray(scan, -2);
  return Buffer.concat([
    file.subarray(0, scan),
    ...Array.from({ length: times }, () => scans),
    file.subarray(-2),
  ]);
}

function gif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.from('474946383961000000008000000000000000ff', 'hex');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from('2c0000000000000000000202440100', 'hex');
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** Each directory of a TIFF contains the offset of the next one. Here it points to itself. */
function tiffInCircles(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const directory = copy.readUInt32LE(4);
  copy.writeUInt32LE(directory, directory + 2 + 12 * copy.readUInt16LE(directory));
  return copy;
}

/** A WebP with the maximum canvas size of the format, and the frames of a small picture. */
function webpOfSize(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const canvas = copy.indexOf('VP8X');
  if (canvas >= 0) copy.fill(0xff, canvas + 12, canvas + 18);
  return copy;
}

/** Pictures that are huge, claim to be huge, or take long to decode. */
export async function hostilePictures(): Promise<HostileContents> {
  const [progressive, tiff, webp] = await Promise.all(
    ['progressive.jpg', 'pages.tif', 'animated.webp'].map(pictureFile),
  );
  if (!progressive || !tiff || !webp) throw new Error('the pictures are missing');
  return all(progressive, tiff, webp);
}

function* all(progressive: Buffer, tiff: Buffer, webp: Buffer): HostileContents {
  const side = 30_000;
  yield {
    name: 'PNG of 30,000² that is really there',
    content: () => pngOf(side, side, 1, Buffer.alloc(side * (1 + side / 8))),
  };
  yield { name: 'PNG of 30,000² that is not there', content: () => pngOf(side, side, 8, Buffer.alloc(10)) };
  yield { name: 'PNG of 6,000²', content: () => pngOf(6000, 6000, 8, Buffer.alloc(6000 * 6001)) };
  yield { name: 'PNG of 1 × 40 million', content: () => pngOf(1, 40_000_000, 8, Buffer.alloc(80_000_000)) };
  yield { name: 'PNG of nothing', content: () => pngOf(0, 0, 8, Buffer.alloc(0)) };
  yield { name: 'PNG with 256 MiB behind one pixel', content: () => pngOf(1, 1, 8, Buffer.alloc(2 ** 28)) };
  yield { name: 'PNG with a comment of 256 MiB', content: () => pngWithComment() };
  yield { name: 'JPEG of 65,500²', content: () => jpegOfSize(progressive, 65_500, 65_500) };
  yield { name: 'JPEG of 6,300² with 96 × 64 pixels', content: () => jpegOfSize(progressive, 6300, 6300) };
  yield {
    name: 'JPEG of 6,300² with 20,000 scans',
    content: () => jpegOfScans(jpegOfSize(progressive, 6300, 6300), 20_000),
  };
  yield { name: 'GIF of 65,535²', content: () => gif(65_535, 65_535, 1) };
  yield { name: 'GIF of 6,000² with 10,000 frames', content: () => gif(6000, 6000, 10_000) };
  yield { name: 'GIF of 100² with a million frames', content: () => gif(100, 100, 1_000_000) };
  yield { name: 'TIFF whose pages go round in circles', content: () => tiffInCircles(tiff) };
  yield { name: 'WebP of 16,777,216²', content: () => webpOfSize(webp) };
}

function pngWithComment(): Buffer {
  const png = pngOf(1, 1, 8, Buffer.alloc(2));
  const text = Buffer.concat([Buffer.from('zTXtx\0\0', 'latin1'), deflateSync(Buffer.alloc(2 ** 28, 'a'))]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length - 4);
  // The checksum is wrong, but decoders rarely check it for a chunk that they do not need.
  return Buffer.concat([png.subarray(0, 33), length, text, Buffer.alloc(4), png.subarray(33)]);
}
