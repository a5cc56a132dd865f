// Would catch an Android app of Nextcloud that cannot sign in, shows no files, loses photos, or reports errors to its user.
//
// The requests, and what the app reads of the responses, are those of nextcloud/android and nextcloud/android-library in August
// 2026. The comments name the files.
import assert from 'node:assert/strict';
import { renderAll } from '../../support/renditions/renditions.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { DavClient } from '../../webdav/client.ts';
import { poll, start } from '../device.ts';
import { listedIn, ocsIn, PhoneApp, photosOnly, valuesOf } from './app.ts';

const AGENT = 'Mozilla/5.0 (Android) Nextcloud-android/33.0.0';
const OCS = { 'OCS-APIREQUEST': 'true' };
const XML = { 'Content-Type': 'text/xml; charset=UTF-8' };

/** A PROPFIND body as jackrabbit writes it: each property declares its namespace as the default one. */
function propfind(dav: string, oc: string, nc = ''): string {
  const elements = (names: string, namespace: string) =>
    names
      .split(' ')
      .filter((name) => name !== '')
      .map((name) => `<${name} xmlns="${namespace}"/>`)
      .join('');
  const properties = `${elements(dav, 'DAV:')}${elements(oc, 'http://owncloud.org/ns')}${elements(nc, 'http://nextcloud.org/ns')}`;
  return `<?xml version="1.0" encoding="UTF-8"?><D:propfind xmlns:D="DAV:"><D:prop>${properties}</D:prop></D:propfind>`;
}

/** WebdavUtils.getAllPropSet */
const ALL = propfind(
  'displayname getcontenttype resourcetype getcontentlength getlastmodified creationdate getetag',
  'permissions fileid id size favorite owner-id owner-display-name comments-unread',
  'is-encrypted mount-type has-preview note sharees rich-workspace creation_time upload_time lock lock-owner-type lock-owner ' +
    'lock-owner-displayname lock-owner-editor lock-time lock-timeout lock-token system-tags file-metadata-size ' +
    'file-metadata-gps metadata-photos-size metadata-photos-gps metadata-files-live-photo hidden share-download-limits',
);
/** WebdavUtils.getChunksPropSet */
const CHUNKS = propfind('getcontenttype resourcetype getcontentlength', '');

describe('the Android app of Nextcloud', () => {
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

  async function upload(path: string, body: string, mtime = '1700000000'): Promise<void> {
    const headers = { 'OC-Total-Length': String(body.length), 'X-OC-Mtime': mtime };
    assert.equal((await app.file('PUT', path, headers, body)).status, 201);
  }

  // GetStatusRemoteOperation, DetectAuthenticationMethodOperation, AuthenticatorActivity
  it('recognises the service, and how users sign in', async () => {
    const anonymous = new DavClient(service.port);
    const { installed, version } = JSON.parse((await anonymous.raw('GET', '/status.php')).text);
    assert.equal(installed, true);
    assert.match(version, /^\d+\.\d+\.\d+\.\d+$/);
    const { status, headers } = await anonymous.raw('HEAD', '/remote.php/dav');
    assert.equal(status, 401);
    assert.match(String(headers['www-authenticate']), /^Basic /);
    const { token } = await start(service, { 'User-Agent': AGENT });
    assert.equal((await poll(service, token)).status, 404);
  });

  // AuthenticatorAsyncTask, GetUserInfoRemoteOperation, GetCapabilitiesRemoteOperation
  it('reads the account and the capabilities after the scan of a QR code', async () => {
    const user = ocsIn(await app.ask('GET', '/ocs/v2.php/cloud/user?format=json', OCS));
    assert.deepEqual([user['id'], user['display-name'], Object(user['quota']).quota], ['anna', 'anna', -3]);
    assert.equal((await app.file('HEAD', '/')).status, 200);
    const data = ocsIn(await app.ask('GET', '/ocs/v2.php/cloud/capabilities?format=json', OCS));
    const { major, minor, micro, string, edition } = Object(data['version']);
    assert.deepEqual([major, minor, micro, string, edition], [27, 1, 0, '27.1.0', '']);
    const { core, files, files_sharing, theming, ...others } = Object(data['capabilities']);
    assert.equal(typeof core.pollinterval, 'number');
    assert.equal(typeof files.bigfilechunking, 'boolean');
    // It reads `resharing` without asking whether it is there, and then refuses all capabilities.
    assert.deepEqual([files_sharing.api_enabled, files_sharing.resharing], [false, false]);
    for (const name of ['name', 'slogan', 'color']) assert.equal(typeof theming[name], 'string', name);
    const offered = ['activity', 'notifications', 'user_status', 'richdocuments', 'end-to-end-encryption'];
    for (const name of offered) assert.equal(name in others, false, name);
  });

  // RefreshFolderOperation: ReadFileRemoteOperation, then ReadFolderRemoteOperation; WebdavEntry
  it('lists a folder', async () => {
    assert.equal((await app.file('MKCOL', '/list')).status, 201);
    await upload('/list/a%20%26%20b.txt', 'hello');
    const self = listedIn(await app.file('PROPFIND', '/list', { ...XML, Depth: '0' }, ALL));
    const listed = listedIn(await app.file('PROPFIND', '/list', { ...XML, Depth: '1' }, ALL));
    assert.deepEqual(
      listed.map(({ href }) => href),
      ['/remote.php/dav/files/anna/list/', '/remote.php/dav/files/anna/list/a%20%26%20b.txt'],
    );
    const [folder, file] = listed;
    assert.equal(self[0]?.properties.get('d:getetag'), folder?.properties.get('d:getetag'));
    const of = (name: string) => [folder?.properties.get(name), file?.properties.get(name)];
    assert.deepEqual(of('d:resourcetype'), ['<d:collection/>', '']);
    assert.deepEqual(of('oc:permissions'), ['GDVNCK', 'GDVNW']);
    assert.deepEqual(of('oc:size'), ['5', '5']);
    assert.deepEqual(of('oc:favorite'), ['0', '0']);
    assert.deepEqual(of('oc:owner-id'), ['anna', 'anna']);
    assert.deepEqual(of('oc:owner-display-name'), ['anna', 'anna']);
    for (const name of ['oc:fileid', 'nc:creation_time', 'nc:upload_time'])
      for (const value of of(name)) assert.match(value ?? '', /^\d+$/, name);
    assert.equal(file?.properties.get('d:getlastmodified'), 'Tue, 14 Nov 2023 22:13:20 GMT');
    // What dms does not have is missing, and not empty: the app would parse the text as a number.
    for (const name of ['oc:comments-unread', 'nc:lock-time', 'nc:share-download-limits'])
      assert.deepEqual(of(name), [undefined, undefined], name);
  });

  // UploadFileOperation, ExistenceCheckRemoteOperation, CreateFolderRemoteOperation, UploadFileRemoteOperation
  it('uploads photos by itself into folders by year and month', async () => {
    const folder = '/InstantUpload/2026/11';
    assert.equal((await app.file('HEAD', folder)).status, 404);
    assert.equal((await app.file('MKCOL', folder)).status, 409);
    assert.equal((await app.file('MKCOL', '/InstantUpload/2026')).status, 409);
    for (const path of ['/InstantUpload', '/InstantUpload/2026', folder]) {
      const { status, headers } = await app.file('MKCOL', path);
      assert.equal(status, 201);
      assert.match(String(headers['oc-fileid']), /^\d{8}oc/);
    }
    assert.equal((await app.file('MKCOL', folder)).status, 405);
    assert.equal((await app.file('HEAD', `${folder}/1.jpg`)).status, 404);
    const headers = { 'OC-Total-Length': '5', 'X-OC-Mtime': '1764500000', 'X-OC-Ctime': '1764400000' };
    const put = await app.file(
      'PUT',
      `${folder}/1.jpg`,
      { ...headers, 'Content-Type': 'image/jpeg' },
      'photo',
    );
    assert.equal(put.status, 201);
    assert.ok(String(put.headers.etag) !== '');
    assert.equal((await app.file('HEAD', `${folder}/1.jpg`)).status, 200);
    // A conflict: the document has changed since.
    const stale = { ...headers, 'If-Match': '"0123456789abcdef0123456789abcdef-1"' };
    assert.equal((await app.file('PUT', `${folder}/1.jpg`, stale, 'other')).status, 412);
  });

  // ChunkedFileUploadRemoteOperation
  it('uploads a video in chunks, and continues after a break', async () => {
    const upload = '/remote.php/dav/uploads/anna/0123456789abcdef0123456789abcdef';
    const Destination = app.urlOf('/video.mp4');
    const list = async () => {
      const chunks = listedIn(await app.ask('PROPFIND', upload, { ...XML, Depth: '1' }, CHUNKS));
      return Object.entries(valuesOf(chunks, 'd:getcontentlength')).slice(1);
    };
    assert.equal(await app.statusOf('MKCOL', upload, { Destination }), 201);
    assert.deepEqual(await list(), []);
    assert.equal((await app.ask('PUT', `${upload}/000001`, { Destination }, 'hello ')).status, 201);
    assert.equal(await app.statusOf('MKCOL', upload, { Destination }), 405);
    assert.deepEqual(await list(), [['000001', '6']]);
    assert.equal((await app.ask('PUT', `${upload}/000002`, { Destination }, 'world')).status, 201);
    const headers = { Destination, Overwrite: 'T', 'X-OC-Mtime': '1700000000', 'X-OC-Ctime': '1690000000' };
    assert.equal(await app.statusOf('MOVE', `${upload}/.file`, headers), 201);
    assert.equal((await app.file('GET', '/video.mp4')).text, 'hello world');
  });

  // ThumbnailsCacheManager, OwnCloudClientExtensions.getPreviewEndpoint
  it('shows thumbnails of documents that have one', async () => {
    await upload('/photo.jpg', 'photo');
    await upload('/plain.txt', 'plain');
    await renderAll(service.dms, photosOnly);
    const listed = listedIn(await app.file('PROPFIND', '/', { ...XML, Depth: '1' }, ALL));
    const { 'photo.jpg': photo, 'plain.txt': plain, list } = valuesOf(listed, 'nc:has-preview');
    assert.deepEqual([photo, plain, list], ['true', 'false', 'false']);
    const ids = valuesOf(listed, 'oc:fileid');
    const previewOf = (id: string | undefined) =>
      `/index.php/core/preview?fileId=${id ?? ''}&x=256&y=256&a=1&mode=cover&forceIcon=0`;
    const headers = { ...OCS, Cookie: 'nc_sameSiteCookielax=true;nc_sameSiteCookiestrict=true' };
    const preview = await app.ask('GET', previewOf(ids['photo.jpg']), headers);
    assert.deepEqual([preview.status, preview.headers['content-type']], [200, 'image/jpeg']);
    assert.match(preview.text, /^256 /);
    assert.equal(await app.statusOf('GET', previewOf(ids['plain.txt']), headers), 404);
    const byPath = await app.ask('GET', '/index.php/apps/files/api/v1/thumbnail/384/384/photo.jpg', headers);
    assert.match(byPath.text, /^512 /);
  });

  // ToggleFavoriteRemoteOperation, LinkLivePhotoRemoteOperation
  it('marks favourites', async () => {
    await upload('/mark.txt', 'mark');
    const update = (inner: string) =>
      `<?xml version="1.0"?><D:propertyupdate xmlns:D="DAV:">${inner}</D:propertyupdate>`;
    const favourite = 'xmlns:oc="http://owncloud.org/ns"';
    const value = async () =>
      listedIn(await app.file('PROPFIND', '/mark.txt', { ...XML, Depth: '0' }, ALL))[0]?.properties.get(
        'oc:favorite',
      );
    const set = update(`<D:set><D:prop><oc:favorite ${favourite}>1</oc:favorite></D:prop></D:set>`);
    assert.match(
      (await app.file('PROPPATCH', '/mark.txt', XML, set)).text,
      /<oc:favorite\b.*<\/d:prop><d:status>HTTP\/1.1 200 OK/s,
    );
    assert.equal(await value(), '1');
    const remove = update(`<D:remove><D:prop><oc:favorite ${favourite}/></D:prop></D:remove>`);
    assert.equal((await app.file('PROPPATCH', '/mark.txt', XML, remove)).status, 207);
    assert.equal(await value(), '0');
  });

  // SharedListFragment: GetSharesRemoteOperation; RemoteShareRepository: GetSharesForFileRemoteOperation; ShareXMLParser. The app
  // asks although `api_enabled` is false.
  it('lists what the user has shared', async () => {
    await service.createUser('ben');
    await service.dms.groups.create(service.admin.actor, 'office & co');
    await upload('/shared.txt', 'shared');
    const { id } = Object(service.dms.tree.locate(anna.actor, { path: ['shared.txt'] })).entry;
    const recipients = { users: ['ben'], groups: ['office & co'] };
    await service.dms.shares.create(anna.actor, { entryId: id, ...recipients, permissions: 3 });
    await service.dms.links.create(anna.actor, {
      ...{ entryId: id, kind: 'view', label: '', password: null },
      ...{ expiresAt: null, maxDownloads: null, isListed: true },
    });
    const shares = '/ocs/v2.php/apps/files_sharing/api/v1/shares';
    for (const query of ['?include_tags=true', '?path=%2Fshared.txt&reshares=true&subfiles=false']) {
      const { status, text } = await app.ask('GET', shares + query, OCS);
      assert.deepEqual([status, /<statuscode>(\d+)</.exec(text)?.[1]], [200, '200']);
      const elements = text.split('<element>').slice(1);
      const of = (name: string) =>
        elements.map((element) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(element)?.[1]);
      assert.deepEqual(of('share_type'), ['0', '1', '3']);
      assert.deepEqual(of('share_with'), ['ben', 'office &amp; co', undefined]);
      assert.deepEqual(of('permissions'), ['3', '3', '1']);
      assert.deepEqual(of('path'), ['/shared.txt', '/shared.txt', '/shared.txt']);
      assert.deepEqual(of('uid_owner'), ['anna', 'anna', 'anna']);
      assert.deepEqual(of('file_source'), [String(id), String(id), String(id)]);
      for (const name of ['id', 'stime']) {
        for (const number of of(name)) assert.match(number ?? '', /^\d{1,10}$/, name);
      }
      assert.equal(new Set(of('id')).size, 3);
      // The app fails for a link with neither a URL nor a token element.
      assert.match(elements[2] ?? '', /<token\/>/);
    }
    assert.equal(await app.statusOf('GET', `${shares}?path=%2Fnone.txt`, OCS), 404);
  });

  // SearchRemoteOperation: the app searches only if OPTIONS allows SEARCH, and else shows what it knows.
  it('learns that it cannot search', async () => {
    const { status, headers } = await app.ask('OPTIONS', '/remote.php/dav');
    assert.equal(status, 200);
    assert.doesNotMatch(String(headers['allow']), /SEARCH/);
  });

  // GetNotificationsRemoteOperation, GetStatusRemoteOperation (of users), GetActivitiesRemoteOperation: asked whatever the
  // capabilities are; the app then hides the button, the state or the list.
  it('copes without avatars, notifications, activities and states of users', async () => {
    for (const path of [
      '/index.php/avatar/anna/128',
      '/ocs/v2.php/apps/notifications/api/v2/notifications?format=json',
      '/ocs/v2.php/apps/user_status/api/v1/user_status?format=json',
      '/ocs/v2.php/apps/activity/api/v2/activity?format=json&previews=true',
    ])
      assert.equal(await app.statusOf('GET', path, OCS), 404, path);
  });

  // DeleteAppPasswordRemoteOperation, CheckRemoteWipeRemoteOperation
  it('signs out, and then has no access', async () => {
    const leaving = await PhoneApp.of(service, anna, AGENT);
    assert.equal(await leaving.statusOf('DELETE', '/ocs/v2.php/core/apppassword?format=json', OCS), 200);
    assert.equal(await leaving.statusOf('GET', '/ocs/v2.php/cloud/user?format=json', OCS), 401);
    // Anything but 200 means: ask the user for new credentials.
    assert.equal(await leaving.statusOf('POST', '/index.php/core/wipe/check?format=json'), 404);
  });
});
