import type { EditedDocument } from '../../core/edit-addresses/edit-addresses.ts';
import { escapeText } from '../../http/content/escape.ts';
import { once } from '../../http/once.ts';
import type { Folder } from '../../model/entries/entry.ts';
import { activeLocksFor, type PropertySource, parsePropfind, propstatsOf } from '../properties/properties.ts';
import { beginMultistatus, DavError, propstat, sendResponse } from '../protocol/protocol.ts';
import {
  DRIVE,
  encodeName,
  header,
  type IncomingRequest,
  type RequestContext,
  readDepth,
  readText,
} from '../request/request.ts';

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

function pageOf(links: string): string {
  return `<!doctype html>\n<meta charset="utf-8">\n<title>dms</title>\n<ul>\n${links}</ul>\n`;
}

function readOnly(): DavError {
  return new DavError(403, 'This folder of an address for editing cannot be changed.');
}

/**
 * Depth of a PROPFIND.
 * @throws {DavError} 400 | 403
 */
function finiteDepth({ request }: Pick<RequestContext, 'request'>): '0' | '1' {
  const depth = readDepth(request.headers) ?? 'infinity';
  if (depth !== 'infinity') return depth;
  throw new DavError(403, 'Depth must be 0 or 1.', { precondition: 'propfind-finite-depth' });
}

/**
 * Responds for `/webdav/.edit/` itself to a client without credentials. It looks empty: office programs look up the
 * folders above a document, and a request for credentials would open a dialog.
 * @throws {DavError} 403, for a method that would change the folder
 */
export function sendEmptyFolder(incoming: IncomingRequest): void {
  const { request, response } = incoming;
  if (request.method === 'GET' || request.method === 'HEAD')
    sendResponse(response, 200, PAGE_HEADERS, pageOf(''));
  else if (request.method === 'PROPFIND') {
    finiteDepth(incoming);
    const body = beginMultistatus(response);
    const type = propstat('<d:resourcetype><d:collection/></d:resourcetype>', '200 OK');
    body.append(`<d:response><d:href>${DRIVE.hrefOf(['.edit'], true)}</d:href>${type}</d:response>`);
    body.end();
  } else throw readOnly();
}

/**
 * Responds for the folder of an edit address, whose only member is the document.
 * @throws {DavError} 403, for a method that would change the folder
 */
export async function respondAsFolder(context: RequestContext, edited: EditedDocument): Promise<void> {
  const { path, request, response } = context;
  const folder = context.mount.hrefOf(path.segments, true);
  if (request.method === 'GET' || request.method === 'HEAD') {
    const link = `<li><a href="${folder}${encodeName(edited.name)}">${escapeText(edited.name)}</a></li>\n`;
    sendResponse(response, 200, PAGE_HEADERS, pageOf(link));
  } else if (request.method === 'PROPFIND') await sendProperties(context, edited);
  else throw readOnly();
}

async function sendProperties(context: RequestContext, { document, name }: EditedDocument): Promise<void> {
  const { actor, dms, path, request, response } = context;
  const depth = finiteDepth(context);
  const propfind = parsePropfind(await readText(context));
  const href = context.mount.hrefOf(path.segments, true);
  const minimal = /\breturn=minimal\b/i.test(header(request.headers, 'prefer') ?? '');
  if (minimal) response.setHeader('Preference-Applied', 'return=minimal');
  const body = beginMultistatus(response, propfind.declarations);
  const append = (member: string, source: PropertySource, dead = NONE): void => {
    const propstats = propstatsOf(propfind, source, dead, minimal);
    body.append(`<d:response><d:href>${member}</d:href>${propstats}</d:response>`);
  };
  append(href, {
    entry: folderOf(document),
    name: '',
    activeLocks: () => '',
    isFavourite: () => false,
    quota: undefined,
  });
  if (depth === '1') {
    const member = `${href}${encodeName(name)}`;
    const locks = activeLocksFor(context);
    const favourites = once(() => dms.favourites.ids(actor));
    const source = {
      entry: document,
      name,
      activeLocks: () => locks(dms.locks.covering(actor, document.id), { id: document.id, href: member }),
      isFavourite: () => favourites().has(document.id),
      quota: undefined,
    };
    append(member, source, propfind.needsDeadProperties ? dms.properties.list(actor, document.id) : NONE);
  }
  body.end();
}

const NONE: Parameters<typeof propstatsOf>[2] = [];

/** The folder of an edit address, which is stored nowhere. It discloses nothing of the document's own folder. */
function folderOf({ createdAt, updatedAt }: EditedDocument['document']): Folder {
  return {
    kind: 'folder',
    id: 0,
    parentId: null,
    rootKind: null,
    ownerId: null,
    name: '',
    createdAt,
    updatedAt,
    createdBy: null,
    updatedBy: null,
  };
}
