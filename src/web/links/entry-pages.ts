import type { LinkedEntry } from '../../core/links/links.ts';
import type { Document, DocumentRecord } from '../../model/entries/entry.ts';
import { isDisplayedType } from '../../model/entries/media-type.ts';
import { DmsError, notFound } from '../../model/errors/errors.ts';
import { documentPage, folderPage, type Preview, type Surroundings } from './html.ts';
import type { LinkContext } from './link-context.ts';

const PER_PAGE = 100;
/** Characters of a text that a page shows. */
const SHOWN_TEXT = 16_000;
/** Largest picture that is shown itself, in bytes; a larger one is shown as a thumbnail. */
const SHOWN_PICTURE = 20 * 2 ** 20;

function surroundings({ base, dms, visit, words }: LinkContext, { above }: LinkedEntry): Surroundings {
  const { createdBy, kind } = visit.link;
  const endsAt = dms.linkVisits.endOf(visit.link);
  return { words, base, from: createdBy.name, endsAt, mayDownload: kind === 'download', above };
}

/**
 * The page of a folder.
 * @param query.page number of the page, as sent by the client
 * @throws {DmsError} not_found: also if the folder has no such page
 */
export async function folderView(
  context: LinkContext,
  linked: LinkedEntry,
  query: { readonly page: unknown; readonly areTiles: boolean },
): Promise<string> {
  const { dms, visit } = context;
  const page = query.page === undefined ? 1 : Number(query.page);
  if (!Number.isInteger(page) || page < 1 || page > 1_000_000) throw notFound();
  const order = { sort: 'name', direction: 'asc' } as const;
  const request = { page, perPage: PER_PAGE, ...order };
  const { items: members, total } = await dms.folderPages.members(visit.user, linked.entry.id, request);
  const pages = Math.max(1, Math.ceil(total / PER_PAGE));
  if (page > pages) throw notFound();
  const { areTiles } = query;
  return folderPage(surroundings(context, linked), {
    folder: linked.entry,
    members,
    total,
    page,
    pages,
    areTiles,
  });
}

/** The page of a document. @throws {DmsError} not_found */
export function documentView(context: LinkContext, linked: LinkedEntry): string {
  const { dms, visit } = context;
  const document = dms.tree.document(visit.user, linked.entry.id);
  return documentPage(surroundings(context, linked), document, previewOf(context, document));
}

/** True if visitors may see the content itself without a download. Not if downloads are counted to a limit. */
export function mayDisplay({ visit }: LinkContext, { mimeType }: Pick<Document, 'mimeType'>): boolean {
  return visit.link.maxDownloads === null && isDisplayedType(mimeType);
}

function previewOf(context: LinkContext, document: DocumentRecord): Preview {
  const { mimeType, size } = document;
  const canDisplay = mayDisplay(context, document);
  const [kind] = mimeType.split('/');
  const isShown =
    canDisplay && (kind === 'audio' || kind === 'video' || (kind === 'image' && size <= SHOWN_PICTURE));
  return {
    canDisplay,
    element: isShown ? elementOf(kind) : undefined,
    text: visibleText(context, document),
  };
}

function elementOf(kind: string | undefined): Preview['element'] {
  return kind === 'audio' || kind === 'video' ? kind : 'image';
}

/** The beginning of a plain text; undefined for other documents. */
function visibleText({ dms, visit }: LinkContext, { id, mimeType }: Document): string | undefined {
  if (visit.link.maxDownloads !== null || !mimeType.startsWith('text/')) return undefined;
  try {
    const { text } = dms.renditions.text(visit.user, id);
    return text.length > SHOWN_TEXT ? `${text.slice(0, SHOWN_TEXT).toWellFormed()}…` : text;
  } catch (error) {
    if (error instanceof DmsError && error.code === 'not_found') return undefined;
    throw error;
  }
}
