import assert from 'node:assert/strict';
import { lockInfo } from '../client.ts';
import { win32 } from './clients.ts';
import { clientSending, contentOf, type Step } from './recording.ts';
import { ReplayFixture } from './replay-fixture.ts';
import { MINUTE, ReplayService } from './replay-service.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');

const discovery = clientSending({ 'User-Agent': 'Microsoft Office Protocol Discovery' });
const existence = clientSending({ 'User-Agent': 'Microsoft Office Existence Discovery' });
const word = clientSending({
  'User-Agent': 'Microsoft Office Word 2014',
  'X-Office-Major-Version': '16',
  'X-FeatureVersion': '1',
  'X-IDCRL_ACCEPTED': 't',
  Translate: 'f',
});

const XML = { 'Content-Type': 'text/xml; charset="utf-8"' };
const LOCK_INFO = lockInfo('exclusive', '<d:href>DESKTOP-7QK2/Ann</d:href>');

/** A link `ms-word:ofe|u|…` is followed. */
function opens(path: string): Step[] {
  return [
    discovery('OPTIONS', '/', 200),
    existence('HEAD', '/', 200),
    existence('HEAD', path, 200),
    word('LOCK', path, 200, { ...XML, Depth: '0', Timeout: 'Second-3600' }, LOCK_INFO),
    word('GET', path, 200),
    word('PROPFIND', path, 207, { ...XML, Depth: '0' }, ''),
  ];
}

function saves(path: string, content: string): Step[] {
  return [
    word('LOCK', path, 200, { If: `({token ${path}})`, Timeout: 'Second-3600' }),
    word('HEAD', path, 200),
    word('PUT', path, 204, { If: `({token ${path}})` }, content),
    word('HEAD', path, 200),
  ];
}

function closes(path: string): Step[] {
  return [word('UNLOCK', path, 204, { 'Lock-Token': `{token ${path}}` })];
}

describe('Office without a mapped drive', () => {
  let service: ReplayService;

  before(async () => {
    service = await ReplayService.open();
  });

  after(() => service.close());

  afterEach(() => service.assertSound());

  it('is told that this is WebDAV, not FrontPage', async () => {
    const fixture = await ReplayFixture.set(service, { folder: 'team' });
    for (const path of ['/', '/team/', fixture.path]) {
      const { headers } = await fixture.ann.dav.expect(200, 'OPTIONS', path, {
        headers: { 'User-Agent': 'Microsoft Office Protocol Discovery' },
      });
      assert.equal(headers['ms-author-via'], 'DAV');
      assert.match(String(headers.dav), /^1, 2, 3\b/);
    }
  });

  it('finds collections by HEAD, and what is not there, too', async () => {
    const fixture = await ReplayFixture.set(service, { folder: 'team' });
    await fixture.replay([
      existence('HEAD', '/team', 200),
      existence('HEAD', '/team/', 200),
      existence('HEAD', '/none/', 404),
      word('MKCOL', '/team/minutes/', 201),
      existence('HEAD', '/team/minutes/', 200),
    ]);
  });

  for (const size of ['small', 'large'] as const) {
    it(`opens, saves twice and closes a ${size} document: two versions more`, async () => {
      const versions = ['first', 'second', 'third'].map((word) => contentOf(word, size));
      const fixture = await ReplayFixture.set(service, { content: contentOf('first', size) });
      await fixture.replay([
        ...opens(fixture.path),
        ...saves(fixture.path, contentOf('second', size)),
        ...saves(fixture.path, contentOf('third', size)),
        ...closes(fixture.path),
      ]);
      await fixture.assertKept({ versions });
    });
  }

  it('refreshes its lock through an afternoon, and loses it when it does not', async () => {
    const fixture = await ReplayFixture.set(service);
    await fixture.replay(opens(fixture.path));
    for (let refreshed = 0; refreshed < 5; refreshed += 1) {
      service.pass(50 * MINUTE);
      await fixture.replay([
        word('LOCK', fixture.path, 200, { If: `({token ${fixture.path}})`, Timeout: 'Second-3600' }),
      ]);
    }
    service.pass(61 * MINUTE);
    await fixture.replay([word('PUT', fixture.path, 412, { If: `({token ${fixture.path}})` }, SECOND)]);
    await fixture.assertKept({ versions: [FIRST] });
  });

  it('forgets its own lock when it sets properties: refused, and the document is saved all the same', async () => {
    const fixture = await ReplayFixture.set(service);
    const attributes = win32(['Win32FileAttributes', '00000020']);
    await fixture.replay([
      ...opens(fixture.path),
      ...saves(fixture.path, SECOND),
      word('PROPPATCH', fixture.path, 423, XML, attributes),
      ...closes(fixture.path),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND] });
  });

  it('saves under a new name only where nothing is', async () => {
    const fixture = await ReplayFixture.set(service);
    const path = '/minutes.docx';
    await fixture.replay([
      existence('HEAD', path, 404),
      word('PUT', fixture.path, 412, { 'If-None-Match': '*' }, SECOND),
      word('PUT', path, 201, { 'If-None-Match': '*' }, ''),
      word('LOCK', path, 200, { ...XML, Depth: '0', Timeout: 'Second-3600' }, LOCK_INFO),
      word('PUT', path, 204, { If: `({token ${path}})` }, SECOND),
      word('GET', path, 304, { 'If-None-Match': `{etag ${path}}` }),
      ...closes(path),
    ]);
    assert.deepEqual(await fixture.versions(fixture.idAt(path)), [SECOND]);
    await fixture.assertKept({ versions: [FIRST], beside: ['minutes.docx'] });
  });

  it('locks a name where nothing is yet, and fills it: one version', async () => {
    const fixture = await ReplayFixture.set(service);
    const path = '/minutes.docx';
    await fixture.replay([
      word('LOCK', path, 201, { ...XML, Depth: '0', Timeout: 'Second-3600' }, LOCK_INFO),
      ...saves(path, SECOND),
      ...closes(path),
    ]);
    assert.deepEqual(await fixture.versions(fixture.idAt(path)), [SECOND]);
  });

  it('is kept out while somebody else has the document open', async () => {
    const fixture = await ReplayFixture.set(service, { permissions: 3 });
    await fixture.replay(opens(fixture.path), fixture.ben);
    await fixture.replay([
      word('LOCK', fixture.path, 423, { ...XML, Depth: '0', Timeout: 'Second-3600' }, LOCK_INFO),
      word('PUT', fixture.path, 423, {}, SECOND),
      word('GET', fixture.path, 200),
    ]);
    await fixture.replay([...saves(fixture.path, SECOND), ...closes(fixture.path)], fixture.ben);
    await fixture.assertKept({ versions: [FIRST, SECOND] });
  });
});
