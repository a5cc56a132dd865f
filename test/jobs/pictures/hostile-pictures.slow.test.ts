import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { kindOf } from '../../../src/jobs/formats/kind.ts';
import { Unreadable } from '../../../src/jobs/formats/unreadable.ts';
import { type ImageKind, imageThumbnails, isImage } from '../../../src/jobs/pictures/image.ts';
import { thumbnailsOf } from '../../../src/jobs/pictures/pictures.ts';
import { pdfWithPages, textDrawing } from '../../support/contents/pdf.ts';
import { pictureFile, pngOf, seen } from '../../support/contents/pictures.ts';
import { part, zip } from '../../support/contents/zip.ts';

const FILES = readdirSync(new URL('../../fixtures/pictures/', import.meta.url));
/** Pictures of which a few bytes are changed. The trial `test/jobs/hostile-contents.trial.ts` changes more. */
const CHANGED = 60;
const TOO_LARGE = 'The picture has more than 40 megapixels.';

async function kindOfFile(file: Buffer): Promise<ImageKind> {
  const kind = await kindOf(file);
  assert.ok(isImage(kind));
  return kind;
}

/** Every error but Unreadable fails the test. */
async function ended(making: Promise<unknown>): Promise<void> {
  await making.catch((error: unknown) => {
    if (!(error instanceof Unreadable)) throw error;
    assert.match(error.message, /^[A-Z][^/\n]+\.$/);
  });
}

async function isRefused(kind: ImageKind, file: Buffer): Promise<void> {
  await assert.rejects(imageThumbnails(file, kind), (error) => {
    assert.ok(error instanceof Unreadable, String(error));
    assert.equal(error.message, TOO_LARGE);
    return true;
  });
}

async function patched(name: string, patch: (file: Buffer) => void): Promise<Buffer> {
  const file = await pictureFile(name);
  patch(file);
  return file;
}

/** A generator of numbers below 2²⁴ that are the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // The lower bits repeat soon.
    return state >>> 8;
  };
}

/** Changes one to eight bytes. */
function change(file: Buffer, next: () => number): void {
  for (let left = next() % 8; left >= 0; left--) file[next() % file.length] = next() & 0xff;
}

describe('a picture that says that it is huge', () => {
  it('is refused before it is decoded', async () => {
    await isRefused('png', pngOf(30_000, 30_000, 8, Buffer.alloc(10)));
    const bmp = await patched('plain.bmp', (file) => {
      file.writeInt32LE(30_000, 18);
      file.writeInt32LE(30_000, 22);
    });
    await isRefused('bmp', bmp);
    const gif = await patched('animated.gif', (file) => {
      const frame = file.indexOf(Buffer.from('2c0000000060004000', 'hex'));
      file.fill(0xff, frame + 5, frame + 9);
    });
    await isRefused('gif', gif);
    const jpeg = await patched('baseline.jpg', (file) => {
      const frame = file.indexOf(Buffer.from('ffc0', 'hex'));
      file.fill(0xf0, frame + 5, frame + 9);
    });
    await isRefused('jpeg', jpeg);
    const tiff = await patched('lzw.tif', (file) => {
      const directory = file.readUInt32LE(4);
      const end = directory + 2 + 12 * file.readUInt16LE(directory);
      // Width, height, and the height of the first strip.
      for (let entry = directory + 2; entry < end; entry += 12) {
        if ([256, 257, 278].includes(file.readUInt16LE(entry))) file.writeUInt16LE(10_000, entry + 8);
      }
    });
    await isRefused('tiff', tiff);
  });

  it('is refused in one line over 40 megapixels', async () => {
    await isRefused('png', pngOf(8000, 5001, 8, Buffer.alloc(10)));
  });

  it('ends also where it is within the limit and holds nothing', async () => {
    await ended(imageThumbnails(pngOf(8000, 5000, 8, Buffer.alloc(10)), 'png'));
    const bmp = await patched('plain.bmp', (file) => {
      file.writeInt32LE(6000, 18);
      file.writeInt32LE(-6000, 22);
    });
    await ended(imageThumbnails(bmp, 'bmp'));
  });
});

describe('a picture with other bytes than it should have', () => {
  it('ends wherever it is cut', async () => {
    for (const name of FILES) {
      const file = await pictureFile(name);
      const kind = await kindOfFile(file);
      for (const tenth of [0, 2, 6]) {
        await ended(imageThumbnails(file.subarray(0, Math.floor((file.length * tenth) / 10)), kind));
      }
    }
  });

  it('ends as something else', async () => {
    for (const name of FILES) {
      const file = await pictureFile(name);
      const own = await kindOfFile(file);
      for (const kind of [
        'jpeg',
        'png',
        'gif',
        'bmp',
        'tiff',
        'webp',
        'avif',
        'heic',
        'pdf',
        'docx',
      ] as const) {
        if (kind !== own) await ended(thumbnailsOf(file, kind, ''));
      }
    }
  });

  it('ends wherever it is changed, and the next picture is made', async () => {
    const next = randomNumbers(11);
    for (let sample = 0; sample < CHANGED; sample++) {
      const file = await pictureFile(FILES[sample % FILES.length] ?? '');
      const kind = await kindOfFile(file);
      change(file, next);
      await ended(imageThumbnails(file, kind));
    }
    const good = await imageThumbnails(await pictureFile('interlaced.png'), 'png');
    assert.deepEqual((await seen(good.images.get(512))).quarters, ['red', 'green', 'blue', 'white']);
  });
});

describe('a document with other bytes than it should have', () => {
  it('ends wherever it is changed', async () => {
    const page = await pictureFile('truecolor.png');
    const pdf = pdfWithPages([textDrawing('first'), textDrawing('second')]);
    const odt = zip([part('content.xml', '<text/>'), part('Thumbnails/thumbnail.png', page)]);
    const next = randomNumbers(12);
    for (let sample = 0; sample < 40; sample++) {
      for (const [kind, file] of [
        ['pdf', Buffer.from(pdf)],
        ['odt', Buffer.from(odt)],
      ] as const) {
        change(file, next);
        await ended(thumbnailsOf(file, kind, 'text'));
      }
    }
  });
});
