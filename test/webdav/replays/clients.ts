import { lockInfo, propfindBody } from '../client.ts';
import { clientSending, type Step } from './recording.ts';

/** The mapped drive of Windows (WebClient), for Explorer and all other programs. */
export const redirector = clientSending({
  'User-Agent': 'Microsoft-WebDAV-MiniRedir/10.0.22631',
  Translate: 'f',
  'Cache-Control': 'no-cache',
  Pragma: 'no-cache',
});

/** Properties that the redirector sets on everything that it writes. */
export const WIN32 = [
  'Win32CreationTime',
  'Win32FileAttributes',
  'Win32LastAccessTime',
  'Win32LastModifiedTime',
];

const XML = { 'Content-Type': 'text/xml; charset="utf-8"' };
const MONDAY = 'Mon, 02 Jan 2006 15:04:05 GMT';

/** Sets `Win32…` properties like the redirector. */
export function win32(...properties: readonly (readonly [name: string, value: string])[]): string {
  const values = properties.map(([name, value]) => `<Z:${name}>${value}</Z:${name}>`).join('');
  return `<?xml version="1.0" encoding="utf-8" ?><d:propertyupdate xmlns:d="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><d:set><d:prop>${values}</d:prop></d:set></d:propertyupdate>`;
}

/** LOCK as the redirector sends it, without a Depth. */
export function redirectorLocks(path: string): Step {
  const headers = { ...XML, Timeout: 'Second-3600' };
  return redirector('LOCK', path, 200, headers, lockInfo('exclusive', '<d:href>DESKTOP-7QK2\\Ann</d:href>'));
}

/** UNLOCK of the lock at `path`. */
export function redirectorUnlocks(path: string): Step {
  return redirector('UNLOCK', path, 204, { 'Lock-Token': `{token ${path}}` });
}

/** The requests between LOCK and UNLOCK when the redirector writes a file. */
function redirectorFills(path: string, content: string): Step[] {
  const If = `({token ${path}})`;
  const modified = ['Win32LastModifiedTime', MONDAY] as const;
  const attributes = ['Win32FileAttributes', '00000020'] as const;
  const created = ['Win32CreationTime', MONDAY] as const;
  const accessed = ['Win32LastAccessTime', MONDAY] as const;
  return [
    redirector('PROPPATCH', path, 207, { ...XML, If }, win32(created, accessed, modified, attributes)),
    redirector('HEAD', path, 200),
    redirector('PUT', path, 204, { If }, content),
    redirector('PROPPATCH', path, 207, { ...XML, If }, win32(modified, attributes)),
  ];
}

/** A new file on a mapped drive: created empty, locked, filled. */
export function redirectorWrites(path: string, content: string): Step[] {
  return [
    redirector('PROPFIND', path, 404, { Depth: '0' }, ''),
    redirector('PUT', path, 201, {}, ''),
    redirectorLocks(path),
    ...redirectorFills(path, content),
    redirectorUnlocks(path),
  ];
}

/** An overwrite of a file on a mapped drive. */
export function redirectorOverwrites(path: string, content: string): Step[] {
  return [
    redirector('PROPFIND', path, 207, { Depth: '0' }, ''),
    redirectorLocks(path),
    ...redirectorFills(path, content),
    redirectorUnlocks(path),
  ];
}

/** The mounted volume of macOS, for the Finder and all other programs. */
export const webdavfs = clientSending({
  'User-Agent': 'WebDAVFS/3.0.0 (03008000) Darwin/23.6.0 (arm64)',
  Accept: '*/*',
});

const STAT = propfindBody(
  '<d:prop><d:getlastmodified/><d:getcontentlength/><d:creationdate/><d:resourcetype/></d:prop>',
);

/** PROPFIND of one path, which macOS sends before every action. */
export function webdavfsLooks(path: string, status: 207 | 404): Step {
  return webdavfs('PROPFIND', path, status, { ...XML, Depth: '0' }, STAT);
}

/** LOCK, a chunked PUT that announces its length, and UNLOCK. */
export function webdavfsFills(path: string, content: string): Step[] {
  const middle = Math.floor(content.length / 2);
  const chunks = [content.slice(0, middle), content.slice(middle)].filter((chunk) => chunk !== '');
  const length = { 'X-Expected-Entity-Length': String(content.length) };
  const headers = { ...XML, Depth: '0', Timeout: 'Second-600' };
  const owner = '<d:href>http://www.apple.com/webdav_fs/</d:href>';
  return [
    webdavfs('LOCK', path, 200, headers, lockInfo('exclusive', owner)),
    webdavfs('GET', path, 200),
    webdavfs('PUT', path, 204, { If: `({token ${path}})`, ...length }, chunks),
    webdavfsLooks(path, 207),
    webdavfs('UNLOCK', path, 204, { 'Lock-Token': `{token ${path}}` }),
  ];
}

/** A new file on a volume: created empty, locked, filled. */
export function webdavfsWrites(path: string, content: string): Step[] {
  return [webdavfsLooks(path, 404), webdavfs('PUT', path, 201, {}, ''), ...webdavfsFills(path, content)];
}

/** davfs2, for any program on Linux. */
export const davfs = clientSending({ 'User-Agent': 'davfs2/1.6.1 neon/0.32.5', TE: 'trailers' });

/** LOCK as davfs2 sends it; it creates a missing file. */
export function davfsLocks(path: string, status: 200 | 201): Step {
  const headers = { 'Content-Type': 'application/xml', Depth: '0', Timeout: 'Second-1800' };
  const absent: Record<string, string> = status === 201 ? { 'If-None-Match': '*' } : {};
  return davfs('LOCK', path, status, { ...headers, ...absent }, lockInfo('exclusive', 'ann'));
}

/** Upload of a locked file, with a tagged `If` and the ETag of the opened content. */
export function davfsUploads(path: string, content: string): Step[] {
  const conditions = { If: `<{url ${path}}> ({token ${path}})`, 'If-Match': `{etag ${path}}` };
  return [
    davfs('HEAD', path, 200),
    davfs('PUT', path, 204, { ...conditions, Expect: '100-continue' }, content),
    davfs('UNLOCK', path, 204, { 'Lock-Token': `{token ${path}}` }),
  ];
}

/** A new file. */
export function davfsWrites(path: string, content: string): Step[] {
  return [davfsLocks(path, 201), ...davfsUploads(path, content)];
}

/** An existing file, opened for writing and overwritten. */
export function davfsOverwrites(path: string, content: string): Step[] {
  return [
    davfs('HEAD', path, 200),
    davfsLocks(path, 200),
    davfs('GET', path, 304, { 'If-None-Match': `{etag ${path}}` }),
    ...davfsUploads(path, content),
  ];
}

/** A closed file is renamed: neon always overwrites the target. */
export function davfsMoves(from: string, to: string, status: 201 | 204): Step {
  return davfs('MOVE', from, status, { Destination: `{url ${to}}`, Overwrite: 'T' });
}
