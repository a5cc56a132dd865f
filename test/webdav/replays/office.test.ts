import assert from 'node:assert/strict';
import { lockInfo } from '../client.ts';
import { win32 } from './clients.ts';
import { clientSending, contentOf, type Step } from './recording.ts';
import { Scene } from './scene.ts';
import { MINUTE, Stage } from './stage.ts';

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
const LOCK_INFO = lockInfo('exclusive', '<D:href>DESKTOP-7QK2/Ann</D:href>');

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
  let stage: Stage;

  before(async () => {
    stage = await Stage.open();
  });

  after(() => stage.close());

  afterEach(() => stage.assertSound());

  it('is told that this is WebDAV, not FrontPage', async () => {
    const scene = await Scene.set(stage, { folder: 'team' });
    for (const path of ['/', '/team/', scene.path]) {
      const { headers } = await scene.ann.dav.expect(200, 'OPTIONS', path, {
        headers: { 'User-Agent': 'Microsoft Office Protocol Discovery' },
      });
      assert.equal(headers['ms-author-via'], 'DAV');
      assert.match(String(headers.dav), /^1, 2, 3\b/);
    }
  });

  it('finds collections by HEAD, and what is not there, too', async () => {
    const scene = await Scene.set(stage, { folder: 'team' });
    await scene.replay([
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
      const scene = await Scene.set(stage, { content: contentOf('first', size) });
      await scene.replay([
        ...opens(scene.path),
        ...saves(scene.path, contentOf('second', size)),
        ...saves(scene.path, contentOf('third', size)),
        ...closes(scene.path),
      ]);
      await scene.assertKept({ versions });
    });
  }

  it('refreshes its lock through an afternoon, and loses it when it does not', async () => {
    const scene = await Scene.set(stage);
    await scene.replay(opens(scene.path));
    for (let refreshed = 0; refreshed < 5; refreshed += 1) {
      stage.pass(50 * MINUTE);
      await scene.replay([
        word('LOCK', scene.path, 200, { If: `({token ${scene.path}})`, Timeout: 'Second-3600' }),
      ]);
    }
    stage.pass(61 * MINUTE);
    await scene.replay([word('PUT', scene.path, 412, { If: `({token ${scene.path}})` }, SECOND)]);
    await scene.assertKept({ versions: [FIRST] });
  });

  it('forgets its own lock when it sets properties: refused, and the document is saved all the same', async () => {
    const scene = await Scene.set(stage);
    const attributes = win32(['Win32FileAttributes', '00000020']);
    await scene.replay([
      ...opens(scene.path),
      ...saves(scene.path, SECOND),
      word('PROPPATCH', scene.path, 423, XML, attributes),
      ...closes(scene.path),
    ]);
    await scene.assertKept({ versions: [FIRST, SECOND] });
  });

  it('saves under a new name only where nothing is', async () => {
    const scene = await Scene.set(stage);
    const path = '/minutes.docx';
    await scene.replay([
      existence('HEAD', path, 404),
      word('PUT', scene.path, 412, { 'If-None-Match': '*' }, SECOND),
      word('PUT', path, 201, { 'If-None-Match': '*' }, ''),
      word('LOCK', path, 200, { ...XML, Depth: '0', Timeout: 'Second-3600' }, LOCK_INFO),
      word('PUT', path, 204, { If: `({token ${path}})` }, SECOND),
      word('GET', path, 304, { 'If-None-Match': `{etag ${path}}` }),
      ...closes(path),
    ]);
    assert.deepEqual(await scene.versions(scene.idAt(path)), [SECOND]);
    await scene.assertKept({ versions: [FIRST], beside: ['minutes.docx'] });
  });

  it('locks a name where nothing is yet, and fills it: one version', async () => {
    const scene = await Scene.set(stage);
    const path = '/minutes.docx';
    await scene.replay([
      word('LOCK', path, 201, { ...XML, Depth: '0', Timeout: 'Second-3600' }, LOCK_INFO),
      ...saves(path, SECOND),
      ...closes(path),
    ]);
    assert.deepEqual(await scene.versions(scene.idAt(path)), [SECOND]);
  });

  it('is kept out while somebody else has the document open', async () => {
    const scene = await Scene.set(stage, { permissions: 3 });
    await scene.replay(opens(scene.path), scene.ben);
    await scene.replay([
      word('LOCK', scene.path, 423, { ...XML, Depth: '0', Timeout: 'Second-3600' }, LOCK_INFO),
      word('PUT', scene.path, 423, {}, SECOND),
      word('GET', scene.path, 200),
    ]);
    await scene.replay([...saves(scene.path, SECOND), ...closes(scene.path)], scene.ben);
    await scene.assertKept({ versions: [FIRST, SECOND] });
  });
});
