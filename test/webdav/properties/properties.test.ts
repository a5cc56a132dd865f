import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Answer, basic, DavClient, hrefs, propfindBody } from '../client.ts';

describe('webdav properties', () => {
  let service: Service;
  let ann: Account;
  let dav: DavClient;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann', { quotaBytes: 1_000_000 });
    dav = new DavClient(service.port, basic(ann.login, ann.password));
    await dav.expect(201, 'MKCOL', '/folder');
    await dav.expect(201, 'PUT', '/folder/a.txt', { body: 'hello', headers: { 'X-OC-Mtime': '1000000000' } });
    await dav.expect(201, 'MKCOL', '/folder/sub');
  });

  after(() => service.stop());

  afterEach(() => assert.deepEqual(service.errors(), []));

  function find(path: string, inner: string, headers: Record<string, string> = {}): Promise<Answer> {
    const body = inner === '' ? '' : propfindBody(inner);
    return dav.expect(207, 'PROPFIND', path, { headers: { Depth: '0', ...headers }, body });
  }

  function patch(path: string, inner: string, status = 207): Promise<Answer> {
    return dav.expect(status, 'PROPPATCH', path, {
      body: `<?xml version="1.0" encoding="utf-8"?><d:propertyupdate xmlns:d="DAV:" xmlns:x="urn:x">${inner}</d:propertyupdate>`,
    });
  }

  function set(inner: string): string {
    return `<d:set><d:prop>${inner}</d:prop></d:set>`;
  }

  describe('PROPFIND', () => {
    it('answers for a document with Depth 0 and 1, for a folder with its members', async () => {
      assert.deepEqual(hrefs((await find('/folder/a.txt', '')).text), ['/webdav/folder/a.txt']);
      assert.deepEqual(hrefs((await find('/folder/a.txt', '', { Depth: '1' })).text), [
        '/webdav/folder/a.txt',
      ]);
      assert.deepEqual(hrefs((await find('/folder', '')).text), ['/webdav/folder/']);
      const members = hrefs((await find('/folder/', '', { Depth: '1' })).text);
      assert.deepEqual(members.toSorted(), [
        '/webdav/folder/',
        '/webdav/folder/a.txt',
        '/webdav/folder/sub/',
      ]);
      assert.equal(hrefs((await find('', '', { Depth: '1' })).text)[0], '/webdav/');
      await dav.expect(404, 'PROPFIND', '/none', { headers: { Depth: '0' } });
      await dav.expect(400, 'PROPFIND', '/', { headers: { Depth: '2' } });
    });

    it('gives all live properties their values', async () => {
      const { text, headers } = await find('/folder/a.txt', '<d:allprop/>');
      const { etag } = (await dav.expect(200, 'HEAD', '/folder/a.txt')).headers;
      assert.match(String(headers['content-type']), /^application\/xml; charset=utf-8$/);
      for (const part of [
        '<d:resourcetype/>',
        '<d:displayname>a.txt</d:displayname>',
        '<d:getcontentlength>5</d:getcontentlength>',
        '<d:getcontenttype>text/plain</d:getcontenttype>',
        '<d:getlastmodified>Sun, 09 Sep 2001 01:46:40 GMT</d:getlastmodified>',
        `<d:getetag>${String(etag)}</d:getetag>`,
        '<d:lockdiscovery/>',
        '<d:lockscope><d:shared/></d:lockscope>',
      ]) {
        assert.ok(text.includes(part), `${part} in ${text}`);
      }
      assert.match(text, /<d:creationdate>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/d:creationdate>/);
      assert.doesNotMatch(text, /quota/);
    });

    it('puts what is not there under 404, in the namespace that was asked', async () => {
      const { text } = await find(
        '/folder',
        '<d:prop><d:getetag/><d:resourcetype/><n:none xmlns:n="urn:n&amp;"/><plain xmlns=""/></d:prop>',
      );
      assert.match(
        text,
        /<d:resourcetype><d:collection\/><\/d:resourcetype><\/d:prop><d:status>HTTP\/1.1 200 OK/,
      );
      assert.match(text, /<d:multistatus xmlns:d="DAV:" xmlns:n="urn:n&amp;">/);
      assert.match(text, /<d:prop><d:getetag\/><n:none\/><plain\/><\/d:prop><d:status>HTTP\/1.1 404/);
    });

    it('leaves that out when the client prefers it', async () => {
      const { text, headers } = await find('/folder', '<d:prop><d:getetag/><d:resourcetype/></d:prop>', {
        Prefer: 'return=minimal',
      });
      assert.doesNotMatch(text, /404/);
      assert.equal(headers['preference-applied'], 'return=minimal');
    });

    it('names the properties for propname', async () => {
      await patch('/folder/a.txt', set('<x:named>v</x:named>'));
      const { text } = await find('/folder/a.txt', '<d:propname/>');
      assert.match(text, /<d:getetag\/>.*<x:named xmlns:x="urn:x"\/>/);
      assert.doesNotMatch(text, /hello|>v</);
    });

    it('tells the quota when it is asked by name, also with allprop and include', async () => {
      for (const inner of [
        '<d:prop><d:quota-available-bytes/><d:quota-used-bytes/></d:prop>',
        '<d:allprop/><d:include><d:quota-available-bytes/><d:quota-used-bytes/></d:include>',
      ]) {
        const { text } = await find('/folder', inner, { Depth: '1' });
        assert.equal([...text.matchAll(/<d:quota-available-bytes>999995</g)].length, 2, text);
        assert.equal([...text.matchAll(/<d:quota-used-bytes>5</g)].length, 2);
      }
    });

    it('refuses bodies that are no request, have a DTD, or are too long', async () => {
      const dtd =
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><d:propfind xmlns:d="DAV:"><d:prop/></d:propfind>';
      const bodies = [
        dtd,
        '<!DOCTYPE a><a/>',
        propfindBody(''),
        propfindBody('<d:prop/><d:allprop/>'),
        '<d:lockinfo xmlns:d="DAV:"/>',
        '<a>'.repeat(2000),
      ];
      for (const body of bodies) await dav.expect(400, 'PROPFIND', '/', { headers: { Depth: '0' }, body });
      const long = propfindBody(`<d:prop>${' '.repeat(2 ** 20)}</d:prop>`);
      await dav.expect(413, 'PROPFIND', '/', { headers: { Depth: '0' }, body: long });
      await dav.expect(413, 'PROPFIND', '/', { headers: { Depth: '0' }, chunks: [long] });
      await dav.expect(400, 'PROPFIND', '/', {
        headers: { Depth: '0' },
        body: Buffer.from([0x3c, 0xff, 0x3e]),
      });
    });

    it('refuses what costs the server much: elements, attributes and names', async () => {
      const find = (status: number, inner: string) =>
        dav.expect(status, 'PROPFIND', '/', {
          headers: { Depth: '0' },
          body: propfindBody(`<d:prop xmlns:x="urn:x">${inner}</d:prop>`),
        });
      const attributes = (count: number) =>
        `<x:a ${Array.from({ length: count }, (_, number) => `a${String(number)}=""`).join(' ')}/>`;
      // Around them are two elements and two declarations.
      await find(207, '<x:a/>'.repeat(9996));
      await find(400, '<x:a/>'.repeat(9997));
      await find(207, attributes(9995));
      await find(400, attributes(9996));
      const names = (length: number) => `<x:${'a'.repeat(length)}/>`;
      await find(207, names(32_000));
      await find(400, names(32_000) + names(1000));
    });

    it('understands UTF-16', async () => {
      const body = Buffer.from(
        `\ufeff${propfindBody('<d:prop><d:displayname/></d:prop>')}`.replace('utf-8', 'utf-16'),
        'utf16le',
      );
      const { text } = await dav.expect(207, 'PROPFIND', '/folder', { headers: { Depth: '0' }, body });
      assert.match(text, /<d:displayname>folder</);
    });

    it('sends a long listing whole', async () => {
      const home = await service.createUser('many');
      const names = Array.from({ length: 1500 }, (_, number) => `folder with a long name ${number} <&>`);
      // Beside each other, so that they wait for the disk together.
      await Promise.all(names.map((name) => service.dms.folders.create(home.actor, { folderId: 0, name })));
      const many = new DavClient(service.port, basic(home.login, home.password));
      const { text } = await many.expect(207, 'PROPFIND', '/', { headers: { Depth: '1' } });
      assert.equal(new Set(hrefs(text)).size, 1501);
      assert.match(text, /<\/d:multistatus>$/);
    });
  });

  describe('PROPPATCH', () => {
    it('keeps values with their namespaces, language and structure', async () => {
      const value =
        '<x:deep xmlns:y="urn:y" y:attr="a &quot;b&quot; &lt;"><y:child xml:lang="de">Grüße <b/> &amp; mehr</y:child><plain>1</plain></x:deep>';
      await dav.expect(207, 'PROPPATCH', '/folder/a.txt', {
        body: `<d:propertyupdate xmlns:d="DAV:" xmlns:x="urn:x" xml:lang="en"><d:set><d:prop>${value}</d:prop></d:set></d:propertyupdate>`,
      });
      const { text } = await find('/folder/a.txt', '<d:prop><z:deep xmlns:z="urn:x"/></d:prop>');
      assert.ok(
        text.includes(
          '<x:deep xmlns:y="urn:y" xmlns:x="urn:x" xml:lang="en" y:attr="a &quot;b&quot; &lt;"><y:child xml:lang="de">Grüße <b/> &amp; mehr</y:child><plain>1</plain></x:deep>',
        ),
        text,
      );
    });

    it('carries out all instructions in their order', async () => {
      await patch(
        '/folder',
        `${set('<x:o>1</x:o>')}<d:remove><d:prop><x:o/></d:prop></d:remove>${set('<x:o>2</x:o><x:p>3</x:p>')}<d:remove><d:prop><x:p/><x:never/></d:prop></d:remove>`,
      );
      const { text } = await find('/folder', '<d:prop xmlns:x="urn:x"><x:o/><x:p/></d:prop>');
      assert.match(text, />2<\/x:o><\/d:prop><d:status>HTTP\/1.1 200/);
      assert.match(text, /<x:p\/><\/d:prop><d:status>HTTP\/1.1 404/);
    });

    it('refuses protected properties, and everything with them', async () => {
      const { text } = await patch('/folder/a.txt', set('<x:also>1</x:also><d:getetag>"mine"</d:getetag>'));
      assert.match(
        text,
        /<d:getetag\/><\/d:prop><d:status>HTTP\/1.1 403 Forbidden<\/d:status><d:error><d:cannot-modify-protected-property\/>/,
      );
      assert.match(text, /<x:also xmlns:x="urn:x"\/><\/d:prop><d:status>HTTP\/1.1 424/);
      assert.match((await find('/folder/a.txt', '<d:prop><x:also xmlns:x="urn:x"/></d:prop>')).text, /404/);
    });

    it('stores what Windows sets, and takes its time for the document’s', async () => {
      await patch(
        '/folder/a.txt',
        set(
          '<Z:Win32LastModifiedTime xmlns:Z="urn:schemas-microsoft-com:">Mon, 02 Jan 2006 15:04:05 GMT</Z:Win32LastModifiedTime><Z:Win32FileAttributes xmlns:Z="urn:schemas-microsoft-com:">00000020</Z:Win32FileAttributes>',
        ),
      );
      const { text } = await find('/folder/a.txt', '');
      assert.match(text, /Win32FileAttributes[^>]*>00000020</);
      assert.match(text, /<d:getlastmodified>Mon, 02 Jan 2006 15:04:05 GMT</);
    });

    it('answers 507 when the properties of an entry grow beyond 64 KiB', async () => {
      await patch('/folder', set(`<x:big>${'x'.repeat(70_000)}</x:big>`), 507);
      assert.match((await find('/folder', '<d:prop><x:big xmlns:x="urn:x"/></d:prop>')).text, /404/);
    });

    it('refuses what is no instruction', async () => {
      await dav.expect(400, 'PROPPATCH', '/folder');
      await patch('/folder', '', 400);
      await patch('/none', set('<x:a/>'), 404);
      await dav.expect(400, 'PROPPATCH', '/folder', {
        body: '<!DOCTYPE a><d:propertyupdate xmlns:d="DAV:"/>',
      });
    });
  });
});
