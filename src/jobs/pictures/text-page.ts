import { FONT, loadMagick, pixelsOf } from './magick.ts';
import { LARGEST, shrink, type Thumbnails } from './thumbnails.ts';

/** Proportions of A4, in pixels. */
const HEIGHT = LARGEST;
const WIDTH = Math.round(HEIGHT / Math.SQRT2);
const MARGIN = 24;
/** Legible in a thumbnail of 256 pixels. */
const FONT_SIZE = 18;
const LINE_HEIGHT = 24;
const MAX_LINES = Math.floor((HEIGHT - 2 * MARGIN) / LINE_HEIGHT);
/**
 * Maximum characters per line. German text of this length fills the width; lines with many wide characters are clipped.
 */
const MAX_LENGTH = 30;
/** Characters used of the text: enough for a full page, even of short lines. */
const READ_LENGTH = 4000;
/** The font lacks many other scripts, for example Chinese, and some scripts must not be drawn letter by letter. */
const OTHER_SCRIPTS =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\p{Script=Inherited}]/gu;

/**
 * Thumbnails of a page with the first lines of a text. Only Latin, Greek, Cyrillic, Armenian and Georgian are drawn.
 * @returns undefined if the page would be empty
 */
export async function textThumbnails(text: string): Promise<Thumbnails | undefined> {
  const lines = pageLines(text);
  if (lines.length === 0) return undefined;
  const magick = await loadMagick();
  const { Black, White } = magick.MagickColors;
  const page = magick.ImageMagick.read(White, WIDTH, HEIGHT, (page) => {
    const drawing = new magick.Drawables().font(FONT).fontPointSize(FONT_SIZE).fillColor(Black);
    lines.forEach((line, index) => drawing.text(MARGIN, MARGIN + FONT_SIZE + index * LINE_HEIGHT, line));
    drawing.draw(page);
    return pixelsOf(magick, page);
  });
  return shrink(page, null);
}

function pageLines(text: string): string[] {
  const drawable = text
    .slice(0, READ_LENGTH)
    .normalize('NFC')
    .replaceAll(OTHER_SCRIPTS, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/[^\P{C}\n]/gu, '');
  if (!/[\p{L}\p{N}]/u.test(drawable)) return [];
  return drawable
    .split(/\s*\n\s*/)
    .filter((line) => line !== '')
    .flatMap(wrapped)
    .slice(0, MAX_LINES);
}

/** Breaks a line at spaces, or within words longer than a line. */
function wrapped(line: string): string[] {
  return line.match(new RegExp(`\\S.{0,${MAX_LENGTH - 1}}(?= |$)|\\S{${MAX_LENGTH}}`, 'gu')) ?? [];
}
