// Would catch a response to Word or Windows at an address for editing that opens a dialog, or refuses to save.
import assert from 'node:assert/strict';
import { type Service, startService } from '../../support/service.ts';
import { type Office, officeOf } from '../../web/support/office.ts';
import { DavClient, lockInfo } from '../client.ts';
import { win32 } from '../replays/clients.ts';
import { clientSending, type Step } from '../replays/recording.ts';
import { type Address, countVersions, openAddress } from './editing.ts';

const discovery = clientSending({ 'User-Agent': 'Microsoft Office Protocol Discovery' });
const existence = clientSending({ 'User-Agent': 'Microsoft Office Existence Discovery' });
const word = clientSending({
  'User-Agent': 'Microsoft Office Word 2014',
  'X-Office-Major-Version': '16',
  'X-FeatureVersion': '1',
  'X-IDCRL_ACCEPTED': 't',
  'X-MS-CookieUri-Requested': 't',
  Translate: 'f',
});
const redirector = clientSending({
  'User-Agent': 'Microsoft-WebDAV-MiniRedir/10.0.19045',
  Translate: 'f',
});

const XML = { 'Content-Type': 'text/xml; charset="utf-8"' };
const LOCK_INFO = lockInfo('exclusive', '<d:href>DESKTOP-7QK2/Ann</d:href>');
const HOUR = 'Second-3600';

describe('Word at an address for editing', () => {
  let service: Service;
  let office: Office;
  let id: number;
  let address: Address;
  let dav: DavClient;

  before(async () => {
    service = await startService();
    dav = new DavClient(service.port);
    office = await officeOf(service, await service.createUser('anna'));
  });
  after(() => service.stop());
  beforeEach(async () => {
    id = await office.upload(`offer ${Math.random()}.docx`, 'first');
    address = await openAddress(office, id);
  });
  afterEach(() => assert.deepEqual(service.errors(), []));

  /** Sends the requests, with the lock token of the last response in place of `{token}`. */
  async function replay(steps: readonly Step[]): Promise<void> {
    let token = '';
    for (const [index, { method, path, status, headers, body }] of steps.entries()) {
      const filled = Object.entries(headers).map(([name, value]) => [name, value.replace('{token}', token)]);
      const content = typeof body === 'string' ? { body } : {};
      const answer = await dav.ask(method, path, { headers: Object.fromEntries(filled), ...content });
      const said = `request ${index + 1}, ${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`;
      assert.equal(answer.status, status, said);
      assert.equal(answer.headers['www-authenticate'], undefined, said);
      token = String(answer.headers['lock-token'] ?? token);
    }
  }

  const opens = ({ folder, path }: Address): Step[] => [
    discovery('OPTIONS', folder, 200),
    existence('HEAD', path, 200),
    discovery('OPTIONS', path, 200),
    existence('HEAD', folder, 200),
    existence('HEAD', '/.edit/', 200),
    word('LOCK', path, 200, { ...XML, Depth: '0', Timeout: HOUR }, LOCK_INFO),
    word('GET', path, 200),
    word('PROPFIND', path, 207, { ...XML, Depth: '0' }, ''),
  ];
  const saves = ({ path }: Address, content: string): Step[] => [
    word('LOCK', path, 200, { If: '({token})', Timeout: HOUR }),
    word('HEAD', path, 200),
    word('PUT', path, 204, { If: '({token})' }, content),
    word('HEAD', path, 200),
    word('PROPPATCH', path, 207, { ...XML, If: '({token})' }, win32(['Win32FileAttributes', '00000020'])),
  ];
  const closes = ({ path }: Address): Step[] => [word('UNLOCK', path, 204, { 'Lock-Token': '{token}' })];

  it('opens, saves twice and closes: two versions, and nothing is left', async () => {
    await replay([
      ...opens(address),
      ...saves(address, 'second'),
      ...saves(address, 'third'),
      ...closes(address),
    ]);
    assert.equal(await countVersions(office, id), 3);
    assert.equal(await office.download(id), 'third');
    await replay([word('LOCK', address.path, 200, { ...XML, Depth: '0', Timeout: HOUR }, LOCK_INFO)]);
  });

  it('is told that this is WebDAV at every folder above', async () => {
    for (const path of [address.path, address.folder, '/.edit/', '/.edit', '/', '']) {
      const { headers } = await dav.expect(200, 'OPTIONS', path);
      assert.equal(headers['ms-author-via'], 'DAV');
      assert.match(String(headers.dav), /^1, 2, 3\b/);
    }
    assert.equal((await dav.raw('OPTIONS', '/')).status, 200);
    assert.equal((await dav.raw('HEAD', '/')).headers['www-authenticate'], undefined);
  });

  it('cannot look at the drive without its credentials', async () => {
    const { headers } = await dav.expect(401, 'HEAD', '/', {
      headers: { 'User-Agent': 'Microsoft Office Existence Discovery' },
    });
    assert.match(String(headers['www-authenticate']), /^Basic /);
  });

  it('uses an address with the credentials of the drive, right or wrong, that Windows remembers', async () => {
    for (const Authorization of ['Basic YW5uYTp3cm9uZw==', 'Bearer dms_pat_x', 'Negotiate x'])
      await replay([word('PUT', address.path, 204, { Authorization }, `by ${Authorization}`)]);
  });

  it('is found by the redirector of Windows beneath its folder', async () => {
    const { folder, path } = address;
    await replay([
      redirector('PROPFIND', '/.edit', 207, { Depth: '0' }),
      redirector('PROPFIND', folder.slice(0, -1), 207, { Depth: '0' }),
      redirector('PROPFIND', folder.slice(0, -1), 207, { Depth: '1' }),
      redirector('PROPFIND', path, 207, { Depth: '0' }),
      redirector('PROPFIND', `${folder}desktop.ini`, 404, { Depth: '0' }),
      redirector('LOCK', path, 200, { ...XML, Timeout: HOUR }, LOCK_INFO),
      redirector('PROPPATCH', path, 207, { ...XML, If: '({token})' }, win32(['Win32FileAttributes', '0'])),
      redirector('HEAD', path, 200),
      redirector('PUT', path, 204, { If: '({token})' }, 'second'),
      redirector('UNLOCK', path, 204, { 'Lock-Token': '{token}' }),
    ]);
    assert.equal(await countVersions(office, id), 2);
  });

  it('leaves its owner file and its temporary files nowhere', async () => {
    const { folder, path } = address;
    await replay([
      word('PUT', `${folder}~$fer.docx`, 201, {}, 'Ann'),
      word('PUT', `${folder}~WRD0000.tmp`, 403, {}, 'second'),
      word('MOVE', path, 403, { Destination: dav.at(`${folder}~WRL0001.tmp`) }),
      word('DELETE', `${folder}~$fer.docx`, 204),
    ]);
    assert.equal(await countVersions(office, id), 1);
    assert.equal(await office.download(id), 'first');
  });
});
