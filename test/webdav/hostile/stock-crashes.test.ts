import assert from 'node:assert/strict';
import { type Service, startService } from '../../support/service.ts';
import { basic, DavClient, propfindBody, speak } from '../client.ts';

/** The requests that end webdav-server's process as it comes, and how it reads Basic (docs/build/webdav-clients.md §6). */
describe('where webdav-server crashes or lets strangers in, dms', () => {
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

  describe('lives on after', () => {
    it('an untagged If with a lock token', async () => {
      await dav.expect(201, 'PUT', '/untagged', { body: 'one' });
      const token = await dav.lock('/untagged');
      await dav.expect(423, 'PUT', '/untagged', { body: 'two' });
      await dav.expect(204, 'PUT', '/untagged', { body: 'two', headers: { If: `(<${token}>)` } });
    });

    it('a percent-encoding that does not decode, from a guest', async () => {
      assert.equal((await guest.ask('GET', '/%E0%A4%A')).status, 400);
      assert.equal((await dav.ask('GET', '/%E0%A4%A')).status, 400);
      assert.equal((await dav.ask('GET', '/%zz')).status, 400);
    });

    it('a PROPPATCH with two set elements', async () => {
      await dav.expect(201, 'PUT', '/two-sets', { body: '' });
      await dav.expect(207, 'PROPPATCH', '/two-sets', {
        body: '<d:propertyupdate xmlns:d="DAV:" xmlns:x="urn:x"><d:set><d:prop><x:a>1</x:a></d:prop></d:set><d:set><d:prop><x:b>2</x:b></d:prop></d:set></d:propertyupdate>',
      });
      const { text } = await dav.expect(207, 'PROPFIND', '/two-sets', {
        headers: { Depth: '0' },
        body: propfindBody('<d:prop xmlns:x="urn:x"><x:a/><x:b/></d:prop>'),
      });
      assert.match(text, />1<.*>2</);
      assert.doesNotMatch(text, /404/);
    });

    it('an If header on MKCOL', async () => {
      await dav.expect(412, 'MKCOL', '/with-if', { headers: { If: '(<opaquelocktoken:none>)' } });
      await dav.expect(201, 'MKCOL', '/with-if', { headers: { If: '(Not <opaquelocktoken:none>)' } });
    });

    it('a Content-Length beyond all measure', async () => {
      for (const length of ['9007199254740992', '9007199254740991', '18446744073709551616']) {
        for (const method of ['PUT', 'PROPFIND', 'MKCOL']) {
          const heard = await speak(
            service.port,
            `${method} /webdav/huge HTTP/1.1\r\nHost: x\r\nDepth: 0\r\nAuthorization: ${dav.authorization ?? ''}\r\nContent-Length: ${length}\r\n\r\n`,
            300,
          );
          assert.match(heard, /^HTTP\/1\.1 (?:4\d\d|507) /, `${method} ${length}`);
        }
      }
      await dav.expect(404, 'GET', '/huge');
    });

    it('a NUL in the path', async () => {
      assert.equal((await guest.ask('GET', '/%00')).status, 400);
      for (const method of ['GET', 'PUT', 'MKCOL', 'DELETE', 'PROPFIND', 'LOCK']) {
        assert.equal((await dav.ask(method, '/a%00b', { headers: { Depth: '0' } })).status, 400, method);
      }
      const { text } = await dav.expect(400, 'PUT', '/a%00b');
      assert.match(text, /The URL must not have a name with control characters\./);
    });
  });

  describe('reads Basic so that', () => {
    it('a password may hold colons', async () => {
      const account = await service.createUser('colon', { password: 'a:b:c:d:e:f:' });
      await new DavClient(service.port, basic('colon', account.password)).expect(200, 'GET', '/');
      assert.equal((await new DavClient(service.port, basic('colon', 'a')).ask('GET', '/')).status, 401);
    });

    it('base64 may hold + and /, and both are UTF-8', async () => {
      const account = await service.createUser('plus', { password: 'ûïþ>>>???ÿÿÿ~~~û' });
      const authorization = basic('plus', account.password);
      assert.match(authorization, /\+/);
      assert.match(authorization, /\/.*\//);
      await new DavClient(service.port, authorization).expect(200, 'GET', '/');
    });

    it('nobody gets in as constructor, __proto__ or toString', async () => {
      for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
        for (const secret of ['', 'x', 'undefined', name]) {
          assert.equal((await new DavClient(service.port, basic(name, secret)).ask('GET', '/')).status, 401);
        }
      }
    });

    it('what is no Basic is 401', async () => {
      for (const authorization of [
        'Basic',
        'Basic !!!',
        'Basic Og',
        'Bearer x',
        'Digest username="ann"',
        `Basic ${'A'.repeat(8000)}`,
      ]) {
        const { status } = await new DavClient(service.port, authorization).ask('GET', '/');
        assert.equal(status, 401, authorization.slice(0, 40));
      }
    });
  });
});
