import { isIP } from 'node:net';
import { itemsOf, leaf } from './values.ts';

/** Maximum length of the path of a Unix socket, in bytes (unix(7)). */
const MAX_SOCKET_PATH = 107;
const UNIX = 'unix:';
const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/i;
/** Maximum number of names in a certificate, because each client receives all of them when it connects. */
const MAX_NAMES = 100;

/** @returns the path of the socket, or undefined if the address is not that of a Unix socket */
export function socketPathOf(address: string): string | undefined {
  return address.startsWith(UNIX) ? address.slice(UNIX.length) : undefined;
}

function isListenAddress(item: unknown): item is string {
  if (typeof item !== 'string') return false;
  const path = socketPathOf(item);
  if (path !== undefined) return path.startsWith('/') && Buffer.byteLength(path) <= MAX_SOCKET_PATH;
  return isIP(item) !== 0 || HOST_NAME.test(item);
}

/** One or more of: a host name, an address, the path of a Unix socket (`unix:/run/dms/dms.sock`). */
export function listenAddresses() {
  const expected =
    `a host name, an address, unix: with an absolute path of at most ${String(MAX_SOCKET_PATH)} bytes, ` +
    'or a list of these';
  return leaf(expected, (input): readonly string[] | undefined => {
    const items = itemsOf(input);
    return items?.every(isListenAddress) === true ? [...new Set(items)] : undefined;
  });
}

function isCertificateName(item: unknown): item is string {
  return typeof item === 'string' && (isIP(item) !== 0 || HOST_NAME.test(item.replace(/^\*\./, '')));
}

/** `true`, `false`, or the host names and addresses for a certificate. */
export function certificateNames() {
  const expected = `true, false, or a list of at most ${String(MAX_NAMES)} host names and addresses`;
  return leaf(expected, (input): boolean | readonly string[] | undefined => {
    if (input === true || input === 'true') return true;
    if (input === false || input === 'false') return false;
    const items = itemsOf(input);
    const isList = items !== undefined && items.length <= MAX_NAMES && items.every(isCertificateName);
    return isList ? [...new Set(items)] : undefined;
  });
}
