import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Service, startService } from '../../support/service.ts';
import { basic, DavClient, lockInfo, propfindBody } from '../client.ts';

const METHODS = [
  'GET',
  'HEAD',
  'PUT',
  'POST',
  'DELETE',
  'MKCOL',
  'COPY',
  'MOVE',
  'PROPFIND',
  'PROPPATCH',
  'LOCK',
  'UNLOCK',
  'OPTIONS',
  'REPORT',
  'PATCH',
];

const segment = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'c',
    '',
    '.',
    '..',
    '%2e%2e',
    '%',
    '%E0%A4%A',
    '%00',
    '%2F',
    '%5C',
    '\\',
    '*',
    '?',
    '#',
    '%ED%A0%80',
    'constructor',
    '__proto__',
    'é',
    'n'.repeat(300),
  ),
  fc.string({ maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const path = fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`);

const xml = fc.constantFrom(
  '',
  propfindBody('<d:allprop/>'),
  propfindBody('<d:prop><d:getetag/><x/><y:z xmlns:y="urn:y"/></d:prop>'),
  lockInfo(),
  lockInfo('shared', '<![CDATA[<]]>&#x10FFFF;'),
  '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><a>1</a></d:prop></d:set></d:propertyupdate>',
  '<d:propertyupdate xmlns:d="DAV:"><d:remove><d:prop><a/></d:prop></d:remove></d:propertyupdate>',
  '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>',
  '<a xmlns:x="">',
  '<x:a/>',
  '<a>'.repeat(500),
  '\ufeff<a/>',
  '<?xml version="1.0" encoding="nonsense"?><d:propfind xmlns:d="DAV:"><d:prop/></d:propfind>',
  '<a>&#0;</a>',
  '<a>&toString;</a>',
);

const odd = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '1',
    'infinity',
    '-1',
    '*',
    '""',
    'W/"a"',
    '"a"',
    '(<a:b>)',
    '(Not <a:b>)',
    '<a:b>',
    '(',
    '<x> (["a"])',
    '(["a"] <b:c>)',
    'T',
    'F',
    '/webdav/a',
    '/webdav/b/',
    '/webdav/%zz',
    'http://x/',
    'Second-0',
    'Infinite',
    '99999999999999999999',
    'bytes=0-',
    'bytes=-1',
    'bytes=5-1',
    'bytes 0-1/2',
    'SHA1:00',
    'md5=AAAA',
    '1e400',
    'Thu, 01 Jan 1970 00:00:00 GMT',
  ),
  fc.string({ maxLength: 20 }).map((text) => text.replace(/[^\t\x20-\x7e]/g, '')),
);
const headers = fc.dictionary(
  fc.constantFrom(
    'Depth',
    'If',
    'If-Match',
    'If-None-Match',
    'If-Modified-Since',
    'If-Unmodified-Since',
    'If-Range',
    'Range',
    'Destination',
    'Overwrite',
    'Timeout',
    'Lock-Token',
    'Content-Range',
    'Content-Type',
    'OC-Checksum',
    'Digest',
    'Content-MD5',
    'X-OC-Mtime',
    'X-Expected-Entity-Length',
    'Prefer',
  ),
  odd,
  { maxKeys: 5 },
);

/**
 * Defines the test of random hostile requests over WebDAV.
 * @param count number of requests
 */
export function testHostileDav(seed: number, count: number): void {
  let service: Service;
  let dav: DavClient;

  before(async () => {
    service = await startService();
    const { login, password } = await service.createUser('ann');
    dav = new DavClient(service.port, basic(login, password));
  });

  after(() => service.stop());

  it('nothing that is sent is a fault of ours, or ends the process', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...METHODS),
        path,
        headers,
        xml,
        async (method, where, extra, body) => {
          const { status } = await dav.ask(method, where.replace(/[^\x21-\x7e\u0080-\u00ff]/g, ''), {
            headers: extra,
            body,
          });
          assert.ok(
            status < 500 || status === 502 || status === 507,
            `${method} ${where} answered ${status}`,
          );
          assert.deepEqual(service.errors(), []);
        },
      ),
      { numRuns: count, seed },
    );
    await dav.expect(207, 'PROPFIND', '/', { headers: { Depth: '1' } });
  });
}
