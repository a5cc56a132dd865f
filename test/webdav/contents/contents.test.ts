import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Service, startService } from '../../support/service.ts';
import { basic, DavClient, speak } from '../client.ts';

function digest(name: string, body: string, encoding: 'hex' | 'base64'): string {
  return createHash(name).update(body).digest(encoding);
}

describe('webdav contents', () => {
  let service: Service;
  let dav: DavClient;

  before(async () => {
    service = await startService({ config: { limits: { upload_bytes: '5M', reserve_bytes: 0 } } });
    const { login, password } = await service.createUser('ann');
    dav = new DavClient(service.port, basic(login, password));
  });

  after(() => service.stop());

  afterEach(() => {
    assert.deepEqual(service.errors(), []);
    assert.deepEqual(
      readdirSync(join(service.dataDirectory, 'incoming')),
      [],
      'nothing is left in incoming/',
    );
  });

  describe('PUT', () => {
    it('answers 201 for a new document and 204 for a new version, with the new ETag', async () => {
      const first = await dav.expect(201, 'PUT', '/versions.txt', { body: 'one' });
      const second = await dav.expect(204, 'PUT', '/versions.txt', { body: 'two' });
      assert.notEqual(first.headers.etag, second.headers.etag);
      const { headers, text } = await dav.expect(200, 'GET', '/versions.txt');
      assert.equal(text, 'two');
      assert.equal(headers.etag, second.headers.etag);
      assert.equal(headers['content-type'], 'text/plain');
    });

    it('takes contents of any size and gives them back byte for byte', async () => {
      for (const size of [0, 1, 65_536, 65_537, 3_000_000]) {
        const body = Buffer.alloc(size, `${size} bytes `);
        await dav.expect(201, 'PUT', `/size-${size}`, { body });
        const { bytes, headers } = await dav.expect(200, 'GET', `/size-${size}`);
        assert.ok(bytes.equals(body));
        assert.equal(headers['content-length'], String(size));
      }
    });

    it('refuses what is longer than the limit with 413, announced or not', async () => {
      await dav
        .expect(413, 'PUT', '/limit', { headers: { 'Content-Length': String(6 * 2 ** 20) } })
        .catch(() => undefined);
      const chunks = Array.from({ length: 6 }, () => 'x'.repeat(2 ** 20));
      const answer = await dav.ask('PUT', '/limit', { chunks });
      assert.equal(answer.status, 413);
      await dav.expect(404, 'GET', '/limit');
    });

    it('refuses Content-Range, and changes nothing', async () => {
      await dav.expect(201, 'PUT', '/ranged', { body: 'whole' });
      await dav.expect(400, 'PUT', '/ranged', { body: 'x', headers: { 'Content-Range': 'bytes 0-0/5' } });
      assert.equal((await dav.expect(200, 'GET', '/ranged')).text, 'whole');
    });

    it('is not for folders, and needs the folder above', async () => {
      await dav.expect(201, 'MKCOL', '/folder');
      for (const path of ['/folder', '/folder/', '/new/', '/', ''])
        await dav.expect(405, 'PUT', path, { body: 'x' });
      await dav.expect(409, 'PUT', '/none/file', { body: 'x' });
      await dav.expect(409, 'PUT', '/versions.txt/file', { body: 'x' });
    });

    it('refuses names that cannot be', async () => {
      await dav.expect(400, 'PUT', `/${'n'.repeat(256)}`, { body: 'x' });
      for (const name of ['%2e%2e', '%2e', 'a%2Fb', 'a%0ab', '%7f'])
        await dav.expect(400, 'PUT', `/${name}`, { body: 'x' });
      await dav.expect(201, 'PUT', `/${'n'.repeat(255)}`, { body: 'x' });
    });

    it('verifies every checksum that is sent, and keeps the old content when one is wrong', async () => {
      const body = 'checked';
      const right: readonly Record<string, string>[] = [
        { 'OC-Checksum': `SHA1:${digest('sha1', body, 'hex')}` },
        { 'OC-Checksum': `MD5:${digest('md5', body, 'hex').toUpperCase()}` },
        { 'OC-Checksum': `SHA256:${digest('sha256', body, 'hex')}` },
        { 'OC-Checksum': 'ADLER32:0b2002c8' },
        { Digest: `sha-256=${digest('sha256', body, 'base64')},unixsum=1` },
        { Digest: `SHA=${digest('sha1', body, 'base64')}, MD5=${digest('md5', body, 'base64')}` },
        { 'Repr-Digest': `sha-512=:${digest('sha512', body, 'base64')}:` },
        { 'Content-Digest': `sha-256=:${digest('sha256', body, 'base64')}:` },
        { 'Content-MD5': digest('md5', body, 'base64') },
      ];
      for (const headers of right) {
        const answer = await dav.ask('PUT', '/checked', { body, headers });
        assert.ok(answer.status === 201 || answer.status === 204, JSON.stringify(headers) + answer.text);
        for (const path of ['/checked', '/unchecked'])
          await dav.expect(400, 'PUT', path, { body: 'Checked', headers });
        await dav.expect(404, 'GET', '/unchecked');
        assert.equal((await dav.expect(200, 'GET', '/checked')).text, body);
      }
    });

    it('refuses a length other than X-Expected-Entity-Length says', async () => {
      await dav.expect(201, 'PUT', '/finder', {
        chunks: ['abc', 'def'],
        headers: { 'X-Expected-Entity-Length': '6' },
      });
      for (const length of ['5', '7', 'x']) {
        await dav.expect(400, 'PUT', '/finder', {
          chunks: ['uvw', 'xyz'],
          headers: { 'X-Expected-Entity-Length': length },
        });
        await dav.expect(400, 'PUT', '/finder', {
          body: 'uvwxyz',
          headers: { 'X-Expected-Entity-Length': length },
        });
      }
      assert.equal((await dav.expect(200, 'GET', '/finder')).text, 'abcdef');
    });

    it('honours X-OC-Mtime', async () => {
      const { headers } = await dav.expect(201, 'PUT', '/mtime', {
        body: 'x',
        headers: { 'X-OC-Mtime': '1000000000' },
      });
      assert.equal(headers['x-oc-mtime'], 'accepted');
      const got = await dav.expect(200, 'GET', '/mtime');
      assert.equal(got.headers['last-modified'], 'Sun, 09 Sep 2001 01:46:40 GMT');
      const early = await dav.expect(204, 'PUT', '/mtime', {
        body: 'x',
        headers: { 'X-OC-Mtime': '-152391233' },
      });
      assert.equal(early.headers['x-oc-mtime'], 'accepted');
      const before1970 = await dav.expect(200, 'GET', '/mtime');
      assert.equal(before1970.headers['last-modified'], 'Thu, 04 Mar 1965 05:06:07 GMT');
      for (const rubbish of ['rubbish', '-99999999999', '--1']) {
        const plain = await dav.expect(204, 'PUT', '/mtime', {
          body: 'y',
          headers: { 'X-OC-Mtime': rubbish },
        });
        assert.equal(plain.headers['x-oc-mtime'], undefined);
      }
    });

    it('answers 507 when the quota is used up, before the body is read', async () => {
      const { login, password } = await service.createUser('poor', { quotaBytes: 1000 });
      const poor = new DavClient(service.port, basic(login, password));
      await poor.expect(201, 'PUT', '/fits', { body: 'x'.repeat(900) });
      const { text } = await poor.expect(507, 'PUT', '/more', { body: 'x'.repeat(200) });
      assert.match(text, /<d:quota-not-exceeded\/>/);
      await poor.expect(507, 'PUT', '/more', { chunks: ['x'.repeat(200)] });
      const asked = `PUT /webdav/more HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${poor.authorization ?? ''}\r\nExpect: 100-continue\r\nContent-Length: 200\r\n\r\n`;
      assert.match(await speak(service.port, asked, 300), /^HTTP\/1\.1 507 /);
      await poor.expect(404, 'GET', '/more');
    });

    it('says 100 Continue only to somebody who may send', async () => {
      const ask = (authorization: string): string =>
        `PUT /webdav/expected HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n`;
      assert.match(await speak(service.port, ask('Basic eDp5'), 300), /^HTTP\/1\.1 401 /);
      assert.match(
        await speak(service.port, ask(dav.authorization ?? ''), 300),
        /^HTTP\/1\.1 100 Continue\r\n\r\n$/,
      );
      assert.match(
        await speak(service.port, `${ask(dav.authorization ?? '')}hello`, 300),
        /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /,
      );
      assert.equal((await dav.expect(200, 'GET', '/expected')).text, 'hello');
    });
  });

  describe('conditions', () => {
    it('hold for PUT', async () => {
      await dav.expect(412, 'PUT', '/conditions', { body: 'x', headers: { 'If-Match': '*' } });
      const { headers } = await dav.expect(201, 'PUT', '/conditions', {
        body: 'one',
        headers: { 'If-None-Match': '*' },
      });
      const etag = String(headers.etag);
      await dav.expect(412, 'PUT', '/conditions', { body: 'two', headers: { 'If-None-Match': '*' } });
      await dav.expect(412, 'PUT', '/conditions', { body: 'two', headers: { 'If-Match': '"other"' } });
      await dav.expect(412, 'PUT', '/conditions', {
        body: 'two',
        headers: { 'If-Unmodified-Since': 'Sun, 09 Sep 2001 01:46:40 GMT' },
      });
      const all = {
        If: `([${etag}])`,
        'If-None-Match': '"x"',
        'If-Modified-Since': 'Sun, 09 Sep 2001 01:46:40 GMT',
      };
      const since = { 'If-Unmodified-Since': 'Fri, 31 Dec 9999 23:59:59 GMT' };
      await dav.expect(412, 'PUT', '/conditions', {
        body: 'two',
        headers: { ...all, ...since, 'If-Match': '"other"' },
      });
      assert.equal((await dav.expect(200, 'GET', '/conditions')).text, 'one');
      await dav.expect(204, 'PUT', '/conditions', { body: 'two', headers: { 'If-Match': etag } });
    });

    it('hold for DELETE, COPY, MOVE, PROPPATCH and LOCK', async () => {
      await dav.expect(201, 'PUT', '/guarded', { body: 'one' });
      const headers = { 'If-Match': '"other"', Destination: dav.at('/guarded-too') };
      for (const method of ['DELETE', 'COPY', 'MOVE']) await dav.expect(412, method, '/guarded', { headers });
      const body = '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><x/></d:prop></d:set></d:propertyupdate>';
      await dav.expect(412, 'PROPPATCH', '/guarded', { headers, body });
      await dav.expect(404, 'GET', '/guarded-too');
      await dav.expect(204, 'DELETE', '/guarded', { headers: { 'If-Match': '*' } });
    });

    it('hold for a folder by its date, as its entity tag is told to nobody', async () => {
      await dav.expect(201, 'MKCOL', '/dated');
      const since = (date: string) => ({ headers: { 'If-Unmodified-Since': date } });
      await dav.expect(412, 'DELETE', '/dated', since('Sun, 09 Sep 2001 01:46:40 GMT'));
      await dav.expect(412, 'DELETE', '/dated', { headers: { 'If-Match': '"dated"' } });
      await dav.expect(204, 'DELETE', '/dated', since('Fri, 31 Dec 9999 23:59:59 GMT'));
    });

    it('answer 304 to GET and HEAD', async () => {
      const { headers } = await dav.expect(201, 'PUT', '/cached', { body: 'x' });
      for (const method of ['GET', 'HEAD']) {
        const fresh = await dav.expect(304, method, '/cached', {
          headers: { 'If-None-Match': String(headers.etag) },
        });
        assert.equal(fresh.headers.etag, headers.etag);
        await dav.expect(304, method, '/cached', {
          headers: { 'If-Modified-Since': String(headers['last-modified']) },
        });
        await dav.expect(200, method, '/cached', { headers: { 'If-None-Match': '"other"' } });
      }
    });
  });

  describe('GET', () => {
    it('sends one range or several', async () => {
      await dav.expect(201, 'PUT', '/range', { body: '0123456789' });
      const one = await dav.expect(206, 'GET', '/range', { headers: { Range: 'bytes=2-4' } });
      assert.equal(one.text, '234');
      assert.equal(one.headers['content-range'], 'bytes 2-4/10');
      const several = await dav.expect(206, 'GET', '/range', { headers: { Range: 'bytes=0-1,-2' } });
      assert.match(String(several.headers['content-type']), /^multipart\/byteranges; boundary=/);
      assert.match(several.text, /bytes 0-1\/10\r\n\r\n01\r\n--.*bytes 8-9\/10\r\n\r\n89\r\n/s);
    });

    it('shows a folder as a page, and answers HEAD on it with 200', async () => {
      await dav.expect(201, 'MKCOL', '/page');
      await dav.expect(201, 'PUT', `/page/${encodeURIComponent('<b>&"x".txt')}`, { body: '' });
      for (const path of ['/page', '/page/']) {
        const { headers, text } = await dav.expect(200, 'GET', path);
        assert.match(String(headers['content-type']), /^text\/html/);
        assert.match(
          text,
          /<a href="\/webdav\/page\/%3Cb%3E%26%22x%22.txt">&lt;b&gt;&amp;&quot;x&quot;.txt<\/a>/,
        );
      }
      assert.equal((await dav.expect(200, 'HEAD', '/page/')).text, '');
      await dav.expect(200, 'GET', '');
    });

    it('lets no document run as a page of this server', async () => {
      await dav.expect(201, 'PUT', '/page.html', { body: '<script>' });
      const { headers } = await dav.expect(200, 'GET', '/page.html');
      assert.equal(headers['content-security-policy'], 'sandbox');
      assert.equal(headers['x-content-type-options'], 'nosniff');
    });

    it('answers 404 for what is not there', async () => {
      const { text } = await dav.expect(404, 'GET', '/nothing');
      assert.equal(text, 'Not found.\n');
      await dav.expect(404, 'HEAD', '/nothing');
    });
  });
});
