import assert from 'node:assert/strict';
import {
  redirector,
  redirectorLocks,
  redirectorOverwrites,
  redirectorUnlocks,
  redirectorWrites,
  WIN32,
} from './clients.ts';
import { contentOf, onto } from './recording.ts';
import { Scene } from './scene.ts';
import { MINUTE, Stage } from './stage.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');

describe('Windows Explorer', () => {
  let stage: Stage;

  before(async () => {
    stage = await Stage.open();
  });

  after(() => stage.close());

  afterEach(() => stage.assertSound());

  it('asks the root of the server what it can, whatever is mapped, without credentials', async () => {
    const { dav } = await stage.person('guest');
    for (const path of ['/', '/webdav', '/webdav/']) {
      const { status, headers } = await dav.raw('OPTIONS', path, {
        headers: { Authorization: '', 'User-Agent': 'Microsoft-WebDAV-MiniRedir/10.0.22631', Translate: 'f' },
      });
      assert.equal(status, 200);
      assert.match(String(headers.dav), /^1, 2, 3\b/);
      assert.equal(headers['ms-author-via'], 'DAV');
      for (const method of ['PROPFIND', 'PROPPATCH', 'LOCK', 'MOVE']) {
        assert.ok(headers.allow?.split(', ').includes(method), method);
      }
    }
  });

  for (const size of ['small', 'large'] as const) {
    it(`uploads a ${size} file: one version, with the time and the attributes that it had`, async () => {
      const scene = await Scene.set(stage);
      const path = '/holiday.jpg';
      await scene.replay(redirectorWrites(path, contentOf('picture', size)));
      assert.deepEqual(await scene.versions(scene.idAt(path)), [contentOf('picture', size)]);
      const { text } = await scene.ann.dav.expect(207, 'PROPFIND', path, { headers: { Depth: '0' } });
      assert.match(text, /<D:getlastmodified>Mon, 02 Jan 2006 15:04:05 GMT</);
      assert.match(text, /<(\w+):Win32FileAttributes [^>]*>00000020</);
      assert.doesNotMatch(text, /activelock/);
      await scene.assertKept({ versions: [FIRST], beside: ['holiday.jpg'] });
    });

    it(`writes a ${size} file over a document: its next version`, async () => {
      const scene = await Scene.set(stage, { content: contentOf('first', size) });
      await scene.replay(redirectorOverwrites(scene.path, contentOf('second', size)));
      const versions = [contentOf('first', size), contentOf('second', size)];
      await scene.assertKept({ versions, properties: WIN32 });
    });
  }

  it('empties a document before it writes it: one version more, not two', async () => {
    const scene = await Scene.set(stage);
    await scene.replay([
      redirector('PUT', scene.path, 204, {}, ''),
      ...redirectorOverwrites(scene.path, SECOND),
    ]);
    await scene.assertKept({ versions: [FIRST, SECOND], properties: WIN32 });
  });

  it('empties a document and writes what it held: no version more', async () => {
    const scene = await Scene.set(stage);
    await scene.replay([
      redirector('PUT', scene.path, 204, {}, ''),
      ...redirectorOverwrites(scene.path, FIRST),
    ]);
    await scene.assertKept({ versions: [FIRST], properties: WIN32 });
  });

  it('leaves a document empty that it never fills; the content that comes later is a version of its own', async () => {
    const scene = await Scene.set(stage);
    await scene.replay([redirector('PUT', scene.path, 204, {}, '')]);
    stage.pass(2 * MINUTE);
    await scene.replay([redirector('PUT', scene.path, 204, {}, SECOND)]);
    await scene.assertKept({ versions: [FIRST, '', SECOND] });
  });

  it('drags a file over a document: the next version, and what was dragged is gone', async () => {
    const scene = await Scene.set(stage);
    const other = scene.beside('draft.docx');
    await scene.replay([
      redirector('PUT', other, 201, {}, SECOND),
      redirector('MOVE', other, 412, onto(scene.path, 'F')),
      redirector('MOVE', other, 204, onto(scene.path)),
    ]);
    await scene.assertKept({ versions: [FIRST, SECOND] });
  });

  it('drags a file with a history over a document: that history waits in the trash', async () => {
    const scene = await Scene.set(stage);
    const other = scene.beside('draft.docx');
    await scene.replay([
      redirector('PUT', other, 201, {}, contentOf('draft')),
      redirector('PUT', other, 204, {}, SECOND),
      redirector('MOVE', other, 204, onto(scene.path)),
    ]);
    await scene.assertKept({ versions: [FIRST, SECOND], trash: ['/draft.docx'] });
  });

  it('deletes a document and uploads it anew: the next version', async () => {
    const scene = await Scene.set(stage);
    await scene.replay([redirector('DELETE', scene.path, 204), ...redirectorWrites(scene.path, SECOND)]);
    await scene.assertKept({ versions: [FIRST, SECOND], properties: WIN32 });
  });

  it('leaves Thumbs.db and desktop.ini: one version each, whatever is written', async () => {
    const scene = await Scene.set(stage);
    const names = ['Thumbs.db', 'desktop.ini'];
    for (const path of names.map((name) => scene.beside(name))) {
      await scene.replay([
        ...redirectorWrites(path, 'one'),
        ...redirectorOverwrites(path, 'two'),
        redirector('PUT', path, 204, {}, 'three'),
      ]);
      assert.deepEqual(await scene.versions(scene.idAt(path)), ['three']);
    }
    await scene.assertKept({ versions: [FIRST], beside: names });
    await scene.replay(names.map((name) => redirector('DELETE', scene.beside(name), 204)));
    await scene.assertKept({ versions: [FIRST] });
    const { items } = await stage.service.dms.activity.list(scene.ann.actor, {}, { page: 1, perPage: 200 });
    assert.deepEqual(
      items.filter(({ details }) => names.some((name) => details.includes(name))),
      [],
    );
  });

  it('carries AutoCAD, which keeps the last drawing as .bak', async () => {
    const scene = await Scene.set(stage, { name: 'plan.dwg' });
    const backup = scene.beside('plan.bak');
    const contents = ['first', 'second', 'third'].map((word) => contentOf(word));
    for (const [index, content] of contents.slice(1).entries()) {
      const fresh = scene.beside('sav7F21.tmp');
      await scene.replay([
        ...redirectorWrites(fresh, content),
        ...(index === 0 ? [] : [redirector('DELETE', backup, 204)]),
        redirector('MOVE', scene.path, 201, onto(backup, 'F')),
        redirector('MOVE', fresh, 201, onto(scene.path, 'F')),
      ]);
      stage.pass(5 * MINUTE);
    }
    assert.deepEqual(await scene.versions(scene.idAt(backup)), [SECOND]);
    await scene.assertKept({ versions: contents, beside: ['plan.bak'], properties: WIN32 });
  });

  it('renames a document while it is locked by the same program, with its token untagged', async () => {
    const scene = await Scene.set(stage);
    const other = scene.beside('final.docx');
    await scene.replay([
      redirectorLocks(scene.path),
      redirector('MOVE', scene.path, 201, { ...onto(other, 'F'), If: `({token ${scene.path}})` }),
      redirector('UNLOCK', other, 409, { 'Lock-Token': `{token ${scene.path}}` }),
      redirector('MOVE', other, 201, onto(scene.path, 'F')),
      redirectorLocks(scene.path),
      redirectorUnlocks(scene.path),
    ]);
    await scene.assertKept({ versions: [FIRST] });
  });
});
