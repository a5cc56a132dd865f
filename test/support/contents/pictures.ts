import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { loadMagick } from '../../../src/jobs/pictures/magick.ts';

const COLORS: Readonly<Record<string, readonly [number, number, number]>> = {
  red: [208, 0, 0],
  green: [0, 192, 0],
  blue: [0, 0, 208],
  white: [240, 240, 240],
  black: [0, 0, 0],
};

/** A picture file of test/fixtures/pictures: 96 × 64 pixels, one colour per quarter. */
export function pictureFile(name: string): Promise<Buffer> {
  return readFile(new URL(`../../fixtures/pictures/${name}`, import.meta.url));
}

/** A decoded picture: its size, and the colour in the middle of each quarter, row by row. */
export interface Seen {
  readonly width: number;
  readonly height: number;
  readonly quarters: readonly string[];
}

export async function seen(file: Buffer | undefined): Promise<Seen> {
  assert.ok(file);
  const { width, height, quarters } = await decoded(file);
  return { width, height, quarters: quarters.map(colorName) };
}

/**
 * Maximum deviation of the red, green and blue values of a picture in test/fixtures/pictures from the expected values.
 */
export async function colorError(file: Buffer | undefined): Promise<number> {
  assert.ok(file);
  const { quarters } = await decoded(file);
  const colors = ['red', 'green', 'blue', 'white'].map((name) => COLORS[name] ?? []);
  const errors = colors.flat().map((value, index) => {
    const found = quarters[Math.floor(index / 3)]?.[index % 3] ?? Number.POSITIVE_INFINITY;
    return Math.abs(found - value);
  });
  return Math.max(...errors);
}

/** Red, green, blue and opacity in the middle of each quarter, as stored in the file, ignoring its colour profile. */
async function decoded(file: Buffer): Promise<{ width: number; height: number; quarters: number[][] }> {
  const magick = await loadMagick();
  return magick.ImageMagick.read(file, (picture) => {
    const { width, height } = picture;
    const rgba = picture.getPixels((pixels) => pixels.toByteArray(0, 0, width, height, 'RGBA'));
    assert.ok(rgba);
    const quarters = [0.25, 0.75].flatMap((down) =>
      [0.25, 0.75].map((right) => {
        const start = (Math.floor(height * down) * width + Math.floor(width * right)) * 4;
        return [...rgba.subarray(start, start + 4)];
      }),
    );
    return { width, height, quarters };
  });
}

function colorName([red = 0, green = 0, blue = 0, opacity = 0]: number[]): string {
  if (opacity < 128) return 'none';
  const distances = Object.entries(COLORS).map(([name, [r, g, b]]) => ({
    name,
    distance: Math.hypot(red - r, green - g, blue - b),
  }));
  return distances.sort((one, other) => one.distance - other.distance)[0]?.name ?? '';
}

/** A picture of test/fixtures/pictures, enlarged. */
export async function enlarged(
  name: string,
  width: number,
  height: number,
  format: 'JPEG' | 'PNG' = 'PNG',
): Promise<Buffer> {
  const magick = await loadMagick();
  return magick.ImageMagick.read(await pictureFile(name), (picture) => {
    picture.resize(width, height, magick.FilterType.Point);
    return picture.write(format, (bytes) => Buffer.from(bytes));
  });
}

/** A PNG without transparency. `scanlines` are raw; each starts with its filter number. */
export function pngOf(width: number, height: number, bitDepth: number, scanlines: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bitDepth;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(scanlines)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

/** A JPEG with an EXIF orientation from 1 to 8. */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from(
    'ffe1002245786966000049492a000800000001001201030001000000000000000000000000',
    'hex',
  );
  exif.writeUInt16LE(orientation, 28);
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}
