import {
  allFailed,
  NOTHING_MADE,
  type Rendered,
  type RenditionPart,
  type TextResult,
  type ThumbnailResult,
} from '../../model/entries/rendition.ts';
import { message } from '../../model/errors/messages.ts';
import { kindOf } from '../formats/kind.ts';
import { Unreadable } from '../formats/unreadable.ts';
import { importOrExit } from '../import-or-exit.ts';
import type { Thumbnails } from '../pictures/pictures.ts';
import type { ReadPage } from './ocr-pages.ts';

/** Result of rendering a content. */
export interface RenderResult {
  readonly rendered: Rendered;
  /** Unexpected errors, for the log. */
  readonly faults: readonly string[];
}

type Attempt<T> = { readonly value: T } | { readonly reason: string };

const NOTHING = { state: 'none' } as const;
const UNEXPECTED = message('file_unreadable').text;

/**
 * Produces the requested renditions of a content. Each part can fail independently. Never throws. The text and picture
 * modules are loaded for the first content that needs them: they take 30 MB of memory, and many contents have no
 * renditions.
 * @param readPage OCR of one page; undefined when OCR is not available
 */
export async function render(
  content: Uint8Array,
  wants: readonly RenditionPart[],
  readPage: ReadPage | undefined,
): Promise<RenderResult> {
  const faults: string[] = [];
  const attempt = <T>(work: () => Promise<T>): Promise<Attempt<T>> => attempted(work, faults);

  const kind = await attempt(() => kindOf(content));
  if ('reason' in kind) return { rendered: allFailed(kind.reason, wants), faults };
  if (kind.value === 'other') return { rendered: NOTHING_MADE, faults };
  const { showsText, thumbnailsOf } = await importOrExit(import('../pictures/pictures.ts'));
  const { textOf } = await importOrExit(import('../text/text.ts'));
  const { textOfPages } = await importOrExit(import('./ocr-pages.ts'));
  const needsText = wants.includes('text') || showsText(kind.value);
  const text = await attempt(async () => (needsText ? textOf(content, kind.value) : ''));
  const thumbnails = await attempt(async () => {
    if (!wants.includes('thumbnail')) return undefined;
    return thumbnailsOf(content, kind.value, 'value' in text ? text.value : '');
  });
  const scanned = await attempt(async () => {
    const isScan = wants.includes('text') && 'value' in text && text.value === '';
    return isScan && readPage ? textOfPages(content, kind.value, readPage) : '';
  });
  const found = 'value' in text && text.value === '' ? scanned : text;
  const rendered = {
    text: wants.includes('text') ? textResult(found) : NOTHING,
    thumbnail: thumbnailResult(thumbnails),
  };
  return { rendered, faults };
}

async function attempted<T>(work: () => Promise<T>, faults: string[]): Promise<Attempt<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof Unreadable) return { reason: error.message };
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return { reason: UNEXPECTED };
  }
}

function textResult(text: Attempt<string>): TextResult {
  if ('reason' in text) return { state: 'failed', reason: text.reason };
  return text.value === '' ? NOTHING : { state: 'ready', text: Buffer.from(text.value) };
}

function thumbnailResult(thumbnails: Attempt<Thumbnails | undefined>): ThumbnailResult {
  if ('reason' in thumbnails) return { state: 'failed', reason: thumbnails.reason };
  if (!thumbnails.value) return NOTHING;
  const { type, images, media } = thumbnails.value;
  const [small, medium, large] = [images.get(128), images.get(256), images.get(512)];
  if (!small || !medium || !large) return { state: 'failed', reason: UNEXPECTED };
  return { state: 'ready', type, images: { 128: small, 256: medium, 512: large }, media };
}
