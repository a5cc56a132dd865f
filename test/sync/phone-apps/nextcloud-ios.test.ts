// Would catch an iOS app of Nextcloud that cannot sign in, shows no files, or loses photos.
//
// The requests, and what the app reads of the responses, are those of nextcloud/NextcloudKit (July 2026) and nextcloud/ios
// (August 2026). The comments name the files. The app finds elements by their names with the prefixes `d`, `oc` and `nc`
// (SwiftyXMLParser), and not by their namespaces.
import assert from 'node:assert/strict';
import { renderAll } from '../../support/renditions/renditions.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { sessionOf } from '../../web/support/sign-in.ts';
import { DavClient } from '../../webdav/client.ts';
import { ask } from '../client.ts';
import { confirmationIn, form, start } from '../device.ts';
import { listedIn, ocsIn, PhoneApp, photosOnly, valuesOf } from './app.ts';

const AGENT = 'Mozilla/5.0 (iPhone) Nextcloud-iOS/33.1.0';
const OCS = { Accept: 'application/json', 'OCS-APIRequest': 'true' };
const XML = { Accept: 'application/xml', 'Content-Type': 'application/xml', 'OCS-APIRequest': 'true' };

/** NKProperties: those of RFC 4918 with a prefix, the others with a default namespace. */
const PROPERTIES = [
  ...['displayname', 'getlastmodified', 'getetag', 'getcontenttype', 'resourcetype'].map(
    (name) => `<d:${name} />`,
  ),
  ...['quota-available-bytes', 'quota-used-bytes', 'getcontentlength'].map((name) => `<d:${name} />`),
  ...(
    'permissions id fileid size favorite share-types owner-id owner-display-name comments-unread checksums downloadURL ' +
    'data-fingerprint'
  )
    .split(' ')
    .map((name) => `<${name} xmlns="http://owncloud.org/ns"/>`),
  ...(
    'share-download-limits creation_time upload_time is-encrypted has-preview mount-type rich-workspace note lock ' +
    'lock-owner lock-owner-editor lock-owner-displayname lock-owner-type lock-time lock-timeout system-tags ' +
    'file-metadata-size file-metadata-gps metadata-photos-exif metadata-photos-gps metadata-photos-original_date_time ' +
    'metadata-photos-place metadata-photos-size metadata-files-live-photo hidden'
  )
    .split(' ')
    .map((name) => `<${name} xmlns="http://nextcloud.org/ns"/>`),
  '<share-permissions xmlns="http://open-collaboration-services.org/ns"/>',
  '<share-permissions xmlns="http://open-cloud-mesh.org/ns"/>',
].join('');
const NAMESPACES = 'xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"';
const PROPFIND = `<?xml version="1.0" encoding="UTF-8"?><d:propfind ${NAMESPACES}><d:prop>${PROPERTIES}</d:prop></d:propfind>`;
/** NKDataFileXML.getRequestBodyFileExists */
const EXISTS = `<?xml version="1.0" encoding="UTF-8"?><d:propfind ${NAMESPACES}><d:prop><d:getetag /><fileid xmlns="http://owncloud.org/ns"/><id xmlns="http://owncloud.org/ns"/></d:prop></d:propfind>`;

describe('the iOS app of Nextcloud', () => {
  let service: Service;
  let anna: Account;
  let app: PhoneApp;

  before(async () => {
    service = await startService({ config: { sync: { clients: true } } });
    anna = await service.createUser('anna');
    app = await PhoneApp.of(service, anna, AGENT);
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  async function propertiesOf(path: string, depth = '1') {
    return listedIn(await app.file('PROPFIND', path, { ...XML, Depth: depth }, PROPFIND));
  }

  // NextcloudKit+API getServerStatus, NextcloudKit+Login getLoginFlowV2Poll
  it('signs in in the browser, and polls with the token in the query', async () => {
    const anonymous = new DavClient(service.port);
    const status = JSON.parse((await anonymous.raw('GET', '/status.php')).text);
    assert.deepEqual([status.installed, status.maintenance, status.versionstring], [true, false, '27.1.0']);
    const { endpoint, token, path } = await start(service, { 'User-Agent': AGENT });
    const { pathname } = new URL(endpoint);
    const poll = () =>
      anonymous.raw('POST', `${pathname}?token=${token}`, { headers: { 'Content-Length': '0' } });
    assert.equal((await poll()).status, 404);
    const cookie = await sessionOf(service, anna);
    const page = await ask(service, path, { headers: { Cookie: cookie } });
    assert.equal((await ask(service, path, form(cookie, confirmationIn(page)))).status, 200);
    const { server, loginName, appPassword } = JSON.parse((await poll()).text);
    assert.deepEqual([server, loginName], [service.url, 'anna']);
    const granted = new PhoneApp(service, loginName, appPassword, AGENT);
    assert.equal(await granted.statusOf('GET', '/ocs/v2.php/cloud/user', OCS), 200);
  });

  // NextcloudKit+API getUserMetadata, NextcloudKit+Capabilities setCapabilitiesAsync
  it('reads the account and the capabilities after the scan of a QR code', async () => {
    for (const path of ['/ocs/v2.php/cloud/user', '/ocs/v2.php/cloud/users/anna']) {
      const { status, text } = await app.ask('GET', path, OCS);
      const { ocs } = JSON.parse(text);
      assert.deepEqual([status, ocs.meta.statuscode, ocs.data.id], [200, 200, 'anna']);
      assert.equal(ocs.data['display-name'], 'anna');
    }
    const data = ocsIn(await app.ask('GET', '/ocs/v1.php/cloud/capabilities', OCS));
    // From version 33 on, the app leaves the creation of folders to PUT (X-NC-WebDAV-Auto-Mkcol). From 28 on, it sets live photos.
    assert.equal(Object(data['version']).major, 27);
    const { activity, files, files_sharing, notifications } = Object(data['capabilities']);
    assert.equal(files.bigfilechunking, true);
    // Without sharing, comments and activities, the app does not show the page of shares (NCShare, NCCollectionViewCommon).
    assert.deepEqual([files_sharing.api_enabled, files.comments, activity], [false, undefined, undefined]);
    assert.equal(notifications, undefined);
  });

  // NextcloudKit+WebDAV readFileOrFolder, NKDataFileXML convertDataFile
  it('lists the root and a folder', async () => {
    assert.equal((await app.file('MKCOL', '/list', XML)).status, 201);
    const put = { 'Content-Type': 'application/octet-stream', 'X-OC-MTime': '1700000000.5' };
    assert.equal((await app.file('PUT', '/list/a%20b.txt', put, 'hello')).status, 201);
    const [root, folder] = await propertiesOf('');
    assert.deepEqual(
      [root?.href, folder?.href],
      ['/remote.php/dav/files/anna/', '/remote.php/dav/files/anna/list/'],
    );
    assert.match(String(root?.properties.get('d:quota-available-bytes')), /^\d+$/);
    const [, file] = await propertiesOf('/list');
    const of = (name: string) => [folder?.properties.get(name), file?.properties.get(name)];
    assert.deepEqual(of('d:resourcetype'), ['<d:collection/>', '']);
    assert.deepEqual(of('oc:permissions'), ['GDVNCK', 'GDVNW']);
    assert.deepEqual(of('oc:size'), ['5', '5']);
    assert.deepEqual(of('oc:favorite'), ['0', '0']);
    assert.deepEqual(of('oc:owner-id'), ['anna', 'anna']);
    assert.deepEqual(of('oc:share-types'), ['', '']);
    assert.ok(file);
    assert.equal(file.properties.get('d:getlastmodified'), 'Tue, 14 Nov 2023 22:13:20 GMT');
    assert.match(String(file.properties.get('nc:creation_time')), /^\d+$/);
    // NCUtility.ocIdToFileId: the number before `oc`.
    const parts = file.properties.get('oc:id')?.split('oc') ?? [];
    assert.deepEqual([String(Number(parts[0])), parts.length], [file.properties.get('oc:fileid'), 2]);
  });

  it('shows with whom the entries are shared', async () => {
    await service.createUser('ben');
    const folder = await service.dms.folders.create(anna.actor, { folderId: 0, name: 'shared' });
    await service.dms.shares.create(anna.actor, { entryId: folder.id, users: ['ben'], permissions: 1 });
    const [self] = await propertiesOf('/shared', '0');
    assert.equal(
      self?.properties.get('oc:share-types'),
      '<oc:share-type xmlns:oc="http://owncloud.org/ns">0</oc:share-type>',
    );
  });

  // NCNetworking+WebDAV createFolderForAutoUpload, NCNetworking+Upload uploadFileInBackground
  it('uploads photos by itself, folder by folder', async () => {
    for (const path of ['/Photos', '/Photos/2026', '/Photos/2026/11']) {
      assert.equal((await app.file('PROPFIND', path, { ...XML, Depth: '0' }, EXISTS)).status, 404);
      const made = await app.file('MKCOL', path, XML);
      assert.equal(made.status, 201);
      assert.match(String(made.headers['oc-fileid']), /^\d{8}oc/);
      assert.equal((await app.file('PROPFIND', path, { ...XML, Depth: '0' }, EXISTS)).status, 207);
    }
    const headers = {
      'Content-Type': 'application/octet-stream',
      'X-NC-WebDAV-Auto-Mkcol': '1',
      'X-OC-CTime': '1764400000.0',
      'X-OC-MTime': '1764500000.123',
    };
    const put = await app.file('PUT', '/Photos/2026/11/26-11-30%2012-00-00%200001.jpg', headers, 'photo');
    assert.equal(put.status, 201);
    const { date, 'oc-etag': etag, 'oc-fileid': id } = put.headers;
    const [self] = await propertiesOf('/Photos/2026/11/26-11-30%2012-00-00%200001.jpg', '0');
    assert.deepEqual([self?.properties.get('oc:id'), self?.properties.get('d:getetag')], [id, etag]);
    assert.ok(date !== undefined);
    // Over an existing file, from the conflict dialog.
    const again = { ...headers, Overwrite: 'true' };
    assert.equal(
      (await app.file('PUT', '/Photos/2026/11/26-11-30%2012-00-00%200001.jpg', again, 'photo')).status,
      204,
    );
  });

  // NextcloudKit+Upload uploadChunkAsync
  it('uploads a video in chunks', async () => {
    const upload = '/remote.php/dav/uploads/anna/5E1B6C1E-1F3B-4B0E-8F5D-0A6E3C1B2D4F';
    const headers = { ...XML, Destination: app.urlOf('/clip.mov'), 'OC-Total-Length': '11' };
    assert.equal((await app.ask('PROPFIND', upload, { ...headers, Depth: '0' }, PROPFIND)).status, 404);
    assert.equal(await app.statusOf('MKCOL', upload, headers), 201);
    const binary = { ...headers, 'Content-Type': 'application/octet-stream' };
    assert.equal((await app.ask('PUT', `${upload}/1`, binary, 'hello ')).status, 201);
    assert.equal((await app.ask('PROPFIND', upload, { ...headers, Depth: '0' }, PROPFIND)).status, 207);
    assert.equal((await app.ask('PUT', `${upload}/2`, binary, 'world')).status, 201);
    const times = { 'X-OC-CTime': '1690000000.0', 'X-OC-MTime': '1700000000.0' };
    const moved = await app.ask('MOVE', `${upload}/.file`, { ...headers, ...times, Overwrite: 'T' });
    assert.equal(moved.status, 201);
    assert.match(String(moved.headers['oc-fileid']), /^\d{8}oc/);
    assert.ok(moved.headers['oc-etag'] !== undefined);
    assert.equal((await app.file('GET', '/clip.mov')).text, 'hello world');
  });

  // NextcloudKit+API downloadPreview
  it('shows previews', async () => {
    await app.file('PUT', '/photo.jpg', {}, 'photo');
    await renderAll(service.dms, photosOnly);
    const listed = await propertiesOf('/');
    assert.equal(valuesOf(listed, 'nc:has-preview')['photo.jpg'], 'true');
    const id = valuesOf(listed, 'oc:fileid')['photo.jpg'];
    const path = `/index.php/core/preview?fileId=${String(id)}&x=1024&y=1024&a=1&mode=cover&forceIcon=0&mimeFallback=0&etag=abc`;
    const { status, text, headers } = await app.ask('GET', path, OCS);
    assert.deepEqual([status, text, headers['cache-control']], [200, '512 photo', 'private, no-cache']);
    const { etag = '' } = headers;
    assert.equal(await app.statusOf('GET', path, { ...OCS, 'If-None-Match': etag }), 304);
    assert.equal(await app.statusOf('HEAD', path, OCS), 200);
  });

  // NextcloudKit+WebDAV setFavorite, moveFileOrFolder, deleteFileOrFolder
  it('marks, moves and deletes', async () => {
    await app.file('PUT', '/moved.txt', {}, 'x');
    const body = (value: string) =>
      `<?xml version="1.0"?><d:propertyupdate xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:set><d:prop><oc:favorite>${value}</oc:favorite></d:prop></d:set></d:propertyupdate>`;
    for (const value of ['1', '0']) {
      assert.equal((await app.file('PROPPATCH', '/moved.txt', XML, body(value))).status, 207);
      assert.equal((await propertiesOf('/moved.txt', '0'))[0]?.properties.get('oc:favorite'), value);
    }
    const headers = { ...XML, Destination: app.urlOf('/there.txt'), Overwrite: 'F' };
    assert.equal((await app.file('MOVE', '/moved.txt', headers)).status, 201);
    assert.equal((await app.file('DELETE', '/there.txt', XML)).status, 204);
  });

  // NextcloudKit+WebDAV listingFavorites
  it('lists favourites', async () => {
    for (const path of ['/marked', '/marked/deep']) await app.file('MKCOL', path, XML);
    await app.file('PUT', '/marked/deep/a%20b.txt', {}, 'x');
    const mark = (value: string) =>
      `<?xml version="1.0"?><d:propertyupdate xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:set><d:prop><oc:favorite>${value}</oc:favorite></d:prop></d:set></d:propertyupdate>`;
    for (const path of ['/marked', '/marked/deep/a%20b.txt'])
      await app.file('PROPPATCH', path, XML, mark('1'));
    const report = `<?xml version="1.0"?><oc:filter-files ${NAMESPACES}><d:prop>${PROPERTIES}</d:prop><oc:filter-rules><oc:favorite>1</oc:favorite></oc:filter-rules></oc:filter-files>`;
    const listed = listedIn(await app.file('REPORT', '', XML, report));
    assert.deepEqual(
      listed.map(({ href }) => href),
      ['/remote.php/dav/files/anna/marked/', '/remote.php/dav/files/anna/marked/deep/a%20b.txt'],
    );
    assert.deepEqual(valuesOf(listed, 'oc:favorite'), { marked: '1', 'a b.txt': '1' });
    assert.deepEqual(valuesOf(listed, 'oc:permissions'), { marked: 'GDVNCK', 'a b.txt': 'GDVNW' });
    const beneath = listedIn(await app.file('REPORT', '/marked', XML, report));
    assert.deepEqual(Object.keys(valuesOf(beneath, 'oc:favorite')), ['a b.txt']);
    for (const rules of ['<oc:favorite>0</oc:favorite>', '<oc:systemtag>1</oc:systemtag>', '']) {
      const other = report.replace('<oc:favorite>1</oc:favorite>', rules);
      assert.equal((await app.file('REPORT', '', XML, other)).status, 403, rules);
    }
    assert.equal((await app.ask('REPORT', '/webdav/', XML, report)).status, 403);
  });

  // NextcloudKit+WebDAV search, NextcloudKit+API downloadAvatar; NextcloudKit+Login deleteAppPassword
  it('copes without search and avatars, and signs out', async () => {
    const leaving = await PhoneApp.of(service, anna, AGENT);
    assert.equal(await leaving.statusOf('SEARCH', '/remote.php/dav', XML), 405);
    assert.equal(await leaving.statusOf('GET', '/index.php/avatar/anna/128', OCS), 404);
    assert.equal(await leaving.statusOf('DELETE', '/ocs/v2.php/core/apppassword', OCS), 200);
    assert.equal(await leaving.statusOf('GET', '/ocs/v2.php/cloud/user', OCS), 401);
  });
});
