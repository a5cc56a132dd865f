import type { EarlierMember } from '../../core/history/history.ts';
import type { DeadProperty } from '../../model/entries/entry.ts';
import { parsePropfind, propstatsOf } from '../properties/properties.ts';
import { beginMultistatus } from '../protocol/protocol.ts';
import { encodeName, header, type RequestContext } from '../request/request.ts';

/** The resource of a PROPFIND. */
interface Asked extends EarlierMember {
  readonly depth: '0' | '1';
  /** The request body. */
  readonly text: string;
  /** The members of a folder. */
  readonly members: AsyncIterable<readonly EarlierMember[]>;
}

const NO_PROPERTIES: readonly DeadProperty[] = [];

/**
 * Sends the properties of a document or folder at a time and, with `Depth: 1`, of its members, while it reads these.
 * There are no locks, marks and dead properties of earlier times.
 * @throws {DavError} 400
 */
export async function sendProperties(context: RequestContext, asked: Asked): Promise<void> {
  const { mount, path, request, response } = context;
  const { entry, name, members, depth, text } = asked;
  const propfind = parsePropfind(text);
  const isFolder = entry.kind === 'folder';
  const href = mount.hrefOf(path.segments, isFolder);
  // The client omitted the trailing slash (RFC 4918 §5.2).
  if (isFolder && !path.slash) response.setHeader('Content-Location', href);
  const minimal = /\breturn=minimal\b/i.test(header(request.headers, 'prefer') ?? '');
  if (minimal) response.setHeader('Preference-Applied', 'return=minimal');
  const body = beginMultistatus(response, propfind.declarations);
  const append = (member: EarlierMember, memberHref: string): void => {
    const source = { ...member, activeLocks: () => '', isFavourite: () => false, quota: undefined };
    const propstats = propstatsOf(propfind, source, NO_PROPERTIES, minimal);
    body.append(`<d:response><d:href>${memberHref}</d:href>${propstats}</d:response>`);
  };
  append({ entry, name }, href);
  if (isFolder && depth === '1')
    for await (const slice of members) {
      for (const member of slice) {
        const slash = member.entry.kind === 'folder' ? '/' : '';
        append(member, `${href}${encodeName(member.name)}${slash}`);
        if (body.isFull) await body.flush();
      }
      if (body.isClosed) return;
    }
  body.end();
}
