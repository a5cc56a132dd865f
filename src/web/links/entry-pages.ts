import type { Response } from 'express';
import { allowsDownloads, type LinkedEntry, takesFiles } from '../../core/links/links.ts';
import { headersWithScript, PLAIN_PAGE_HEADERS } from '../../http/pages/style.ts';
import type { Document, DocumentRecord } from '../../model/entries/entry.ts';
import { isDisplayedType } from '../../model/entries/media-type.ts';
import { allows, CREATE, UPDATE } from '../../model/entries/permissions.ts';
import { DmsError, notFound } from '../../model/errors/errors.ts';
import { documentPage, folderPage, type Preview, type Surroundings } from './html.ts';
import { type LinkContext, setVisitCookie } from './link-context.ts';
import { type PageScript, sendingScript } from './page-script.ts';
import { type SendingForm, sendingPage } from './sending-html.ts';

const PER_PAGE = 100;
/** Characters of a text that a page shows. */
const SHOWN_TEXT = 16_000;
/** Largest picture that is shown itself, in bytes; a larger one is shown as a thumbnail. */
const SHOWN_PICTURE = 20 * 2 ** 20;

/** What a page shows. */
interface PageRequest {
  /** Id of the entry. */
  readonly id: number;
  /** Number of the page of a folder, as sent by the client. */
  readonly page?: unknown;
  readonly areTiles?: boolean;
  readonly status?: number;
  /** Why the last form of the page was refused; undefined: it was not. */
  readonly problem?: string;
}

/** Sends the page of an entry behind the link; for a link of the kind `upload`, its only page. @throws {DmsError} not_found */
export async function sendEntryPage(context: LinkContext, res: Response, wanted: PageRequest): Promise<void> {
  const { dms, visit } = context;
  const { kind } = visit.link;
  const script = takesFiles(kind) ? await sendingScript() : undefined;
  const secret = context.request.secret ?? dms.linkUploads.newVisit();
  if (takesFiles(kind)) setVisitCookie(context, res, secret);
  const text =
    kind === 'upload'
      ? uploadView({ ...context, request: { ...context.request, secret } }, wanted, script)
      : await entryView(context, wanted, script);
  const headers = script ? headersWithScript(script.nonce) : PLAIN_PAGE_HEADERS;
  res
    .status(wanted.status ?? 200)
    .set(headers)
    .send(text);
}

function uploadView(
  context: LinkContext,
  { id, problem }: PageRequest,
  script: PageScript | undefined,
): string {
  const { base, dms, request, visit, words } = context;
  if (id !== visit.entry.id) throw notFound();
  return sendingPage({
    words,
    to: visit.link.createdBy.name,
    endsAt: dms.linkVisits.endOf(visit.link),
    sent: dms.linkUploads.sent(request),
    form: { ...formOf(context, problem, script), action: `${base}/files`, uploads: `${base}/uploads` },
  });
}

function entryView(context: LinkContext, wanted: PageRequest, script: PageScript | undefined) {
  const linked = context.dms.linkVisits.entry(context.visit, wanted.id);
  const sending = sendingOf(context, linked, wanted, script);
  return linked.entry.kind === 'folder'
    ? folderView(context, { linked, sending }, { page: wanted.page, areTiles: wanted.areTiles === true })
    : documentView(context, { linked, sending });
}

/** The form of a page of a link of the kind `edit`, if the visitor has the permission for it. */
function sendingOf(
  context: LinkContext,
  { entry, permissions }: LinkedEntry,
  { problem }: PageRequest,
  script: PageScript | undefined,
): SendingForm | undefined {
  const address = `${context.base}/${String(entry.id)}`;
  const isFolder = entry.kind === 'folder';
  if (!takesFiles(context.visit.link.kind) || !allows(permissions, isFolder ? CREATE : UPDATE))
    return undefined;
  return isFolder
    ? { ...formOf(context, problem, script), action: `${address}/files`, uploads: `${address}/uploads` }
    : { ...formOf(context, problem, undefined), action: `${address}/version`, version: entry.version };
}

function formOf(
  { visit, words }: LinkContext,
  problem: string | undefined,
  script: PageScript | undefined,
): Omit<SendingForm, 'action'> {
  const { maxBytes } = visit.link;
  return { words, maxBytes, problem, script, uploads: undefined, version: undefined };
}

/** An entry, and the form of its page. */
interface Viewed {
  readonly linked: LinkedEntry;
  readonly sending: SendingForm | undefined;
}

function surroundings({ base, dms, visit, words }: LinkContext, { linked, sending }: Viewed): Surroundings {
  const { createdBy, kind } = visit.link;
  const endsAt = dms.linkVisits.endOf(visit.link);
  const { above } = linked;
  return { words, base, from: createdBy.name, endsAt, mayDownload: allowsDownloads(kind), above, sending };
}

/**
 * The page of a folder.
 * @param query.page number of the page, as sent by the client
 * @throws {DmsError} not_found: also if the folder has no such page
 */
async function folderView(
  context: LinkContext,
  viewed: Viewed,
  query: { readonly page: unknown; readonly areTiles: boolean },
): Promise<string> {
  const { dms, visit } = context;
  const { linked } = viewed;
  const page = query.page === undefined ? 1 : Number(query.page);
  if (!Number.isInteger(page) || page < 1 || page > 1_000_000) throw notFound();
  const order = { sort: 'name', direction: 'asc' } as const;
  const request = { page, perPage: PER_PAGE, ...order };
  const { items: members, total } = await dms.folderPages.members(visit.user, linked.entry.id, request);
  const pages = Math.max(1, Math.ceil(total / PER_PAGE));
  if (page > pages) throw notFound();
  const { areTiles } = query;
  return folderPage(surroundings(context, viewed), {
    folder: linked.entry,
    members,
    total,
    page,
    pages,
    areTiles,
  });
}

/** The page of a document. @throws {DmsError} not_found */
function documentView(context: LinkContext, viewed: Viewed): string {
  const { dms, visit } = context;
  const document = dms.tree.document(visit.user, viewed.linked.entry.id);
  return documentPage(surroundings(context, viewed), document, previewOf(context, document));
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
