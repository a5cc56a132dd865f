// Would catch an iOS app of ownCloud that cannot sign in, shows no files, or does not find its own changes.
//
// The requests, and what the app reads of the responses, are those of owncloud/ios-sdk in July 2026. The comments name the
// files. The app finds elements by their names with the prefixes `d` and `oc` (OCXMLParser), and not by their namespaces.
import assert from 'node:assert/strict';
import { renderAll } from '../../support/renditions/renditions.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { DavClient } from '../../webdav/client.ts';
import { listedIn, ocsIn, PhoneApp, photosOnly } from './app.ts';

const AGENT = 'ownCloudApp/12.6 (App/321; iOS/26.0; iPhone)';
const XML = { 'Content-Type': 'application/xml', Prefer: 'return=minimal' };

function propfind(properties: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><D:propfind xmlns:D="DAV:" xmlns:oc="http://owncloud.org/ns"><D:prop>${properties}</D:prop></D:propfind>`;
}

/** OCConnection _davItemAttributes */
const ITEM =
  '<D:resourcetype/><D:getlastmodified/><D:getcontentlength/><D:getcontenttype/><D:getetag/><oc:id/><oc:size/>' +
  '<oc:permissions/><oc:favorite/><oc:share-types/><oc:owner-id/><oc:owner-display-name/>';
const ITEMS = propfind(ITEM);
const ONE = propfind(`${ITEM}<D:quota-available-bytes/><D:quota-used-bytes/><oc:checksums/>`);

describe('the iOS app of ownCloud', () => {
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

  // OCAuthenticationMethod+OCTools, OCConnection connectWithCompletionHandler and its validator
  it('detects how users sign in, and that it is connected', async () => {
    const anonymous = new DavClient(service.port);
    assert.equal(JSON.parse((await anonymous.raw('GET', '/status.php')).text).installed, true);
    const detected = await anonymous.raw('PROPFIND', '/remote.php/dav/files');
    assert.equal(detected.status, 401);
    assert.match(String(detected.headers['www-authenticate']), /^Basic /);
    const body = propfind('<D:supported-method-set/>');
    assert.equal(
      (await app.ask('PROPFIND', '/remote.php/dav/files', { ...XML, Depth: '0' }, body)).status,
      207,
    );
    const { capabilities } = ocsIn(await app.ask('GET', '/ocs/v2.php/cloud/capabilities?format=json'));
    assert.equal(Object(capabilities).files_sharing.api_enabled, false);
    assert.equal(ocsIn(await app.ask('GET', '/ocs/v2.php/cloud/user?format=json'))['id'], 'anna');
    assert.equal(await app.statusOf('GET', '/remote.php/dav/avatars/anna/128.png'), 404);
  });

  // OCConnection retrieveItemList, OCItem+OCXMLObjectCreation
  it('lists a folder', async () => {
    await app.file('MKCOL', '/list');
    await app.file('PUT', '/list/a.txt', {}, 'hello');
    const listed = listedIn(await app.file('PROPFIND', '/list', { ...XML, Depth: '1' }, ITEMS));
    const [folder, file] = listed;
    assert.deepEqual(
      [folder?.href, file?.href],
      ['/remote.php/dav/files/anna/list/', '/remote.php/dav/files/anna/list/a.txt'],
    );
    assert.equal(folder?.properties.get('d:resourcetype'), '<d:collection/>');
    for (const name of [
      'd:getetag',
      'd:getlastmodified',
      'oc:id',
      'oc:permissions',
      'oc:favorite',
      'oc:owner-id',
    ])
      for (const { properties } of listed) assert.ok(properties.get(name) !== undefined, name);
    const [one] = listedIn(await app.file('PROPFIND', '/list/a.txt', { ...XML, Depth: '0' }, ONE));
    assert.match(String(one?.properties.get('oc:checksums')), /<oc:checksum\b[^>]*>SHA256:[0-9a-f]{64}</);
  });

  // OCConnection+Upload _directUploadFileFromURL, OCConnection updateItem
  it('uploads, and sets the time and the mark of a document', async () => {
    const common = { 'Content-Type': 'application/octet-stream', 'X-OC-MTime': '1700000000' };
    const headers = { ...common, 'If-None-Match': '*' };
    assert.equal((await app.file('PUT', '/a.txt', headers, 'hello')).status, 201);
    assert.equal((await app.file('PUT', '/a.txt', headers, 'hello')).status, 412);
    const self = async () =>
      listedIn(await app.file('PROPFIND', '/a.txt', { ...XML, Depth: '0' }, ONE))[0]?.properties;
    const replacing = { ...common, 'If-Match': (await self())?.get('d:getetag') ?? '' };
    assert.equal((await app.file('PUT', '/a.txt', replacing, 'world')).status, 204);
    const update = (properties: string) =>
      `<?xml version="1.0" encoding="UTF-8"?><D:propertyupdate xmlns:D="DAV:" xmlns:oc="http://owncloud.org/ns"><D:set><D:prop>${properties}</D:prop></D:set></D:propertyupdate>`;
    const body = update(
      '<favorite xmlns="http://owncloud.org/ns">1</favorite><D:lastmodified>Wed, 15 Nov 2023 22:13:20 GMT</D:lastmodified>',
    );
    const { text } = await app.file('PROPPATCH', '/a.txt', XML, body);
    // OCHTTPDAVMultistatusResponse statusForProperty: with the prefixes
    assert.match(
      text,
      /<d:propstat><d:prop><oc:favorite\b[^>]*\/><d:lastmodified\/><\/d:prop><d:status>HTTP\/1.1 200 OK/,
    );
    const after = await self();
    assert.deepEqual(
      [after?.get('d:getlastmodified'), after?.get('oc:favorite')],
      ['Wed, 15 Nov 2023 22:13:20 GMT', '1'],
    );
  });

  // OCConnection retrieveThumbnailFor
  it('shows thumbnails at the address of the document', async () => {
    await app.file('PUT', '/photo.jpg', {}, 'photo');
    await renderAll(service.dms, photosOnly);
    const { status, text } = await app.file(
      'GET',
      '/photo.jpg?x=480&y=480&c=%22abc%22&a=1&preview=1&scalingup=0',
    );
    assert.deepEqual([status, text], [200, '512 photo']);
  });
});
