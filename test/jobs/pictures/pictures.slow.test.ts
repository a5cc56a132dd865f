import assert from 'node:assert/strict';
import { kindOf } from '../../../src/jobs/formats/kind.ts';
import { type Thumbnails, thumbnailsOf } from '../../../src/jobs/pictures/pictures.ts';
import { pdfWithPages, textDrawing } from '../../support/contents/pdf.ts';
import {
  colorError,
  enlarged,
  pictureFile,
  pngOf,
  seen,
  withOrientation,
} from '../../support/contents/pictures.ts';
import { part, zip } from '../../support/contents/zip.ts';

const FOUR_COLORS = ['red', 'green', 'blue', 'white'];

async function made(content: Buffer, text = ''): Promise<Thumbnails> {
  const thumbnails = await thumbnailsOf(content, await kindOf(content), text);
  assert.ok(thumbnails);
  return thumbnails;
}

async function sizes({ images }: Thumbnails): Promise<(readonly [number, number, number])[]> {
  const found = [];
  for (const [size, image] of images) {
    const { width, height } = await seen(image);
    found.push([size, width, height] as const);
  }
  return found;
}

describe('the thumbnails of a picture', () => {
  for (const name of [
    'baseline.jpg',
    'progressive.jpg',
    'cmyk.jpg',
    'gray-profile.jpg',
    'truecolor.png',
    'depth16.png',
    'interlaced.png',
    'animated.gif',
    'plain.bmp',
    'lzw.tif',
    'cmyk.tif',
    'pages.tif',
    'lossy.webp',
    'animated.webp',
    'photo.avif',
    'photo.heic',
  ]) {
    it(`show ${name}, and are no larger than it`, async () => {
      const { type, images, media } = await made(await pictureFile(name));
      assert.equal(type, 'image/jpeg');
      assert.deepEqual(media, { width: 96, height: 64, pages: null });
      assert.deepEqual([...images.keys()].sort(), [128, 256, 512]);
      for (const image of images.values()) {
        assert.deepEqual(await seen(image), { width: 96, height: 64, quarters: FOUR_COLORS });
        assert.equal(await kindOf(image), 'jpeg');
      }
    });
  }

  for (const name of ['palette-transparent.png', 'transparent.webp']) {
    it(`of ${name} are transparent, too`, async () => {
      const { type, images } = await made(await pictureFile(name));
      assert.equal(type, 'image/png');
      const image = images.get(512);
      assert.deepEqual((await seen(image)).quarters, ['red', 'green', 'blue', 'none']);
      assert.ok(image);
      assert.equal(await kindOf(image), 'png');
    });
  }

  it('of a large transparent picture are transparent in each size', async () => {
    const { type, images } = await made(await enlarged('palette-transparent.png', 1536, 1024));
    assert.equal(type, 'image/png');
    for (const [size, image] of images) {
      const { width, height, quarters } = await seen(image);
      assert.deepEqual([Math.max(width, height), quarters], [size, ['red', 'green', 'blue', 'none']]);
      assert.equal(await kindOf(image), 'png');
    }
  });

  it('have the colours of screens where the picture has those of a screen that shows more', async () => {
    const picture = await pictureFile('display-p3.png');
    assert.ok((await colorError(picture)) > 40);
    const { type, images } = await made(picture);
    assert.equal(type, 'image/jpeg');
    for (const image of images.values()) {
      assert.ok((await colorError(image)) <= 4);
      assert.equal(image.includes('ICC_PROFILE'), false);
    }
  });

  it('are gray where the picture is', async () => {
    const { images } = await made(await pictureFile('gray.jpg'));
    assert.deepEqual((await seen(images.get(512))).quarters.slice(2), ['black', 'white']);
  });

  it('are turned as the camera says', async () => {
    const jpeg = await pictureFile('baseline.jpg');
    const shown = ['1 2 3 4', '2 1 4 3', '4 3 2 1', '3 4 1 2', '1 3 2 4', '3 1 4 2', '4 2 3 1', '2 4 1 3'];
    for (const [index, order] of shown.entries()) {
      const { images, media } = await made(withOrientation(jpeg, index + 1));
      const quarters = order.split(' ').map((number) => FOUR_COLORS[Number(number) - 1]);
      const [width, height] = index < 4 ? [96, 64] : [64, 96];
      assert.deepEqual(await seen(images.get(512)), { width, height, quarters });
      assert.deepEqual(media, { width, height, pages: null });
    }
  });

  it('have the size that they are asked for as their longest side', async () => {
    const wide = pngOf(2000, 1000, 8, Buffer.alloc(1000 * 2001));
    assert.deepEqual(await sizes(await made(wide)), [
      [512, 512, 256],
      [256, 256, 128],
      [128, 128, 64],
    ]);
    const line = pngOf(1, 3000, 8, Buffer.alloc(3000 * 2));
    assert.deepEqual(await sizes(await made(line)), [
      [512, 1, 512],
      [256, 1, 256],
      [128, 1, 128],
    ]);
  });

  it('come with its full size, also where less of it is decoded', async () => {
    const jpeg = await enlarged('baseline.jpg', 3000, 2000, 'JPEG');
    assert.deepEqual((await made(jpeg)).media, { width: 3000, height: 2000, pages: null });
    const turned = await made(withOrientation(jpeg, 6));
    assert.deepEqual(turned.media, { width: 2000, height: 3000, pages: null });
    const line = pngOf(1, 3000, 8, Buffer.alloc(3000 * 2));
    assert.deepEqual((await made(line)).media, { width: 1, height: 3000, pages: null });
  });

  it('say nothing of where a picture was taken', async () => {
    const jpeg = withOrientation(await pictureFile('baseline.jpg'), 6);
    for (const image of (await made(jpeg)).images.values()) assert.equal(image.includes('Exif'), false);
  });
});

describe('the thumbnails of a document', () => {
  it('show the first page of a PDF', async () => {
    const pdf = pdfWithPages(['1 0 0 rg 0 421 595 421 re f', textDrawing('second')]);
    const { type, images, media } = await made(pdf);
    assert.equal(type, 'image/jpeg');
    assert.deepEqual(media, { width: null, height: null, pages: 2 });
    const quarters = ['red', 'red', 'white', 'white'];
    assert.deepEqual(await seen(images.get(256)), { width: 181, height: 256, quarters });
  });

  it('show the picture that an OpenDocument or Office file keeps of its first page', async () => {
    const png = await pictureFile('truecolor.png');
    const jpeg = await pictureFile('baseline.jpg');
    const cases = [
      ['odt', 'Thumbnails/thumbnail.png', png],
      ['ods', 'Thumbnails/thumbnail.png', png],
      ['odp', 'Thumbnails/thumbnail.png', png],
      ['docx', 'docProps/thumbnail.jpeg', jpeg],
      ['xlsx', 'docProps/thumbnail.png', png],
      ['pptx', 'docProps/thumbnail.jpeg', jpeg],
    ] as const;
    for (const [kind, place, picture] of cases) {
      const thumbnails = await thumbnailsOf(zip([part(place, picture)]), kind, 'not drawn');
      assert.deepEqual((await seen(thumbnails?.images.get(512))).quarters, FOUR_COLORS);
      // The size of that picture is not one of the document.
      assert.equal(thumbnails?.media, null);
    }
  });

  it('show the first lines where a file keeps no picture, or none that can be read', async () => {
    const places = [
      'other.png',
      'docProps/thumbnail.emf',
      'docProps/thumbnail.jpeg',
      'docProps/thumbnail.png',
    ];
    for (const place of places) {
      const file = zip([part(place, Buffer.from('89504e470d0a1a0a00', 'hex'))]);
      const thumbnails = await thumbnailsOf(file, 'docx', 'Sehr geehrte Damen');
      assert.deepEqual(await sizes(thumbnails ?? assert.fail()), [
        [512, 362, 512],
        [256, 181, 256],
        [128, 91, 128],
      ]);
    }
  });

  it('differ with the letters of Latin, Greek and Cyrillic texts', async () => {
    const texts = ['Müller', 'Muller', 'Ελλάδα', 'Μόσχα', 'Москва', '100 % @x', '100 @x', "It's", 'Its'];
    const pages = await Promise.all(texts.map((text) => thumbnailsOf(Buffer.from(text), 'text', text)));
    const images = pages.map((page) => page?.images.get(256)?.toString('base64'));
    assert.equal(new Set(images).size, texts.length);
  });

  it('are the same for a letter with a mark, whether it is one character or two', async () => {
    const pages = await Promise.all(
      ['u\u0308', '\u00fc'].map((text) => thumbnailsOf(Buffer.from(text), 'text', text)),
    );
    assert.deepEqual(pages[0], pages[1]);
  });

  it('fill the page, and not more, with a long line or with many short ones', async () => {
    for (const text of ['a '.repeat(1e6), 'Donaudampfschifffahrt'.repeat(1e5), 'x\n'.repeat(1e6)]) {
      const { images, media } = await made(Buffer.from(text), text);
      assert.equal((await seen(images.get(512))).height, 512);
      assert.equal(media, null);
    }
  });

  it('are not made where there is nothing to show', async () => {
    const empty = zip([part('content.xml', '<a/>')]);
    for (const text of ['', ' \n\t ', '合同 계약', 'مرحبا', 'สัญญา', '\u0000\u0001', '-----']) {
      assert.equal(await thumbnailsOf(empty, 'odt', text), undefined);
      assert.equal(await thumbnailsOf(Buffer.from(text), 'text', text), undefined);
    }
    assert.equal(await thumbnailsOf(Buffer.alloc(9), 'other', ''), undefined);
  });
});
