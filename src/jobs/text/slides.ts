import { ZipReader } from '../formats/zip-reader.ts';
import type { Collector } from './collector.ts';
import { type Markup, readMarkup } from './markup.ts';
import { namedParts, relationsOf } from './relations.ts';
import { officeMarkup } from './word.ts';
import { MAX_XML_BYTES } from './xml.ts';

/** Parts of a slide that contain text of the presentation; its layout is not among them. */
const ofSlide = /^ppt\/(?:notesSlides|comments|diagrams\/data)/;

/** Older comments have their text in `text`. Slide numbers are text in fields. */
const markup: Markup = {
  ...officeMarkup,
  text: new Set(['t', 'text']),
  after: { p: '\n', text: '\n' },
};

/** Adds the text of a presentation: the slides in order, each with its notes and comments. */
export async function readSlides(content: Uint8Array, out: Collector): Promise<void> {
  const zip = await ZipReader.open(content, MAX_XML_BYTES);
  for (const slide of await namedParts(zip, 'ppt/presentation.xml', 'sldId')) {
    await readMarkup(zip, slide.path, markup, out);
    const related = await relationsOf(zip, slide.path);
    for (const { path } of related.filter(({ path }) => ofSlide.test(path))) {
      await readMarkup(zip, path, markup, out);
    }
    out.add('\n');
    if (out.isFull) return;
  }
}
