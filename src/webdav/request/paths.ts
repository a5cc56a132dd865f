import { badRequest } from '../protocol/protocol.ts';

/** Where the tree is mounted. Without a slash at its end. */
const PREFIX = '/webdav';

/** A resource by its names from the mount root down; none for the mount root itself. */
export interface DavPath {
  readonly segments: readonly string[];
  /** The URL ended with a slash, so the client means a folder (RFC 4918 §5.2). */
  readonly slash: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is not wanted
const NOT_IN_NAMES = /[\u0000-\u001f\u007f/]/;
const BEYOND_ASCII = /[\u0080-\uffff]/g;
const UNESCAPED = /^[\w.~-]+$/;

/** True when a request target lies within the mount. */
export function isMounted(url: string): boolean {
  if (!url.startsWith(PREFIX)) return false;
  const next = url.charCodeAt(PREFIX.length);
  return Number.isNaN(next) || next === 0x2f || next === 0x3f;
}

function escapeByte(character: string): string {
  const code = character.charCodeAt(0);
  if (code > 0xff) throw badRequest('The URL holds characters that must be percent-encoded.');
  return `%${code.toString(16)}`;
}

/**
 * Node hands over raw bytes of a request line as Latin-1, so that unescaped UTF-8, which some clients send,
 * must be escaped before it can be decoded.
 */
function decodeSegment(text: string): string {
  let name: string;
  try {
    name = decodeURIComponent(text.replace(BEYOND_ASCII, escapeByte));
  } catch {
    throw badRequest('The percent-encoding of the URL does not decode.');
  }
  if (NOT_IN_NAMES.test(name) || name === '.' || name === '..') {
    throw badRequest('The URL names something that cannot exist.');
  }
  return name;
}

/**
 * The path that a request target or the path of a `Destination` names. The query is left out.
 * @throws {Refusal} 400 when its percent-encoding does not decode to UTF-8, or a name in it is impossible
 */
export function parsePath(url: string): DavPath {
  if (url.includes('#')) throw badRequest('A request URL has no fragment.');
  const query = url.indexOf('?');
  const path = url.slice(PREFIX.length, query === -1 ? undefined : query);
  const segments: string[] = [];
  for (const part of path.split('/')) {
    if (part !== '')
      segments.push(UNESCAPED.test(part) && part !== '.' && part !== '..' ? part : decodeSegment(part));
  }
  return { segments, slash: path.endsWith('/') };
}

/** A name as it stands in an href: `#`, `?`, `%`, quotes, `<`, `&` and all beyond ASCII escaped (RFC 3986 §3.3). */
export function encodeName(name: string): string {
  // `&` and `'` never remain, so that an href needs no escaping in XML and HTML.
  return UNESCAPED.test(name) ? name : encodeURIComponent(name).replaceAll("'", '%27');
}

/** The path-absolute href of a resource (RFC 4918 §8.3); folders end with a slash. */
export function hrefOf(segments: readonly string[], isFolder: boolean): string {
  let href = PREFIX;
  for (const name of segments) href += `/${encodeName(name)}`;
  return isFolder || segments.length === 0 ? `${href}/` : href;
}
