import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { propfindBody } from '../client.ts';
import { win32 } from './clients.ts';
import { clientSending, contentOf, onto } from './recording.ts';
import { ReplayFixture } from './replay-fixture.ts';
import { ReplayService } from './replay-service.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');

const gvfs = clientSending({ 'User-Agent': 'gvfs/1.54.0', 'Accept-Language': 'de-de, de;q=0.9' });
const kio = clientSending({
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) konqueror/5.0 Safari/605.1.15 KIO/6.3',
  Accept: '*/*',
  'Accept-Charset': 'utf-8,*;q=0.5',
});
const cyberduck = clientSending({ 'User-Agent': 'Cyberduck/8.7.1.40770 (Mac OS X/14.2) (aarch64)' });
const rclone = clientSending({ 'User-Agent': 'rclone/v1.60.1' });
const keeweb = clientSending({ 'User-Agent': 'Mozilla/5.0 KeeWeb/1.18.7', Accept: '*/*' });
const libreOffice = clientSending({
  'User-Agent': 'LibreOffice 7.6.4.1 denylistedbackend/8.4.0 OpenSSL/3.1.4',
});

describe('file managers and programs that speak WebDAV themselves', () => {
  let service: ReplayService;

  before(async () => {
    service = await ReplayService.open();
  });

  after(() => service.close());

  afterEach(() => service.assertSound());

  for (const size of ['small', 'large'] as const) {
    const second = contentOf('second', size);
    const versions = [contentOf('first', size), second];

    it(`LibreOffice locks a ${size} document, saves and unlocks it`, async () => {
      const fixture = await ReplayFixture.set(service, {
        name: 'report.odt',
        content: contentOf('first', size),
      });
      const { path } = fixture;
      const asked = propfindBody(
        '<d:prop><d:resourcetype/><IsReadOnly xmlns="http://ucb.openoffice.org/dav/props/"/><d:getcontenttype/><d:supportedlock/></d:prop>',
      );
      const owner =
        '<d:lockinfo xmlns:d="DAV:"><d:lockscope><d:exclusive/></d:lockscope><d:locktype><d:write/></d:locktype><d:owner><d:href>http://www.libreoffice.org</d:href></d:owner></d:lockinfo>';
      const refresh = { If: `({token ${path}})`, Timeout: 'Second-180' };
      await fixture.replay([
        libreOffice('OPTIONS', path, 200),
        libreOffice('PROPFIND', path, 207, { Depth: '0', 'Content-Type': 'application/xml' }, asked),
        libreOffice('LOCK', path, 200, { Depth: '0', Timeout: 'Second-180' }, owner),
        libreOffice('GET', path, 200),
        libreOffice('LOCK', path, 200, refresh),
        libreOffice('PUT', path, 204, { If: `({token ${path}})`, Expect: '100-continue' }, second),
        libreOffice('PROPFIND', path, 207, { Depth: '0' }, asked),
        libreOffice('UNLOCK', path, 204, { 'Lock-Token': `{token ${path}}` }),
      ]);
      await fixture.assertKept({ versions });
    });

    it(`gvfs writes over a ${size} document, its path escaped throughout`, async () => {
      const name = 'Bericht über Zoë’s 100% & mehr.odt';
      const fixture = await ReplayFixture.set(service, { name, content: contentOf('first', size) });
      const path = fixture.path.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
      await fixture.replay([
        gvfs('OPTIONS', '/', 200),
        gvfs('PROPFIND', '/', 207, { Depth: '0' }, ''),
        gvfs('PROPFIND', path, 207, { Depth: '0' }, ''),
        gvfs('HEAD', path, 200),
        gvfs('PUT', path, 412, { 'If-Match': '"another"' }, second),
        gvfs('PUT', path, 204, { 'If-Match': `{etag ${path}}` }, second),
      ]);
      await fixture.assertKept({ versions });
    });

    it(`Cyberduck uploads a ${size} file under a temporary name and moves it over`, async () => {
      const fixture = await ReplayFixture.set(service, { content: contentOf('first', size) });
      const { path } = fixture;
      const fresh = fixture.beside('report.docx-8f3b1c52-6a1e-4b5b-9a57-6f0c53d1a2aa');
      const modified = win32(['Win32LastModifiedTime', 'Mon, 02 Jan 2006 15:04:05 GMT']);
      const all = propfindBody('<d:allprop/>');
      const length = { 'Content-Length': String(second.length) };
      await fixture.replay([
        cyberduck('PROPFIND', '/', 207, { Depth: '1' }, all),
        cyberduck('HEAD', path, 200),
        cyberduck('PUT', fresh, 201, { ...length, Expect: '100-continue' }, second),
        cyberduck('MOVE', fresh, 204, onto(path)),
        cyberduck('PROPPATCH', path, 207, {}, modified),
      ]);
      const { headers } = await fixture.ann.dav.expect(200, 'HEAD', path);
      assert.equal(headers['last-modified'], 'Mon, 02 Jan 2006 15:04:05 GMT');
      await fixture.assertKept({ versions, properties: ['Win32LastModifiedTime'] });
    });

    it(`KeeWeb moves a ${size} .name.number over the database`, async () => {
      const fixture = await ReplayFixture.set(service, {
        name: 'New.kdbx',
        content: contentOf('first', size),
      });
      const fresh = fixture.beside('.New.kdbx.1552893873046');
      await fixture.replay([
        keeweb('HEAD', fixture.path, 200),
        keeweb('PUT', fresh, 201, {}, second),
        keeweb('HEAD', fixture.path, 200),
        keeweb('MOVE', fresh, 204, onto(fixture.path)),
        keeweb('HEAD', fixture.path, 200),
      ]);
      await fixture.assertKept({ versions });
    });

    it(`rclone sends the time and the checksum of a ${size} file`, async () => {
      const fixture = await ReplayFixture.set(service, { content: contentOf('first', size) });
      const checksum = (content: string) => `SHA1:${createHash('sha1').update(content).digest('hex')}`;
      const time = { 'X-OC-Mtime': '1136214245' };
      await fixture.replay([
        rclone('PUT', fixture.path, 400, { ...time, 'OC-Checksum': checksum('other') }, second),
        rclone('PUT', fixture.path, 204, { ...time, 'OC-Checksum': checksum(second) }, second),
        rclone('PROPFIND', fixture.path, 207, { Depth: '1' }, ''),
      ]);
      const { headers } = await fixture.ann.dav.expect(200, 'HEAD', fixture.path);
      assert.equal(headers['last-modified'], 'Mon, 02 Jan 2006 15:04:05 GMT');
      await fixture.assertKept({ versions });
    });
  }

  it('the time that rclone sent goes with the file that is moved over a document', async () => {
    const fixture = await ReplayFixture.set(service);
    const fresh = fixture.beside('report.docx.partial');
    await fixture.replay([
      rclone('PUT', fresh, 201, { 'X-OC-Mtime': '1136214245' }, SECOND),
      rclone('MOVE', fresh, 204, onto(fixture.path)),
    ]);
    const { headers } = await fixture.ann.dav.expect(200, 'HEAD', fixture.path);
    assert.equal(headers['last-modified'], 'Mon, 02 Jan 2006 15:04:05 GMT');
    await fixture.assertKept({ versions: [FIRST, SECOND] });
  });

  it('KDE copies a file over a document: the next version, and the source stays', async () => {
    const fixture = await ReplayFixture.set(service);
    const other = fixture.beside('draft.docx');
    await fixture.replay([
      kio('PUT', other, 201, {}, SECOND),
      kio('COPY', other, 412, { ...onto(fixture.path, 'F'), Depth: 'infinity' }),
      kio('COPY', other, 204, { ...onto(fixture.path), Depth: 'infinity' }),
    ]);
    await fixture.assertReads(fixture.ann, other, SECOND);
    await fixture.assertKept({ versions: [FIRST, SECOND], beside: ['draft.docx'] });
  });

  it('KDE copies a document beside: another document, without its history, title and shares', async () => {
    const fixture = await ReplayFixture.set(service);
    const other = fixture.beside('copy.txt');
    await fixture.replay([
      kio('PUT', fixture.path, 204, {}, SECOND),
      kio('COPY', fixture.path, 201, { ...onto(other, 'F'), Depth: 'infinity' }),
    ]);
    const id = fixture.idAt(other);
    assert.ok(id !== undefined && id !== fixture.id);
    assert.deepEqual(await fixture.versions(id), [SECOND]);
    assert.equal(fixture.idAt(other, fixture.ben), undefined);
  });

  it('exiftool moves picture_exiftool_tmp over the picture', async () => {
    const fixture = await ReplayFixture.set(service, { name: 'home_page.jpg' });
    const fresh = fixture.beside('home_page.jpg_exiftool_tmp');
    await fixture.replay([
      rclone('PUT', fresh, 201, {}, ''),
      rclone('PUT', fresh, 204, {}, SECOND),
      rclone('MOVE', fresh, 204, { Destination: `{url ${fixture.path}}` }),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND] });
  });
});
