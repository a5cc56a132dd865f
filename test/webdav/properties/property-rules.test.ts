import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Answer, basic, DavClient, hrefs, propertyUpdate, propfindBody } from '../client.ts';

/** What RFC 4918 §4, §9.1, §9.2 and §15 and RFC 4331 ask of properties beyond the everyday (properties.test.ts). */
describe('webdav rules of properties', () => {
  let service: Service;
  let ann: Account;
  let dav: DavClient;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann', { quotaBytes: 1_000_000 });
    dav = new DavClient(service.port, basic(ann.login, ann.password));
    await dav.expect(201, 'MKCOL', '/folder');
    await dav.expect(201, 'PUT', '/folder/doc', { body: 'hello' });
  });

  after(() => service.stop());

  afterEach(() => assert.deepEqual(service.errors(), []));

  async function find(path: string, body: string, headers: Record<string, string> = {}): Promise<string> {
    return (await dav.expect(207, 'PROPFIND', path, { headers: { Depth: '0', ...headers }, body })).text;
  }

  function patch(path: string, inner: string): Promise<Answer> {
    return dav.expect(207, 'PROPPATCH', path, { body: propertyUpdate(inner) });
  }

  const set = (inner: string): string => `<D:set><D:prop>${inner}</D:prop></D:set>`;
  const remove = (inner: string): string => `<D:remove><D:prop>${inner}</D:prop></D:remove>`;
  const named = (inner: string): string => propfindBody(`<D:prop xmlns:x="urn:x">${inner}</D:prop>`);

  /** The element as it is given back, undefined when there is none. */
  async function value(path: string, name: string): Promise<string | undefined> {
    // By a prefix that no property was set with: it is given back with its own.
    const text = await find(path, propfindBody(`<D:prop><q:${name} xmlns:q="urn:x"/></D:prop>`));
    return /<D:prop>(.*)<\/D:prop><D:status>HTTP\/1\.1 200/s.exec(text)?.[1];
  }

  describe('PROPFIND', () => {
    it('without a body is allprop', async () => {
      const [empty, all] = [await find('/folder', ''), await find('/folder', propfindBody('<D:allprop/>'))];
      assert.equal(empty, all);
    });

    it('ignores elements that it does not know (§17)', async () => {
      const text = await find(
        '/folder/doc',
        '<D:propfind xmlns:D="DAV:" xmlns:x="urn:x" x:a="1"><x:new><D:allprop/></x:new><D:prop x:b="2"><D:displayname><x:deep/></D:displayname></D:prop></D:propfind>',
      );
      assert.match(text, /<D:prop><D:displayname>doc<\/D:displayname><\/D:prop><D:status>HTTP\/1\.1 200 OK/);
    });

    it('allprop with include adds what is named, once, and says what is missing', async () => {
      await patch('/folder/doc', set('<x:kept>v</x:kept>'));
      const text = await find(
        '/folder/doc',
        propfindBody(
          '<D:allprop/><D:include xmlns:x="urn:x"><x:kept/><x:none/><D:getetag/><D:quota-used-bytes/></D:include>',
        ),
      );
      assert.equal([...text.matchAll(/<x:kept /g)].length, 1);
      assert.equal([...text.matchAll(/<D:getetag>/g)].length, 1);
      assert.match(text, /<D:prop><x:none\/><D:quota-used-bytes\/><\/D:prop><D:status>HTTP\/1\.1 404/);
    });

    it('propname gives names alone, of what the resource has', async () => {
      await patch('/folder', set('<x:colour>red</x:colour>'));
      const text = await find('/folder', propfindBody('<D:propname/>'));
      for (const name of [
        '<D:resourcetype/>',
        '<D:displayname/>',
        '<D:lockdiscovery/>',
        '<x:colour xmlns:x="urn:x"/>',
      ]) {
        assert.ok(text.includes(name), name);
      }
      assert.doesNotMatch(text, /getcontentlength|getetag|red|folder<|404/);
    });

    it('of a folder without the slash names it with one, and says where it is (§5.2)', async () => {
      const asked = { headers: { Depth: '1' } };
      const bare = await dav.expect(207, 'PROPFIND', '/folder', asked);
      assert.equal(bare.headers['content-location'], '/webdav/folder/');
      assert.deepEqual(hrefs(bare.text), ['/webdav/folder/', '/webdav/folder/doc']);
      for (const path of ['/folder/', '/folder/doc']) {
        const { headers } = await dav.expect(207, 'PROPFIND', path, asked);
        assert.equal(headers['content-location'], undefined);
      }
    });

    it('sends a property once that is named again', async () => {
      const text = await find('/folder/doc', named('<D:getetag/><x:a xmlns:x="urn:x"/>'.repeat(200)));
      assert.equal(text.split('<D:getetag>').length - 1, 1);
      assert.equal(text.split('<x:a').length - 1, 1);
    });

    it('answers for every property that was asked, found or not, once', async () => {
      const text = await find(
        '/folder/doc',
        named('<D:getetag/><D:none/><x:none/><none xmlns=""/><D:getcontentlength/>'),
      );
      assert.match(
        text,
        /<D:propstat><D:prop><D:getetag>[^<]+<\/D:getetag><D:getcontentlength>5<\/D:getcontentlength><\/D:prop><D:status>HTTP\/1\.1 200 OK<\/D:status><\/D:propstat><D:propstat><D:prop><D:none\/><x:none\/><none\/><\/D:prop><D:status>HTTP\/1\.1 404 Not Found<\/D:status><\/D:propstat>/,
      );
    });
  });

  describe('PROPPATCH', () => {
    it('refuses each live property, set or removed, and nothing else is done', async () => {
      for (const name of [
        'creationdate',
        'displayname',
        'getcontentlength',
        'getcontenttype',
        'getetag',
        'getlastmodified',
        'lockdiscovery',
        'resourcetype',
        'supportedlock',
        'quota-available-bytes',
        'quota-used-bytes',
      ]) {
        for (const instruction of [set(`<D:${name}>1</D:${name}>`), remove(`<D:${name}/>`)]) {
          const { text } = await patch('/folder/doc', `${set('<x:lost>1</x:lost>')}${instruction}`);
          assert.ok(
            text.includes(
              `<D:prop><D:${name}/></D:prop><D:status>HTTP/1.1 403 Forbidden</D:status><D:error><D:cannot-modify-protected-property/></D:error>`,
            ),
            text,
          );
          assert.match(
            text,
            /<D:prop><x:lost xmlns:x="urn:x"\/><\/D:prop><D:status>HTTP\/1\.1 424 Failed Dependency/,
          );
        }
      }
      assert.equal(await value('/folder/doc', 'lost'), undefined);
    });

    it('has each instruction see what those before it did', async () => {
      await patch('/folder/doc', `${set('<x:o>1</x:o>')}${remove('<x:o/>')}`);
      assert.equal(await value('/folder/doc', 'o'), undefined);
      await patch('/folder/doc', `${remove('<x:o/>')}${set('<x:o>2</x:o>')}`);
      assert.equal(await value('/folder/doc', 'o'), '<x:o xmlns:x="urn:x">2</x:o>');
    });

    it('takes the removal of what is not there for done', async () => {
      const { text } = await patch('/folder/doc', remove('<x:never/>'));
      assert.match(text, /<x:never xmlns:x="urn:x"\/><\/D:prop><D:status>HTTP\/1\.1 200 OK/);
    });

    it('keeps values as they are: space, entities, CDATA, empty, of any namespace (§4.3)', async () => {
      for (const [sent, kept] of [
        ['<x:v>  two  spaces\n</x:v>', '<x:v xmlns:x="urn:x">  two  spaces\n</x:v>'],
        ['<x:v>&lt;&amp;&gt;&#233;</x:v>', '<x:v xmlns:x="urn:x">&lt;&amp;&gt;é</x:v>'],
        ['<x:v><![CDATA[<a>&]]></x:v>', '<x:v xmlns:x="urn:x">&lt;a&gt;&amp;</x:v>'],
        ['<x:v/>', '<x:v xmlns:x="urn:x"/>'],
        ['<x:v xml:lang="fr">oui</x:v>', '<x:v xmlns:x="urn:x" xml:lang="fr">oui</x:v>'],
        [
          '<x:v><a xmlns=""><D:href>/b</D:href></a></x:v>',
          '<x:v xmlns:x="urn:x"><a><D:href xmlns:D="DAV:">/b</D:href></a></x:v>',
        ],
        ['<v xmlns="urn:x" b="&quot;&#10;"><v/></v>', '<v xmlns="urn:x" b="&quot;&#10;"><v/></v>'],
      ] as const) {
        await patch('/folder/doc', set(sent));
        assert.equal(await value('/folder/doc', 'v'), kept);
      }
      await patch('/folder/doc', set('<plain xmlns="">1</plain><D:mine>2</D:mine>'));
      const text = await find('/folder/doc', named('<plain xmlns=""/><D:mine/>'));
      assert.match(
        text,
        /<plain>1<\/plain><D:mine xmlns:D="DAV:">2<\/D:mine><\/D:prop><D:status>HTTP\/1\.1 200/,
      );
    });

    it('of the namespace of XML itself come back by its one prefix', async () => {
      const { text } = await patch('/folder/doc', set('<xml:own>1</xml:own>'));
      assert.match(text, /<D:prop><xml:own\/><\/D:prop>/);
      const found = await find('/folder/doc', named('<xml:own/><xml:other/>'));
      assert.match(found, /<xml:own>1<\/xml:own><\/D:prop>.*<xml:other\/><\/D:prop>/);
      assert.doesNotMatch(found, /XML\/1998/);
    });

    it('of different properties with one name in two namespaces keeps both', async () => {
      await patch('/folder/doc', set('<x:twin>1</x:twin><y:twin xmlns:y="urn:y">2</y:twin>'));
      await patch('/folder/doc', remove('<y:twin xmlns:y="urn:y"/>'));
      assert.equal(await value('/folder/doc', 'twin'), '<x:twin xmlns:x="urn:x">1</x:twin>');
    });
  });

  it('dead properties go with COPY to all of a tree, with MOVE, and onto a document with what is copied there', async () => {
    await dav.expect(201, 'MKCOL', '/tree');
    await dav.expect(201, 'PUT', '/tree/leaf', { body: 'leaf' });
    for (const path of ['/tree', '/tree/leaf']) await patch(path, set(`<x:p>${path}</x:p>`));
    const to = (path: string) => ({ headers: { Destination: dav.at(path) } });
    await dav.expect(201, 'COPY', '/tree/', to('/copy/'));
    await dav.expect(201, 'MOVE', '/tree/', to('/moved/'));
    for (const top of ['/copy', '/moved']) {
      assert.equal(await value(top, 'p'), '<x:p xmlns:x="urn:x">/tree</x:p>');
      assert.equal(await value(`${top}/leaf`, 'p'), '<x:p xmlns:x="urn:x">/tree/leaf</x:p>');
    }
    await dav.expect(201, 'PUT', '/onto', { body: 'onto' });
    await dav.expect(204, 'COPY', '/copy/leaf', to('/onto'));
    assert.equal(await value('/onto', 'p'), '<x:p xmlns:x="urn:x">/tree/leaf</x:p>');
  });

  it('COPY and MOVE ignore a body, as the propertybehavior of RFC 2518', async () => {
    await dav.expect(201, 'PUT', '/behaved', { body: 'x' });
    const body = '<D:propertybehavior xmlns:D="DAV:"><D:omit/></D:propertybehavior>';
    const headers = { 'Content-Type': 'text/xml' };
    await dav.expect(201, 'COPY', '/behaved', {
      body,
      headers: { ...headers, Destination: dav.at('/behaved-2') },
    });
    await dav.expect(201, 'MOVE', '/behaved', {
      body,
      headers: { ...headers, Destination: dav.at('/behaved-3') },
    });
  });

  describe('quota (RFC 4331)', () => {
    const quota = named('<D:quota-available-bytes/><D:quota-used-bytes/>');

    it('is a property of folders, and of the home that a shared one lies in', async () => {
      const { login, password } = await service.createUser('ben', { quotaBytes: 10 });
      const found = service.dms.tree.resolve(ann.actor, ['folder']);
      assert.ok(found !== undefined);
      await service.dms.shares.create(ann.actor, {
        entryId: found.entry.id,
        users: ['ben'],
        permissions: 15,
      });
      const ben = new DavClient(service.port, basic(login, password));
      const own = /<D:quota-available-bytes>(\d+)<\/D:quota-available-bytes><D:quota-used-bytes>(\d+)</;
      const [, available, used] = own.exec(await find('/', quota)) ?? [];
      assert.equal(Number(available) + Number(used), 1_000_000);
      const { text } = await ben.expect(207, 'PROPFIND', '/', { headers: { Depth: '1' }, body: quota });
      // What Ann has stored and has left is hers to know; her room, rounded to MiB, is none.
      assert.deepEqual(
        [...text.matchAll(/<D:quota-available-bytes>(\d+)</g)].map(([, free]) => free),
        ['10', '0'],
      );
      assert.deepEqual(
        [...text.matchAll(/<D:quota-used-bytes>(\d+)</g)].map(([, bytes]) => bytes),
        ['0'],
      );
      assert.match(
        await find('/folder/doc', quota),
        /<D:quota-available-bytes\/><D:quota-used-bytes\/><\/D:prop><D:status>HTTP\/1\.1 404/,
      );
    });

    it('is told by name only', async () => {
      assert.doesNotMatch(await find('/', ''), /quota/);
      assert.doesNotMatch(await find('/', propfindBody('<D:propname/>')), /quota/);
    });

    it('stops PUT, COPY and MOVE into a home with 507 and DAV:quota-not-exceeded, and nothing is changed', async () => {
      const { login, password } = await service.createUser('poor', { quotaBytes: 10 });
      const poor = new DavClient(service.port, basic(login, password));
      const refused = async (method: string, path: string, asked: object): Promise<void> => {
        const { text } = await poor.expect(507, method, path, asked);
        assert.match(text, /<D:error xmlns:D="DAV:"><D:quota-not-exceeded\/>/);
      };
      await poor.expect(201, 'PUT', '/six', { body: '123456' });
      const { text } = await poor.expect(207, 'PROPFIND', '/', { headers: { Depth: '0' }, body: quota });
      assert.match(text, />4<\/D:quota-available-bytes><D:quota-used-bytes>6</);
      await refused('PUT', '/five', { body: '12345' });
      await refused('PUT', '/five', { chunks: ['12', '345'] });
      await refused('COPY', '/six', { headers: { Destination: poor.at('/copy') } });
      for (const path of ['/five', '/copy']) await poor.expect(404, 'GET', path);
      await poor.expect(201, 'PUT', '/four', { body: '1234' });
    });

    it('counts the bytes of a MOVE onto a document once, in the home that they come into', async () => {
      const { id, login, password } = await service.createUser('saver', { quotaBytes: 10 });
      const saver = new DavClient(service.port, basic(login, password));
      const used = (userId: number): number => service.dms.users.get(service.admin.actor, userId).used.bytes;
      await saver.expect(201, 'PUT', '/doc', { body: '1234' });
      await saver.expect(201, 'PUT', '/new', { body: '123456' });
      // Nothing would be left for a third six bytes.
      await saver.expect(204, 'MOVE', '/new', { headers: { Destination: saver.at('/doc') } });
      assert.equal(used(id), 10);
      const found = service.dms.tree.resolve(ann.actor, ['folder', 'doc']);
      assert.ok(found !== undefined);
      const share = { entryId: found.entry.id, users: ['saver'], permissions: 15 };
      await service.dms.shares.create(ann.actor, share);
      const before = used(ann.id);
      await saver.expect(204, 'MOVE', '/doc', { headers: { Destination: saver.at('/doc%20(2)') } });
      assert.equal(used(ann.id) - before, 6);
    });
  });
});
