import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Service, startService } from '../../support/service.ts';
import { basic, DavClient, hrefs, lockInfo, propfindBody } from '../client.ts';

/** Each line of "What its stock methods do wrong" (docs/build/webdav-clients.md §6), and what ours do instead. */
describe('where webdav-server is wrong as it comes, dms', () => {
  let service: Service;
  let dav: DavClient;
  let guest: DavClient;

  before(async () => {
    service = await startService();
    const { login, password } = await service.createUser('ann');
    dav = new DavClient(service.port, basic(login, password));
    guest = new DavClient(service.port);
  });

  after(() => service.stop());

  afterEach(async () => {
    assert.deepEqual(service.errors(), [], 'nothing went wrong inside');
    await dav.expect(200, 'OPTIONS', '/');
  });

  it('does not take every If condition for true', async () => {
    const { headers } = await dav.expect(201, 'PUT', '/if', { body: 'one' });
    await dav.expect(412, 'PUT', '/if', { body: 'two', headers: { If: '(["none"])' } });
    await dav.expect(412, 'PUT', '/if', { body: 'two', headers: { If: `(Not [${String(headers.etag)}])` } });
    await dav.expect(412, 'DELETE', '/if', { headers: { If: '(<opaquelocktoken:none>)' } });
    assert.equal((await dav.expect(200, 'GET', '/if')).text, 'one');
    await dav.expect(204, 'PUT', '/if', { body: 'two', headers: { If: `([${String(headers.etag)}])` } });
  });

  it('asks for the token of a lock, not only for its user', async () => {
    await dav.expect(201, 'PUT', '/by-token', { body: 'one' });
    const token = await dav.lock('/by-token');
    await dav.expect(423, 'PUT', '/by-token', { body: 'two' });
    await dav.expect(423, 'DELETE', '/by-token');
    await dav.expect(204, 'DELETE', '/by-token', { headers: { If: `(<${token}>)` } });
  });

  it('keeps a locked child when its parent is deleted or moved', async () => {
    await dav.expect(201, 'MKCOL', '/parent');
    await dav.expect(201, 'PUT', '/parent/child', { body: 'one' });
    await dav.lock('/parent/child');
    const refused = await dav.expect(207, 'DELETE', '/parent/');
    assert.match(refused.text, /<d:lock-token-submitted><d:href>\/webdav\/parent\/child<\/d:href>/);
    await dav.expect(207, 'MOVE', '/parent/', { headers: { Destination: dav.at('/elsewhere/') } });
    await dav.expect(200, 'GET', '/parent/child');
  });

  it('grants the time-out that is asked for, in seconds, at most a day', async () => {
    await dav.expect(201, 'PUT', '/timeout', { body: '' });
    for (const [asked, granted] of [
      ['Second-3600', 3600],
      ['Infinite, Second-4100000000', 86_400],
      ['Second-4100000000', 86_400],
      ['nonsense', 1800],
    ] as const) {
      const { text, headers } = await dav.expect(200, 'LOCK', '/timeout', {
        headers: { Timeout: asked },
        body: lockInfo(),
      });
      const seconds = Number(/<d:timeout>Second-(\d+)</.exec(text)?.[1]);
      assert.ok(seconds > granted - 5 && seconds <= granted, `${asked}: ${seconds}`);
      await dav.expect(204, 'UNLOCK', '/timeout', {
        headers: { 'Lock-Token': String(headers['lock-token']) },
      });
    }
  });

  it('puts the token of a new lock in angle brackets', async () => {
    const { headers } = await dav.expect(201, 'LOCK', '/brackets', { body: lockInfo() });
    assert.match(String(headers['lock-token']), /^<opaquelocktoken:[0-9a-f-]{36}>$/);
  });

  it('sends ETag and Last-Modified with GET, HEAD and PUT, and 416', async () => {
    const put = await dav.expect(201, 'PUT', '/tagged', { body: 'hello' });
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await dav.expect(200, method, '/tagged');
      assert.match(String(headers.etag), /^"[^"]+"$/);
      assert.equal(headers.etag, put.headers.etag);
      assert.equal(headers['last-modified'], put.headers['last-modified']);
      assert.ok(!Number.isNaN(Date.parse(String(headers['last-modified']))));
    }
    const outside = await dav.expect(416, 'GET', '/tagged', { headers: { Range: 'bytes=9-' } });
    assert.equal(outside.headers['content-range'], 'bytes */5');
  });

  it('keeps the old content when a PUT breaks off, and leaves nothing behind', async () => {
    const large = Buffer.alloc(300_000, 'old');
    await dav.expect(201, 'PUT', '/aborted', { body: large });
    const openFiles = (): number => readdirSync('/proc/self/fd').length;
    const before = openFiles();
    for (const framing of [
      'Content-Length: 1000000\r\n\r\n',
      'Transfer-Encoding: chunked\r\n\r\n30d40\r\n',
    ]) {
      for (const path of ['/aborted', '/aborted-new']) {
        await new Promise<void>((resolve) => {
          const socket = connect(service.port, '127.0.0.1', () => {
            socket.write(
              `PUT /webdav${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${dav.authorization ?? ''}\r\n${framing}${'n'.repeat(200_000)}`,
              () => setTimeout(() => socket.destroy(), 60),
            );
          });
          socket.on('close', () => resolve());
        });
      }
    }
    const incoming = join(service.dataDirectory, 'incoming');
    for (let tries = 0; tries < 50 && readdirSync(incoming).length > 0; tries += 1) await pause(20);
    assert.deepEqual(readdirSync(incoming), []);
    assert.ok((await dav.expect(200, 'GET', '/aborted')).bytes.equals(large));
    await dav.expect(404, 'GET', '/aborted-new');
    await pause(50);
    assert.ok(openFiles() <= before + 2, 'no descriptor leaks');
  });

  it('takes a missing Overwrite for T', async () => {
    await dav.expect(201, 'PUT', '/from', { body: 'from' });
    await dav.expect(201, 'PUT', '/to', { body: 'to' });
    await dav.expect(412, 'COPY', '/from', { headers: { Destination: dav.at('/to'), Overwrite: 'F' } });
    assert.equal((await dav.expect(200, 'GET', '/to')).text, 'to');
    await dav.expect(204, 'COPY', '/from', { headers: { Destination: dav.at('/to') } });
    assert.equal((await dav.expect(200, 'GET', '/to')).text, 'from');
  });

  it('copies a folder without its members when Depth is 0', async () => {
    await dav.expect(201, 'MKCOL', '/deep');
    await dav.expect(201, 'PUT', '/deep/member', { body: '' });
    await dav.expect(201, 'COPY', '/deep/', { headers: { Destination: dav.at('/shallow/'), Depth: '0' } });
    await dav.expect(404, 'GET', '/shallow/member');
    await dav.expect(201, 'COPY', '/deep/', { headers: { Destination: dav.at('/full/') } });
    await dav.expect(200, 'GET', '/full/member');
  });

  it('answers 502 to a Destination on another host, and does nothing', async () => {
    await dav.expect(201, 'PUT', '/here', { body: '' });
    for (const destination of [
      'http://elsewhere.example/webdav/there',
      'http://127.0.0.1:1/webdav/there',
      `http://127.0.0.1:${service.port}/other`,
    ]) {
      await dav.expect(502, 'COPY', '/here', { headers: { Destination: destination } });
      await dav.expect(502, 'MOVE', '/here', { headers: { Destination: destination } });
    }
    await dav.expect(404, 'GET', '/there');
    await dav.expect(200, 'GET', '/here');
  });

  it('escapes all that must be escaped in hrefs, which are paths', async () => {
    const name = `a#b?c%d&e"f'g<h> ü😀+;=`;
    const path = `/${encodeURIComponent(name)}`;
    await dav.expect(201, 'PUT', path, { body: 'x' });
    const { text } = await dav.expect(207, 'PROPFIND', '/', {
      headers: { Depth: '1' },
      body: propfindBody('<d:prop><d:displayname/></d:prop>'),
    });
    const href = hrefs(text).find((one) => one.includes('a%23b'));
    assert.ok(href !== undefined, text);
    assert.match(href, /^\/webdav\/[A-Za-z0-9%._~!*()-]+$/);
    assert.equal(decodeURIComponent(href), `/webdav/${name}`);
    assert.doesNotMatch(text, /http:\/\//);
    assert.equal((await dav.raw('GET', href)).text, 'x');
  });

  it('does not walk the whole tree when Depth is missing or infinity', async () => {
    for (const headers of [{}, { Depth: 'infinity' }]) {
      const { text } = await dav.expect(403, 'PROPFIND', '/', { headers });
      assert.match(text, /<d:error xmlns:d="DAV:"><d:propfind-finite-depth\/>/);
    }
  });

  it('answers 400 to XML that is not well-formed', async () => {
    for (const body of [
      '<d:propfind xmlns:d="DAV:"><d:prop>',
      '<propfind',
      'nonsense',
      '<x:a/>',
      '<a>&constructor;</a>',
      '<a>&nbsp;</a>',
    ]) {
      await dav.expect(400, 'PROPFIND', '/', { headers: { Depth: '0' }, body });
    }
  });

  it('gives a namespace back as it came', async () => {
    await dav.expect(201, 'PUT', '/namespaces', { body: '' });
    for (const namespace of ['http://a.b/', 'http://a.b', 'urn:x:', 'DAV:', 'a&amp;b']) {
      await dav.expect(207, 'PROPPATCH', '/namespaces', {
        body: `<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><n:mine xmlns:n="${namespace}">v</n:mine></d:prop></d:set></d:propertyupdate>`,
      });
      const { text } = await dav.expect(207, 'PROPFIND', '/namespaces', {
        headers: { Depth: '0' },
        body: propfindBody(`<d:prop><q:mine xmlns:q="${namespace}"/></d:prop>`),
      });
      assert.ok(text.includes(`<n:mine xmlns:n="${namespace}">v</n:mine>`), text);
    }
  });

  it('answers DELETE with 204 and PUT with 201 or 204', async () => {
    await dav.expect(201, 'PUT', '/codes', { body: 'one' });
    await dav.expect(204, 'PUT', '/codes', { body: 'two' });
    await dav.expect(204, 'DELETE', '/codes');
    await dav.expect(404, 'DELETE', '/codes');
  });

  it('does not take POST for PUT', async () => {
    const { headers } = await dav.expect(405, 'POST', '/posted', { body: 'x' });
    assert.match(String(headers.allow), /PROPFIND/);
    await dav.expect(405, 'REPORT', '/posted', { body: 'x' });
    await dav.expect(404, 'GET', '/posted');
  });

  it('finds a name in whatever normal form it is asked for', async () => {
    await dav.expect(201, 'PUT', `/${encodeURIComponent('a\u0308rger')}`, { body: 'nfd' });
    assert.equal((await dav.expect(200, 'GET', `/${encodeURIComponent('\u00e4rger')}`)).text, 'nfd');
    await dav.expect(204, 'PUT', `/${encodeURIComponent('\u00e4rger')}`, { body: 'nfc' });
  });

  it('takes chunked bodies', async () => {
    await dav.expect(201, 'PUT', '/chunked', { chunks: ['one ', 'two ', 'three'] });
    assert.equal((await dav.expect(200, 'GET', '/chunked')).text, 'one two three');
  });

  it('adds no header that opens the service to other origins, and no challenge to an answer that needs none', async () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['OPTIONS', '/'],
      ['PROPFIND', '/'],
      ['GET', '/none'],
    ] as const) {
      const { headers } = await dav.ask(method, path, { headers: { Depth: '0' } });
      assert.equal(headers['access-control-allow-origin'], undefined);
      assert.equal(headers['access-control-allow-credentials'], undefined);
      assert.equal(headers['www-authenticate'], undefined);
      assert.equal(headers.server, undefined);
    }
    const { status, headers } = await guest.ask('GET', '/');
    assert.equal(status, 401);
    assert.equal(headers['www-authenticate'], 'Basic realm="dms", charset="UTF-8"');
  });
});
