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

  const set = (inner: string): string => `<d:set><d:prop>${inner}</d:prop></d:set>`;
  const remove = (inner: string): string => `<d:remove><d:prop>${inner}</d:prop></d:remove>`;
  const named = (inner: string): string => propfindBody(`<d:prop xmlns:x="urn:x">${inner}</d:prop>`);

  /** The element as it is given back, undefined when there is none. */
  async function value(path: string, name: string): Promise<string | undefined> {
    // By a prefix that no property was set with: it is given back with its own.
    const text = await find(path, propfindBody(`<d:prop><q:${name} xmlns:q="urn:x"/></d:prop>`));
    return /<d:prop>(.*)<\/d:prop><d:status>HTTP\/1\.1 200/s.exec(text)?.[1];
  }

  describe('PROPFIND', () => {
    it('without a body is allprop', async () => {
      const [empty, all] = [await find('/folder', ''), await find('/folder', propfindBody('<d:allprop/>'))];
      assert.equal(empty, all);
    });

    it('ignores elements that it does not know (§17)', async () => {
      const text = await find(
        '/folder/doc',
        '<d:propfind xmlns:d="DAV:" xmlns:x="urn:x" x:a="1"><x:new><d:allprop/></x:new><d:prop x:b="2"><d:displayname><x:deep/></d:displayname></d:prop></d:propfind>',
      );
      assert.match(text, /<d:prop><d:displayname>doc<\/d:displayname><\/d:prop><d:status>HTTP\/1\.1 200 OK/);
    });

    it('allprop with include adds what is named, once, and says what is missing', async () => {
      await patch('/folder/doc', set('<x:kept>v</x:kept>'));
      const text = await find(
        '/folder/doc',
        propfindBody(
          '<d:allprop/><d:include xmlns:x="urn:x"><x:kept/><x:none/><d:getetag/><d:quota-used-bytes/></d:include>',
        ),
      );
      assert.equal([...text.matchAll(/<x:kept /g)].length, 1);
      assert.equal([...text.matchAll(/<d:getetag>/g)].length, 1);
      assert.match(text, /<d:prop><x:none\/><d:quota-used-bytes\/><\/d:prop><d:status>HTTP\/1\.1 404/);
    });

    it('propname gives names alone, of what the resource has', async () => {
      await patch('/folder', set('<x:colour>red</x:colour>'));
      const text = await find('/folder', propfindBody('<d:propname/>'));
      for (const name of [
        '<d:resourcetype/>',
        '<d:displayname/>',
        '<d:lockdiscovery/>',
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
      const text = await find('/folder/doc', named('<d:getetag/><x:a xmlns:x="urn:x"/>'.repeat(200)));
      assert.equal(text.split('<d:getetag>').length - 1, 1);
      assert.equal(text.split('<x:a').length - 1, 1);
    });

    it('answers for every property that was asked, found or not, once', async () => {
      const text = await find(
        '/folder/doc',
        named('<d:getetag/><d:none/><x:none/><none xmlns=""/><d:getcontentlength/>'),
      );
      assert.match(
        text,
        /<d:propstat><d:prop><d:getetag>[^<]+<\/d:getetag><d:getcontentlength>5<\/d:getcontentlength><\/d:prop><d:status>HTTP\/1\.1 200 OK<\/d:status><\/d:propstat><d:propstat><d:prop><d:none\/><x:none\/><none\/><\/d:prop><d:status>HTTP\/1\.1 404 Not Found<\/d:status><\/d:propstat>/,
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
        for (const instruction of [set(`<d:${name}>1</d:${name}>`), remove(`<d:${name}/>`)]) {
          const { text } = await patch('/folder/doc', `${set('<x:lost>1</x:lost>')}${instruction}`);
          assert.ok(
            text.includes(
              `<d:prop><d:${name}/></d:prop><d:status>HTTP/1.1 403 Forbidden</d:status><d:error><d:cannot-modify-protected-property/></d:error>`,
            ),
            text,
          );
          assert.match(
            text,
            /<d:prop><x:lost xmlns:x="urn:x"\/><\/d:prop><d:status>HTTP\/1\.1 424 Failed Dependency/,
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
      assert.match(text, /<x:never xmlns:x="urn:x"\/><\/d:prop><d:status>HTTP\/1\.1 200 OK/);
    });

    it('keeps values as they are: space, entities, CDATA, empty, of any namespace (§4.3)', async () => {
      for (const [sent, kept] of [
        ['<x:v>  two  spaces\n</x:v>', '<x:v xmlns:x="urn:x">  two  spaces\n</x:v>'],
        ['<x:v>&lt;&amp;&gt;&#233;</x:v>', '<x:v xmlns:x="urn:x">&lt;&amp;&gt;é</x:v>'],
        ['<x:v><![CDATA[<a>&]]></x:v>', '<x:v xmlns:x="urn:x">&lt;a&gt;&amp;</x:v>'],
        ['<x:v/>', '<x:v xmlns:x="urn:x"/>'],
        ['<x:v xml:lang="fr">oui</x:v>', '<x:v xmlns:x="urn:x" xml:lang="fr">oui</x:v>'],
        [
          '<x:v><a xmlns=""><d:href>/b</d:href></a></x:v>',
          '<x:v xmlns:x="urn:x"><a><d:href xmlns:d="DAV:">/b</d:href></a></x:v>',
        ],
        ['<v xmlns="urn:x" b="&quot;&#10;"><v/></v>', '<v xmlns="urn:x" b="&quot;&#10;"><v/></v>'],
      ] as const) {
        await patch('/folder/doc', set(sent));
        assert.equal(await value('/folder/doc', 'v'), kept);
      }
      await patch('/folder/doc', set('<plain xmlns="">1</plain><d:mine>2</d:mine>'));
      const text = await find('/folder/doc', named('<plain xmlns=""/><d:mine/>'));
      assert.match(
        text,
        /<plain>1<\/plain><d:mine xmlns:d="DAV:">2<\/d:mine><\/d:prop><d:status>HTTP\/1\.1 200/,
      );
    });

    it('of the namespace of XML itself come back by its one prefix', async () => {
      const { text } = await patch('/folder/doc', set('<xml:own>1</xml:own>'));
      assert.match(text, /<d:prop><xml:own\/><\/d:prop>/);
      const found = await find('/folder/doc', named('<xml:own/><xml:other/>'));
      assert.match(found, /<xml:own>1<\/xml:own><\/d:prop>.*<xml:other\/><\/d:prop>/);
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
    const body = '<d:propertybehavior xmlns:d="DAV:"><d:omit/></d:propertybehavior>';
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
    const quota = named('<d:quota-available-bytes/><d:quota-used-bytes/>');

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
      const own = /<d:quota-available-bytes>(\d+)<\/d:quota-available-bytes><d:quota-used-bytes>(\d+)</;
      const [, available, used] = own.exec(await find('/', quota)) ?? [];
      assert.equal(Number(available) + Number(used), 1_000_000);
      const { text } = await ben.expect(207, 'PROPFIND', '/', { headers: { Depth: '1' }, body: quota });
      // What Ann has stored and has left is hers to know; her room, rounded to MiB, is none.
      assert.deepEqual(
        [...text.matchAll(/<d:quota-available-bytes>(\d+)</g)].map(([, free]) => free),
        ['10', '0'],
      );
      assert.deepEqual(
        [...text.matchAll(/<d:quota-used-bytes>(\d+)</g)].map(([, bytes]) => bytes),
        ['0'],
      );
      assert.match(
        await find('/folder/doc', quota),
        /<d:quota-available-bytes\/><d:quota-used-bytes\/><\/d:prop><d:status>HTTP\/1\.1 404/,
      );
    });

    it('is told by name only', async () => {
      assert.doesNotMatch(await find('/', ''), /quota/);
      assert.doesNotMatch(await find('/', propfindBody('<d:propname/>')), /quota/);
    });

    it('stops PUT, COPY and MOVE into a home with 507 and DAV:quota-not-exceeded, and nothing is changed', async () => {
      const { login, password } = await service.createUser('poor', { quotaBytes: 10 });
      const poor = new DavClient(service.port, basic(login, password));
      const refused = async (method: string, path: string, asked: object): Promise<void> => {
        const { text } = await poor.expect(507, method, path, asked);
        assert.match(text, /<d:error xmlns:d="DAV:"><d:quota-not-exceeded\/>/);
      };
      await poor.expect(201, 'PUT', '/six', { body: '123456' });
      const { text } = await poor.expect(207, 'PROPFIND', '/', { headers: { Depth: '0' }, body: quota });
      assert.match(text, />4<\/d:quota-available-bytes><d:quota-used-bytes>6</);
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
