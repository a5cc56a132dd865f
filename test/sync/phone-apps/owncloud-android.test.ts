// Would catch an Android app of ownCloud that cannot sign in, shows no files, loses photos, or reports errors to its user.
//
// The requests, and what the app reads of the responses, are those of owncloud/android (owncloudComLibrary, owncloudData,
// owncloudApp) in July 2026. The comments name the files.
import assert from 'node:assert/strict';
import { renderAll } from '../../support/renditions/renditions.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { DavClient } from '../../webdav/client.ts';
import { listedIn, ocsIn, PhoneApp, photosOnly } from './app.ts';

const AGENT = 'Mozilla/5.0 (Android) ownCloud-android/4.6.0';
const OCS = { 'OCS-APIREQUEST': 'true' };
const XML = { 'Content-Type': 'application/xml; charset=utf-8' };

const PROPFIND_START =
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?><propfind xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav" xmlns:CARD="urn:ietf:params:xml:ns:carddav" xmlns:SABRE="http://sabredav.org/ns" xmlns:OC="http://owncloud.org/ns"><prop>';
/** DavUtils.allPropSet, as dav4jvm writes it */
const ALL = `${PROPFIND_START}<displayname /><getcontenttype /><resourcetype /><getcontentlength /><getlastmodified /><creationdate /><getetag /><OC:permissions /><OC:id /><OC:size /><OC:privatelink /><OC:share-types /></prop></propfind>`;
const QUOTA = `${PROPFIND_START}<quota-used-bytes /><quota-available-bytes /></prop></propfind>`;

describe('the Android app of ownCloud', () => {
  let service: Service;
  let anna: Account;
  let app: PhoneApp;

  before(async () => {
    service = await startService({ config: { sync: { clients: true } } });
    anna = await service.createUser('anna', { quotaBytes: 1_000_000 });
    app = await PhoneApp.of(service, anna, AGENT);
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  // StatusRequester, OCRemoteServerInfoDataSource.getAuthenticationMethod
  it('recognises the service, and that users sign in with a password or token', async () => {
    const anonymous = new DavClient(service.port);
    const { installed, version, productname } = JSON.parse((await anonymous.raw('GET', '/status.php')).text);
    assert.deepEqual([installed, version, productname], [true, '27.1.0.7', 'dms']);
    for (const path of ['/.well-known/openid-configuration', '/.well-known/webfinger'])
      assert.equal((await anonymous.raw('GET', path)).status, 404, path);
    const asked = { headers: { ...XML, Depth: '0' }, body: ALL };
    const { status, headers } = await anonymous.raw('PROPFIND', '/remote.php/dav/files/', asked);
    assert.equal(status, 401);
    assert.match(String(headers['www-authenticate']), /^Basic /);
  });

  // OCRemoteAuthenticationDataSource.login, CapabilityResponse, GetRemoteUserQuotaOperation
  it('reads the account, the capabilities and the quota', async () => {
    assert.equal(
      (await app.ask('PROPFIND', '/remote.php/dav/files/', { ...XML, Depth: '0' }, ALL)).status,
      207,
    );
    const user = ocsIn(await app.ask('GET', '/ocs/v2.php/cloud/user?format=json'));
    assert.deepEqual([user['id'], user['display-name'], user['email']], ['anna', 'anna', 'anna@example.org']);
    const data = ocsIn(await app.ask('GET', '/ocs/v2.php/cloud/capabilities?format=json', OCS));
    const { dav, files_sharing } = Object(data['capabilities']);
    assert.equal(dav.chunking, '1.0');
    // The app refuses capabilities whose `files_sharing` has no `search_min_length`.
    assert.deepEqual([files_sharing.api_enabled, typeof files_sharing.search_min_length], [false, 'number']);
    const [root] = listedIn(await app.file('PROPFIND', '/', { ...XML, Depth: '0' }, QUOTA));
    assert.deepEqual(
      [root?.properties.get('d:quota-used-bytes'), root?.properties.get('d:quota-available-bytes')],
      ['0', '1000000'],
    );
  });

  // ReadRemoteFolderOperation, RemoteFile.getRemoteFileFromDav
  it('lists a folder', async () => {
    await app.file('MKCOL', '/list');
    await app.file('PUT', '/list/a%20b.txt', {}, 'hello');
    const listed = listedIn(await app.file('PROPFIND', '/list', { ...XML, Depth: '1' }, ALL));
    const [folder, file] = listed;
    assert.deepEqual(
      [folder?.href, file?.href],
      ['/remote.php/dav/files/anna/list/', '/remote.php/dav/files/anna/list/a%20b.txt'],
    );
    assert.ok(folder && file);
    assert.equal(folder.properties.get('d:getcontenttype'), 'httpd/unix-directory');
    assert.deepEqual(
      [folder.properties.get('oc:permissions'), file.properties.get('oc:permissions')],
      ['GDVNCK', 'GDVNW'],
    );
    assert.equal(folder.properties.get('oc:size'), '5');
    for (const name of ['d:getetag', 'oc:id', 'd:getlastmodified'])
      for (const { properties } of listed) assert.ok(properties.get(name) !== undefined, name);
  });

  // UploadFileFromFileSystemWorker, OCRemoteFileDataSource.getAvailableRemotePath, UploadFileFromFileSystemOperation
  it('uploads photos by itself', async () => {
    const exists = async (path: string) =>
      (await app.file('PROPFIND', path, { ...XML, Depth: '0' }, ALL)).status;
    assert.equal(await exists('/CameraUpload'), 404);
    assert.equal((await app.file('MKCOL', '/CameraUpload')).status, 201);
    assert.equal(await exists('/CameraUpload/1.jpg'), 404);
    assert.equal((await app.file('PROPFIND', '', { ...XML, Depth: '1' }, ALL)).status, 207);
    const headers = { 'Content-Type': 'image/jpeg', 'OC-Total-Length': '5', 'X-OC-Mtime': '1700000000' };
    const put = await app.file('PUT', '/CameraUpload/1.jpg', headers, 'photo');
    assert.equal(put.status, 201);
    assert.ok(put.headers['oc-etag'] !== undefined);
    assert.equal(await exists('/CameraUpload/1.jpg'), 207);
  });

  // ChunkedUploadFromFileSystemOperation: an empty chunk follows the last one. MoveRemoteChunksFileOperation
  it('uploads a video in chunks, and one empty chunk', async () => {
    const upload = '/remote.php/dav/uploads/anna/1764500000123456789';
    assert.equal(await app.statusOf('MKCOL', upload), 201);
    for (const [index, chunk] of ['hello ', 'world', ''].entries())
      assert.equal(
        (await app.ask('PUT', `${upload}/${String(index)}`, {}, chunk)).status,
        201,
        String(index),
      );
    const headers = {
      Destination: app.urlOf('/video.mp4'),
      'OC-Total-Length': '11',
      'X-OC-Mtime': '1700000000',
    };
    assert.equal(await app.statusOf('MOVE', `${upload}/.file`, { ...headers, Overwrite: 'T' }), 201);
    assert.equal((await app.file('GET', '/video.mp4')).text, 'hello world');
  });

  // ThumbnailsRequester.getPreviewUriForFile
  it('shows thumbnails at the address of the document', async () => {
    await app.file('PUT', '/photo%20a.jpg', {}, 'photo');
    await app.file('PUT', '/plain.txt', {}, 'plain');
    await renderAll(service.dms, photosOnly);
    const query = '?x=192&y=192&c=abc-1&preview=1&id=00000012ocdms1700000000000';
    const { status, text, headers } = await app.file('GET', `/photo%20a.jpg${query}`);
    assert.deepEqual([status, text, headers['content-type']], [200, '256 photo', 'image/jpeg']);
    assert.equal((await app.file('GET', `/plain.txt${query}`)).status, 404);
    assert.equal((await app.file('GET', '/plain.txt?preview=0')).text, 'plain');
  });

  // ShareFileFragment shows shares only with `api_enabled`; GetRemoteSharesForFileOperation, GetRemoteUserAvatarOperation
  it('copes without avatars, and finds no shares', async () => {
    const shares =
      '/ocs/v2.php/apps/files_sharing/api/v1/shares?format=json&path=%2Fplain.txt&reshares=true&subfiles=false';
    assert.deepEqual(ocsIn(await app.ask('GET', shares, OCS)), []);
    assert.equal(await app.statusOf('GET', '/index.php/avatar/anna/128', OCS), 404);
  });
});
