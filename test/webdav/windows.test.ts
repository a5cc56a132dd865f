import assert from 'node:assert/strict';
import { type Service, startService } from '../support/service.ts';
import { basic, DavClient, hrefs, lockInfo, propertyUpdate } from './client.ts';

/** What Windows' WebClient asks of a folder that is opened in the Explorer. */
const TEN = `<?xml version="1.0" encoding="utf-8" ?><d:propfind xmlns:d="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><d:prop>${[
  'd:creationdate',
  'd:displayname',
  'd:getcontentlength',
  'd:getlastmodified',
  'd:resourcetype',
  'd:lockdiscovery',
  'Z:Win32CreationTime',
  'Z:Win32LastAccessTime',
  'Z:Win32LastModifiedTime',
  'Z:Win32FileAttributes',
]
  .map((name) => `<${name}/>`)
  .join('')}</d:prop></d:propfind>`;

const TIMES = `<Z:Win32CreationTime>Mon, 02 Jan 2006 15:04:05 GMT</Z:Win32CreationTime><Z:Win32LastAccessTime>Mon, 02 Jan 2006 15:04:06 GMT</Z:Win32LastAccessTime><Z:Win32LastModifiedTime>Mon, 02 Jan 2006 15:04:07 GMT</Z:Win32LastModifiedTime>`;

/** It gives up on a listing of more than 1,000,000 bytes, so that these are all the members that a folder can have. */
const MOST_BYTES = 700;

describe('webdav as Windows uses it', () => {
  let service: Service;
  let dav: DavClient;

  before(async () => {
    service = await startService();
    const { login, password } = await service.createUser('ann');
    dav = new DavClient(service.port, basic(login, password));
  });

  after(() => service.stop());

  afterEach(() => assert.deepEqual(service.errors(), []));

  function setTimes(path: string, attributes: string, token?: string): ReturnType<DavClient['ask']> {
    const body = propertyUpdate(
      `<d:set><d:prop xmlns:Z="urn:schemas-microsoft-com:">${TIMES}<Z:Win32FileAttributes>${attributes}</Z:Win32FileAttributes></d:prop></d:set>`,
    );
    const headers: Record<string, string> = token === undefined ? {} : { If: `(<${token}>)` };
    return dav.expect(207, 'PROPPATCH', path, { headers, body });
  }

  it('an upload: PROPFIND, PUT of nothing, LOCK, PROPPATCH, HEAD, PUT, PROPPATCH, UNLOCK makes one version', async () => {
    // It sends this with everything; it means nothing here.
    const headers = { Translate: 'f' };
    await dav.expect(404, 'PROPFIND', '/upload.docx', { headers: { ...headers, Depth: '0' } });
    await dav.expect(201, 'PUT', '/upload.docx', { headers, body: '' });
    const lock = await dav.expect(200, 'LOCK', '/upload.docx', {
      headers: { ...headers, Timeout: 'Second-3600' },
      body: lockInfo(),
    });
    assert.match(lock.text, /<d:timeout>Second-3600</);
    const token = /<(.*)>/.exec(String(lock.headers['lock-token']))?.[1] ?? '';
    await setTimes('/upload.docx', '00000020', token);
    await dav.expect(200, 'HEAD', '/upload.docx', { headers });
    await dav.expect(204, 'PUT', '/upload.docx', {
      headers: { ...headers, If: `(<${token}>)` },
      body: 'content',
    });
    await setTimes('/upload.docx', '00000020', token);
    await dav.expect(204, 'UNLOCK', '/upload.docx', { headers: { ...headers, 'Lock-Token': `<${token}>` } });
    const got = await dav.expect(200, 'GET', '/upload.docx', { headers });
    assert.equal(got.text, 'content');
    assert.equal(got.headers['last-modified'], 'Mon, 02 Jan 2006 15:04:07 GMT');
    assert.match(String(got.headers.etag), /-1"$/);
  });

  it('its properties are kept for documents and folders', async () => {
    await dav.expect(201, 'MKCOL', '/dated');
    await setTimes('/dated', '00000010');
    const { text } = await dav.expect(207, 'PROPFIND', '/dated', { headers: { Depth: '0' }, body: TEN });
    assert.match(text, />00000010<\/Z:Win32FileAttributes>/);
    assert.match(text, />Mon, 02 Jan 2006 15:04:05 GMT<\/Z:Win32CreationTime>/);
  });

  it('of two times in one request the last one counts', async () => {
    await dav.expect(201, 'PUT', '/twice', { body: 'x' });
    const set = (time: string) =>
      `<d:set><d:prop xmlns:Z="urn:schemas-microsoft-com:"><Z:Win32LastModifiedTime>${time}</Z:Win32LastModifiedTime></d:prop></d:set>`;
    const first = 'Mon, 02 Jan 2006 15:04:05 GMT';
    const last = 'Tue, 03 Jan 2006 15:04:05 GMT';
    await dav.expect(207, 'PROPPATCH', '/twice', { body: propertyUpdate(`${set(first)}${set(last)}`) });
    assert.equal((await dav.expect(200, 'HEAD', '/twice')).headers['last-modified'], last);
  });

  it('listings are compact, whether or not it has set its properties', async () => {
    for (const [folder, isDated] of [
      ['/bare', false],
      ['/full', true],
    ] as const) {
      await dav.expect(201, 'MKCOL', folder);
      for (let number = 0; number < 20; number += 1) {
        const path = `${folder}/Quarterly%20report%20${String(number)}.docx`;
        await dav.expect(201, 'PUT', path, { body: 'x' });
        if (isDated) await setTimes(path, '00000020');
      }
      const { bytes, text } = await dav.expect(207, 'PROPFIND', folder, {
        headers: { Depth: '1' },
        body: TEN,
      });
      const entries = hrefs(text).length;
      assert.equal(entries, 21);
      const each = bytes.length / entries;
      assert.ok(each < MOST_BYTES, `${folder}: ${String(each)} bytes an entry`);
    }
  });
});
