// Would catch a file that a desktop client does not download because of its time, or deletes because of its name.
import assert from 'node:assert/strict';
import { type Service, startService } from '../support/service.ts';
import { type Answer, ask, basic } from './client.ts';

const MODIFIED = '<d:propfind xmlns:d="DAV:"><d:prop><d:getlastmodified/></d:prop></d:propfind>';

describe('the drive of sync clients', () => {
  let service: Service;
  let headers: Readonly<Record<string, string>>;

  before(async () => {
    service = await startService({ config: { sync: { clients: true } } });
    const { login, password } = await service.createUser('ann');
    headers = basic(login, password);
  });
  after(() => service.stop());

  const request = (
    method: string,
    path: string,
    more: Record<string, string>,
    body?: string,
  ): Promise<Answer> =>
    ask(service, path, { method, headers: { ...headers, ...more }, ...(body === undefined ? {} : { body }) });

  for (const [seconds, clients] of [
    ['-152391233', 'Thu, 01 Jan 1970 00:00:01 GMT'],
    ['0', 'Thu, 01 Jan 1970 00:00:01 GMT'],
    ['1', 'Thu, 01 Jan 1970 00:00:01 GMT'],
    ['4294967294', 'Sun, 07 Feb 2106 06:28:14 GMT'],
    ['4900000000', 'Sun, 07 Feb 2106 06:28:14 GMT'],
  ] as const) {
    it(`shows a file of the second ${seconds} with a time that clients accept`, async () => {
      const put = await request('PUT', `/remote.php/webdav/${seconds}`, { 'X-OC-Mtime': seconds }, 'x');
      assert.equal(put.headers['x-oc-mtime'], 'accepted');
      assert.equal(put.headers['last-modified'], clients);
      const listed = await request('PROPFIND', `/remote.php/webdav/${seconds}`, { Depth: '0' }, MODIFIED);
      assert.match(listed.text, new RegExp(`<d:getlastmodified>${clients}</d:getlastmodified>`));
      const got = await request('GET', `/remote.php/webdav/${seconds}`, {});
      assert.equal(got.headers['last-modified'], clients);
      const exact = await request('GET', `/webdav/${seconds}`, {});
      assert.equal(exact.headers['last-modified'], new Date(Number(seconds) * 1000).toUTCString());
    });
  }

  it('does not let a file replace another one whose name differs only in how characters are composed: 409', async () => {
    const path = (name: string): string => `/remote.php/webdav/${encodeURIComponent(name)}`;
    assert.equal((await request('PUT', path('\u00fc'), {}, 'composed')).status, 201);
    assert.equal((await request('PUT', path('u\u0308'), {}, 'decomposed')).status, 409);
    assert.equal((await request('PUT', path('\u00fc'), {}, 'composed again')).status, 204);
    const upload = '/remote.php/dav/uploads/ann/1';
    await request('MKCOL', upload, {});
    await request('PUT', `${upload}/1`, {}, 'decomposed');
    const move = await request('MOVE', `${upload}/.file`, {
      Destination: `/remote.php/dav/files/ann/${encodeURIComponent('u\u0308')}`,
    });
    assert.equal(move.status, 409);
    assert.equal((await request('GET', path('\u00fc'), {})).text, 'composed again');
    // Other programs get what they ask for.
    assert.equal((await request('PUT', `/webdav/${encodeURIComponent('u\u0308')}`, {}, 'mine')).status, 204);
  });
});
