import assert from 'node:assert/strict';
import { type Service, startService } from '../../support/service.ts';
import { type Answer, basic, DavClient, lockInfo, propfindBody } from '../client.ts';

const XML = { 'Content-Type': 'application/xml; charset="utf-8"' };

function mkcolBody(...sets: string[]): string {
  const inner = sets.map((set) => `<d:set><d:prop>${set}</d:prop></d:set>`).join('');
  return `<?xml version="1.0" encoding="utf-8"?><d:mkcol xmlns:d="DAV:" xmlns:x="urn:x">${inner}</d:mkcol>`;
}

const FOLDER = '<d:resourcetype><d:collection/></d:resourcetype>';

describe('webdav extended MKCOL (RFC 5689)', () => {
  let service: Service;
  let dav: DavClient;

  before(async () => {
    service = await startService();
    const { login, password } = await service.createUser('ann');
    dav = new DavClient(service.port, basic(login, password));
  });

  after(() => service.stop());

  afterEach(() => assert.deepEqual(service.errors(), []));

  function make(status: number, path: string, ...sets: string[]): Promise<Answer> {
    return dav.expect(status, 'MKCOL', path, { headers: XML, body: mkcolBody(...sets) });
  }

  async function property(path: string, name: string): Promise<string> {
    const body = propfindBody(`<d:prop xmlns:x="urn:x"><x:${name}/></d:prop>`);
    return (await dav.expect(207, 'PROPFIND', path, { headers: { Depth: '0' }, body })).text;
  }

  it('makes the folder with its properties, and says no more than 201', async () => {
    const { text } = await make(
      201,
      '/made',
      FOLDER,
      '<x:colour xml:lang="de">rot</x:colour><x:size>1</x:size>',
    );
    assert.equal(text, '');
    assert.match(await property('/made', 'colour'), /<x:colour [^>]*xml:lang="de"[^>]*>rot<\/x:colour>/);
    assert.match(await property('/made', 'size'), />1<\/x:size>/);
  });

  it('makes a plain folder of a body that says nothing, or only that it is one', async () => {
    await make(201, '/plain-1');
    await make(201, '/plain-2', FOLDER);
    await dav.expect(201, 'MKCOL', '/plain-3', {
      headers: { 'Content-Type': 'text/xml' },
      body: mkcolBody(),
    });
    await dav.expect(201, 'MKCOL', '/plain-4', {
      chunks: [],
      headers: { 'Transfer-Encoding': 'chunked', ...XML },
    });
  });

  it('carries out instructions in document order', async () => {
    await make(201, '/ordered', '<x:o>first</x:o>', '<x:o>second</x:o>');
    assert.match(await property('/ordered', 'o'), />second<\/x:o>/);
  });

  it('refuses any other type with 403 and DAV:valid-resourcetype, and makes nothing', async () => {
    for (const type of [
      '<d:collection/><x:calendar/>',
      '<x:calendar/>',
      '<d:collection/><d:principal/>',
      '<x:collection/>',
      '',
    ]) {
      const { text, headers } = await make(
        403,
        '/typed',
        `<d:resourcetype>${type}</d:resourcetype>`,
        '<x:a/>',
      );
      assert.match(String(headers['content-type']), /^application\/xml/);
      assert.match(
        text,
        /<d:mkcol-response xmlns:d="DAV:"><d:propstat><d:prop><d:resourcetype\/><\/d:prop><d:status>HTTP\/1\.1 403 Forbidden<\/d:status><d:error><d:valid-resourcetype\/><\/d:error><\/d:propstat>/,
      );
      assert.match(
        text,
        /<d:propstat><d:prop><x:a xmlns:x="urn:x"\/><\/d:prop><d:status>HTTP\/1\.1 424 Failed Dependency<\/d:status><\/d:propstat><\/d:mkcol-response>$/,
      );
      await dav.expect(404, 'GET', '/typed');
    }
  });

  it('refuses protected properties, and makes nothing', async () => {
    const { text } = await make(403, '/protected', FOLDER, '<d:getetag>"x"</d:getetag><x:a>1</x:a>');
    assert.match(
      text,
      /<d:getetag\/><\/d:prop><d:status>HTTP\/1\.1 403 Forbidden<\/d:status><d:error><d:cannot-modify-protected-property\/>/,
    );
    assert.match(text, /<d:prop><d:resourcetype\/><x:a xmlns:x="urn:x"\/><\/d:prop><d:status>HTTP\/1\.1 424/);
    await dav.expect(404, 'GET', '/protected');
  });

  it('makes nothing when the properties are more than an entry may have', async () => {
    const { text } = await make(507, '/big', `<x:big>${'x'.repeat(70_000)}</x:big>`);
    assert.match(text, /<d:mkcol-response .*<x:big xmlns:x="urn:x"\/><\/d:prop><d:status>HTTP\/1\.1 507 /);
    await dav.expect(404, 'GET', '/big');
  });

  it('answers 415 to bodies of other kinds, 400 to XML that is not well-formed', async () => {
    const body = mkcolBody();
    for (const type of ['application/json', 'text/plain', 'application/xml-dtd', undefined]) {
      const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
      await dav.expect(415, 'MKCOL', '/other', { headers, body });
    }
    await dav.expect(415, 'MKCOL', '/other', { headers: XML, body: lockInfo() });
    await dav.expect(415, 'MKCOL', '/other', { headers: XML, body: '<x:mkcol xmlns:x="urn:x"/>' });
    await dav.expect(400, 'MKCOL', '/other', { headers: XML, body: '<d:mkcol xmlns:d="DAV:">' });
    await dav.expect(400, 'MKCOL', '/other', { headers: XML, body: `<!DOCTYPE a>${body}` });
    await dav.expect(404, 'GET', '/other');
  });

  it('is otherwise a MKCOL: 405 where something is, 409 without a folder above, 412 by conditions', async () => {
    await dav.expect(201, 'PUT', '/document', { body: 'x' });
    await make(201, '/twice');
    const { headers } = await make(405, '/twice', FOLDER);
    assert.doesNotMatch(String(headers.allow), /MKCOL/);
    await make(405, '/document', FOLDER);
    await make(405, '/', FOLDER);
    await make(409, '/none/new', FOLDER);
    await make(409, '/document/new', FOLDER);
    const conditional = { headers: { ...XML, If: '(<opaquelocktoken:none>)' }, body: mkcolBody(FOLDER) };
    await dav.expect(412, 'MKCOL', '/conditional', conditional);
  });
});
