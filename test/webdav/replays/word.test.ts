import assert from 'node:assert/strict';
import { redirector, redirectorLocks, redirectorUnlocks, redirectorWrites, WIN32 } from './clients.ts';
import { beside, contentOf, onto, type Step } from './recording.ts';
import { ReplayFixture } from './replay-fixture.ts';
import { MINUTE, ReplayService } from './replay-service.ts';

/** Word opens a document: it is read and locked, and the owner file says by whom. */
function opens(path: string): Step[] {
  return [
    redirector('PROPFIND', path, 207, { Depth: '0' }, ''),
    redirector('GET', path, 200),
    redirectorLocks(path),
    ...redirectorWrites(beside(path, '~%24report.docx'), '\u0003Ann'),
  ];
}

/** Word saves: the new content comes beside, the document goes aside, the new one takes its name. */
function saves(path: string, content: string, number = 0): Step[] {
  const fresh = beside(path, `~WRD000${number}.tmp`);
  const old = beside(path, `~WRL000${number + 1}.tmp`);
  return [
    ...redirectorWrites(fresh, content),
    redirectorUnlocks(path),
    redirector('PROPFIND', old, 404, { Depth: '0' }, ''),
    redirector('MOVE', path, 201, onto(old, 'F')),
    redirector('MOVE', fresh, 201, onto(path, 'F')),
    redirector('PROPFIND', path, 207, { Depth: '0' }, ''),
    redirector('DELETE', old, 204),
    redirectorLocks(path),
  ];
}

/** Word closes the document. */
function closes(path: string): Step[] {
  return [redirectorUnlocks(path), redirector('DELETE', beside(path, '~%24report.docx'), 204)];
}

describe('Word on a mapped drive', () => {
  let service: ReplayService;

  before(async () => {
    service = await ReplayService.open();
  });

  after(() => service.close());

  afterEach(() => service.assertSound());

  for (const size of ['small', 'large'] as const) {
    it(`saves a ${size} document as its next version`, async () => {
      const first = contentOf('first', size);
      const second = contentOf('second', size);
      const fixture = await ReplayFixture.set(service, { content: first });
      await fixture.replay([...opens(fixture.path), ...saves(fixture.path, second), ...closes(fixture.path)]);
      await fixture.assertKept({ versions: [first, second], properties: WIN32 });
    });
  }

  it('saves again right away, under the same temporary names and under others', async () => {
    const fixture = await ReplayFixture.set(service);
    const contents = ['second', 'third', 'fourth'].map((word) => contentOf(word));
    const saved = [0, 0, 2].flatMap((number, index) => saves(fixture.path, contents[index] ?? '', number));
    await fixture.replay([...opens(fixture.path), ...saved, ...closes(fixture.path)]);
    await fixture.assertKept({ versions: [contentOf('first'), ...contents], properties: WIN32 });
  });

  it('makes no version of what it has saved before', async () => {
    const fixture = await ReplayFixture.set(service);
    await fixture.replay([
      ...opens(fixture.path),
      ...saves(fixture.path, contentOf('first')),
      ...closes(fixture.path),
    ]);
    await fixture.assertKept({ versions: [contentOf('first')], properties: WIN32 });
  });

  it('keeps the history of a document that has much of it', async () => {
    const fixture = await ReplayFixture.set(service);
    const earlier = ['first', 'second', 'third'].map((word) => contentOf(word));
    for (const body of earlier.slice(1)) await fixture.ann.dav.expect(204, 'PUT', fixture.path, { body });
    await fixture.replay([
      ...opens(fixture.path),
      ...saves(fixture.path, contentOf('last')),
      ...closes(fixture.path),
    ]);
    await fixture.assertKept({ versions: [...earlier, contentOf('last')], properties: WIN32 });
  });

  it('leaves nothing behind when it closes the document hours later', async () => {
    const fixture = await ReplayFixture.set(service);
    await fixture.replay(opens(fixture.path));
    service.pass(50 * MINUTE);
    await fixture.replay(saves(fixture.path, contentOf('second')));
    service.pass(50 * MINUTE);
    await fixture.replay(closes(fixture.path));
    await fixture.assertKept({ versions: [contentOf('first'), contentOf('second')], properties: WIN32 });
  });

  it('moves the document back when it cannot save, and nothing has changed', async () => {
    const fixture = await ReplayFixture.set(service);
    const old = fixture.beside('~WRL0001.tmp');
    await fixture.replay([
      ...redirectorWrites(fixture.beside('~WRD0000.tmp'), contentOf('second')),
      redirector('MOVE', fixture.path, 201, onto(old, 'F')),
      redirector('MOVE', old, 201, onto(fixture.path, 'F')),
      redirector('DELETE', fixture.beside('~WRD0000.tmp'), 204),
    ]);
    await fixture.assertKept({ versions: [contentOf('first')] });
  });

  it('writes twice to the temporary name while the document lies there, and the history lives', async () => {
    const fixture = await ReplayFixture.set(service);
    const old = fixture.beside('~WRL0001.tmp');
    await fixture.replay([
      redirector('MOVE', fixture.path, 201, onto(old, 'F')),
      redirector('PUT', old, 204, {}, contentOf('second')),
      redirector('PUT', old, 204, {}, contentOf('third')),
    ]);
    assert.equal(fixture.idAt(old), fixture.id);
    await fixture.replay([
      redirector('PUT', fixture.path, 201, {}, contentOf('fourth')),
      redirector('DELETE', old, 204),
    ]);
    const versions = ['first', 'second', 'third', 'fourth'].map((word) => contentOf(word));
    await fixture.assertKept({ versions });
  });

  it('keeps a backup: a plain copy that the next one replaces', async () => {
    const fixture = await ReplayFixture.set(service);
    const backup = fixture.beside('Backup%20of%20report.wbk');
    const contents = ['first', 'second', 'third'].map((word) => contentOf(word));
    for (const [index, content] of contents.slice(1).entries()) {
      const fresh = fixture.beside(`~WRD000${index}.tmp`);
      await fixture.replay([
        ...redirectorWrites(fresh, content),
        redirector('MOVE', fixture.path, index === 0 ? 201 : 204, onto(backup)),
        redirector('MOVE', fresh, 201, onto(fixture.path, 'F')),
      ]);
      assert.deepEqual(await fixture.versions(fixture.idAt(backup)), [contents[index]]);
    }
    await fixture.assertKept({ versions: contents, beside: ['Backup of report.wbk'], properties: WIN32 });
  });

  it('moves the document over a locked backup, whose lock survives', async () => {
    const fixture = await ReplayFixture.set(service);
    const backup = fixture.beside('Backup%20of%20report.wbk');
    const If = `<{url ${backup}}> ({token ${backup}})`;
    await fixture.replay([
      redirector('PUT', backup, 201, {}, 'of last year'),
      redirectorLocks(backup),
      redirector('MOVE', fixture.path, 423, onto(backup)),
      redirector('MOVE', fixture.path, 204, { ...onto(backup), If }),
      redirector('PUT', fixture.path, 201, {}, contentOf('second')),
      redirector('PUT', backup, 423, {}, ''),
      redirectorUnlocks(backup),
    ]);
    assert.deepEqual(await fixture.versions(fixture.idAt(backup)), [contentOf('first')]);
    const versions = [contentOf('first'), contentOf('second')];
    await fixture.assertKept({ versions, beside: ['Backup of report.wbk'] });
  });

  it('saves while it holds the lock, and shows its token tagged with the path', async () => {
    const fixture = await ReplayFixture.set(service);
    const { path } = fixture;
    const old = fixture.beside('~WRL0001.tmp');
    const fresh = fixture.beside('~WRD0000.tmp');
    const If = `<{url ${path}}> ({token ${path}})`;
    await fixture.replay([
      ...opens(path),
      ...redirectorWrites(fresh, contentOf('second')),
      redirector('MOVE', path, 423, onto(old, 'F')),
      redirector('MOVE', path, 201, { ...onto(old, 'F'), If }),
      // The lock stayed with the document that is not here any more.
      redirector('MOVE', fresh, 412, { ...onto(path, 'F'), If }),
      redirector('MOVE', fresh, 201, onto(path, 'F')),
      redirector('DELETE', old, 204),
      redirector('DELETE', fixture.beside('~%24report.docx'), 204),
    ]);
    await fixture.assertKept({ versions: [contentOf('first'), contentOf('second')], properties: WIN32 });
  });

  it('replaces a locked document, whose lock survives', async () => {
    const fixture = await ReplayFixture.set(service);
    const { path } = fixture;
    const fresh = fixture.beside('~WRD0000.tmp');
    await fixture.replay([
      redirectorLocks(path),
      ...redirectorWrites(fresh, contentOf('second')),
      redirector('MOVE', fresh, 423, onto(path)),
      // Without a tag the token is taken for that of what is moved.
      redirector('MOVE', fresh, 412, { ...onto(path), If: `({token ${path}})` }),
      redirector('MOVE', fresh, 204, { ...onto(path), If: `<{url ${path}}> ({token ${path}})` }),
      redirector('PUT', path, 423, {}, contentOf('refused')),
      redirector('PUT', path, 204, { If: `({token ${path}})` }, contentOf('third')),
      redirectorUnlocks(path),
    ]);
    const versions = ['first', 'second', 'third'].map((word) => contentOf(word));
    await fixture.assertKept({ versions, properties: WIN32 });
  });
});
