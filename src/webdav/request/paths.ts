import { pathFault } from '../../model/entries/names.ts';
import { badRequest } from '../protocol/protocol.ts';

/** Path of a resource, as names from the mount root downwards. */
export interface DavPath {
  /** Decoded names; empty for the mount root. */
  readonly segments: readonly string[];
  /** True if the URL ends with a slash, which means a folder (RFC 4918 §5.2). */
  readonly slash: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters to reject them
const NOT_IN_NAMES = /[\u0000-\u001f\u007f/]/;
const NOT_ASCII = /[\u0080-\uffff]/g;
const UNRESERVED = /^[\w.~-]+$/;

/** Folder at the mount root in which edit addresses are: `/webdav/.edit/TOKEN/NAME`. */
const EDIT_FOLDER = '.edit';

/** True for the folder of edit addresses, and everything beneath it. */
export function isEditPath({ segments }: DavPath): boolean {
  return segments[0] === EDIT_FOLDER;
}

function escapeByte(character: string): string {
  const code = character.charCodeAt(0);
  if (code > 0xff) throw badRequest('The URL contains characters that must be percent-encoded.');
  return `%${code.toString(16)}`;
}

/**
 * Decodes one segment of a URL path. Some clients send UTF-8 without percent-encoding. Node returns these bytes as
 * Latin-1 characters, so each byte is escaped before the text is decoded.
 */
function decodeSegment(text: string): string {
  let name: string;
  try {
    name = decodeURIComponent(text.replace(NOT_ASCII, escapeByte));
  } catch {
    throw badRequest('The percent-encoding of the URL is invalid.');
  }
  if (NOT_IN_NAMES.test(name) || name === '.' || name === '..') {
    throw badRequest(`The URL ${pathFault([name])?.text ?? 'is invalid'}.`);
  }
  return name;
}

/**
 * Percent-encodes a name for an href: every character except the unreserved ones of RFC 3986 §2.3 and `!`, `(`, `)`,
 * `*`. An encoded name contains none of `&`, `<`, `>`, `"` and `'`, so it needs no escaping in XML and HTML.
 */
export function encodeName(name: string): string {
  return UNRESERVED.test(name) ? name : encodeURIComponent(name).replaceAll("'", '%27');
}

/** A URL path at which the drive is. */
export class Mount {
  readonly #path: string;

  /** @param path URL path of the mount root, without a trailing slash */
  constructor(path: string) {
    this.#path = path;
  }

  /** True if a request target is the mount root or below it. */
  contains(url: string): boolean {
    if (!url.startsWith(this.#path)) return false;
    const next = url.charCodeAt(this.#path.length);
    return Number.isNaN(next) || next === 0x2f || next === 0x3f;
  }

  /**
   * Parses a request target, or the path of a `Destination` or `If` tag. The query is ignored.
   * @param url is contained in this mount
   * @throws {DavError} 400 if there is a fragment, the percent-encoding does not decode to UTF-8, or a name is not
   * allowed
   */
  parse(url: string): DavPath {
    if (url.includes('#')) throw badRequest('A URL must not contain a fragment ("#").');
    const query = url.indexOf('?');
    const path = url.slice(this.#path.length, query === -1 ? undefined : query);
    const segments: string[] = [];
    for (const part of path.split('/')) {
      if (part !== '')
        segments.push(UNRESERVED.test(part) && part !== '.' && part !== '..' ? part : decodeSegment(part));
    }
    return { segments, slash: path.endsWith('/') };
  }

  /** Href of a resource: an absolute path (RFC 4918 §8.3), with a trailing slash for a folder. */
  hrefOf(segments: readonly string[], isFolder: boolean): string {
    let href = this.#path;
    for (const name of segments) href += `/${encodeName(name)}`;
    return isFolder || segments.length === 0 ? `${href}/` : href;
  }
}

/** The drive as everybody mounts it. */
export const DRIVE = new Mount('/webdav');
