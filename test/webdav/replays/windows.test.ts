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
import { ReplayFixture } from './replay-fixture.ts';
import { MINUTE, ReplayService } from './replay-service.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');

describe('Windows Explorer', () => {
  let service: ReplayService;

  before(async () => {
    service = await ReplayService.open();
  });

  after(() => service.close());

  afterEach(() => service.assertSound());

  it('asks the root of the server what it can, whatever is mapped, without credentials', async () => {
    const { dav } = await service.person('guest');
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
      const fixture = await ReplayFixture.set(service);
      const path = '/holiday.jpg';
      await fixture.replay(redirectorWrites(path, contentOf('picture', size)));
      assert.deepEqual(await fixture.versions(fixture.idAt(path)), [contentOf('picture', size)]);
      const { text } = await fixture.ann.dav.expect(207, 'PROPFIND', path, { headers: { Depth: '0' } });
      assert.match(text, /<d:getlastmodified>Mon, 02 Jan 2006 15:04:05 GMT</);
      assert.match(text, /<(\w+):Win32FileAttributes [^>]*>00000020</);
      assert.doesNotMatch(text, /activelock/);
      await fixture.assertKept({ versions: [FIRST], beside: ['holiday.jpg'] });
    });

    it(`writes a ${size} file over a document: its next version`, async () => {
      const fixture = await ReplayFixture.set(service, { content: contentOf('first', size) });
      await fixture.replay(redirectorOverwrites(fixture.path, contentOf('second', size)));
      const versions = [contentOf('first', size), contentOf('second', size)];
      await fixture.assertKept({ versions, properties: WIN32 });
    });
  }

  it('empties a document before it writes it: one version more, not two', async () => {
    const fixture = await ReplayFixture.set(service);
    await fixture.replay([
      redirector('PUT', fixture.path, 204, {}, ''),
      ...redirectorOverwrites(fixture.path, SECOND),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND], properties: WIN32 });
  });

  it('empties a document and writes what it held: no version more', async () => {
    const fixture = await ReplayFixture.set(service);
    await fixture.replay([
      redirector('PUT', fixture.path, 204, {}, ''),
      ...redirectorOverwrites(fixture.path, FIRST),
    ]);
    await fixture.assertKept({ versions: [FIRST], properties: WIN32 });
  });

  it('leaves a document empty that it never fills; the content that comes later is a version of its own', async () => {
    const fixture = await ReplayFixture.set(service);
    await fixture.replay([redirector('PUT', fixture.path, 204, {}, '')]);
    service.pass(2 * MINUTE);
    await fixture.replay([redirector('PUT', fixture.path, 204, {}, SECOND)]);
    await fixture.assertKept({ versions: [FIRST, '', SECOND] });
  });

  it('drags a file over a document: the next version, and what was dragged is gone', async () => {
    const fixture = await ReplayFixture.set(service);
    const other = fixture.beside('draft.docx');
    await fixture.replay([
      redirector('PUT', other, 201, {}, SECOND),
      redirector('MOVE', other, 412, onto(fixture.path, 'F')),
      redirector('MOVE', other, 204, onto(fixture.path)),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND] });
  });

  it('drags a file with a history over a document: that history waits in the trash', async () => {
    const fixture = await ReplayFixture.set(service);
    const other = fixture.beside('draft.docx');
    await fixture.replay([
      redirector('PUT', other, 201, {}, contentOf('draft')),
      redirector('PUT', other, 204, {}, SECOND),
      redirector('MOVE', other, 204, onto(fixture.path)),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND], trash: ['/draft.docx'] });
  });

  it('deletes a document and uploads it anew: the next version', async () => {
    const fixture = await ReplayFixture.set(service);
    await fixture.replay([
      redirector('DELETE', fixture.path, 204),
      ...redirectorWrites(fixture.path, SECOND),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND], properties: WIN32 });
  });

  it('leaves Thumbs.db and desktop.ini: one version each, whatever is written', async () => {
    const fixture = await ReplayFixture.set(service);
    const names = ['Thumbs.db', 'desktop.ini'];
    for (const path of names.map((name) => fixture.beside(name))) {
      await fixture.replay([
        ...redirectorWrites(path, 'one'),
        ...redirectorOverwrites(path, 'two'),
        redirector('PUT', path, 204, {}, 'three'),
      ]);
      assert.deepEqual(await fixture.versions(fixture.idAt(path)), ['three']);
    }
    await fixture.assertKept({ versions: [FIRST], beside: names });
    await fixture.replay(names.map((name) => redirector('DELETE', fixture.beside(name), 204)));
    await fixture.assertKept({ versions: [FIRST] });
    const { items } = await service.service.dms.activity.list(
      fixture.ann.actor,
      {},
      { page: 1, perPage: 200 },
    );
    assert.deepEqual(
      items.filter(({ details }) => names.some((name) => details.includes(name))),
      [],
    );
  });

  it('carries AutoCAD, which keeps the last drawing as .bak', async () => {
    const fixture = await ReplayFixture.set(service, { name: 'plan.dwg' });
    const backup = fixture.beside('plan.bak');
    const contents = ['first', 'second', 'third'].map((word) => contentOf(word));
    for (const [index, content] of contents.slice(1).entries()) {
      const fresh = fixture.beside('sav7F21.tmp');
      await fixture.replay([
        ...redirectorWrites(fresh, content),
        ...(index === 0 ? [] : [redirector('DELETE', backup, 204)]),
        redirector('MOVE', fixture.path, 201, onto(backup, 'F')),
        redirector('MOVE', fresh, 201, onto(fixture.path, 'F')),
      ]);
      service.pass(5 * MINUTE);
    }
    assert.deepEqual(await fixture.versions(fixture.idAt(backup)), [SECOND]);
    await fixture.assertKept({ versions: contents, beside: ['plan.bak'], properties: WIN32 });
  });

  it('renames a document while it is locked by the same program, with its token untagged', async () => {
    const fixture = await ReplayFixture.set(service);
    const other = fixture.beside('final.docx');
    await fixture.replay([
      redirectorLocks(fixture.path),
      redirector('MOVE', fixture.path, 201, { ...onto(other, 'F'), If: `({token ${fixture.path}})` }),
      redirector('UNLOCK', other, 409, { 'Lock-Token': `{token ${fixture.path}}` }),
      redirector('MOVE', other, 201, onto(fixture.path, 'F')),
      redirectorLocks(fixture.path),
      redirectorUnlocks(fixture.path),
    ]);
    await fixture.assertKept({ versions: [FIRST] });
  });
});
