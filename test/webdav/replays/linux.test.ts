import assert from 'node:assert/strict';
import { davfs, davfsLocks, davfsMoves, davfsOverwrites, davfsUploads, davfsWrites } from './clients.ts';
import { contentOf, type Step } from './recording.ts';
import { ReplayFixture } from './replay-fixture.ts';
import { DAY, MINUTE, ReplayService } from './replay-service.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');

describe('programs over davfs2', () => {
  let service: ReplayService;

  before(async () => {
    service = await ReplayService.open();
  });

  after(() => service.close());

  afterEach(() => service.assertSound());

  for (const size of ['small', 'large'] as const) {
    const versions = [contentOf('first', size), contentOf('second', size)];
    const second = contentOf('second', size);

    it(`write a new ${size} file, and over a ${size} document`, async () => {
      const fixture = await ReplayFixture.set(service, { content: contentOf('first', size) });
      const path = fixture.beside('new.txt');
      await fixture.replay([...davfsWrites(path, second), ...davfsOverwrites(fixture.path, second)]);
      assert.deepEqual(await fixture.versions(fixture.idAt(path)), [second]);
      await fixture.assertKept({ versions, beside: ['new.txt'] });
    });

    it(`rsync writes a ${size} file beside and moves it over`, async () => {
      const fixture = await ReplayFixture.set(service, { content: contentOf('first', size) });
      const fresh = fixture.beside('.report.docx.Xq3TzA');
      await fixture.replay([...davfsWrites(fresh, second), davfsMoves(fresh, fixture.path, 204)]);
      await fixture.assertKept({ versions });
    });

    it(`gedit writes a ${size} .goutputstream-… and moves it over`, async () => {
      const fixture = await ReplayFixture.set(service, { content: contentOf('first', size) });
      const fresh = fixture.beside('.goutputstream-XJ2KT2');
      await fixture.replay([...davfsWrites(fresh, second), davfsMoves(fresh, fixture.path, 204)]);
      await fixture.assertKept({ versions });
    });

    it(`LibreOffice writes a ${size} lu….tmp and moves it over, under its lock file`, async () => {
      const fixture = await ReplayFixture.set(service, {
        name: 'report.odt',
        content: contentOf('first', size),
      });
      const lock = fixture.beside('.~lock.report.odt%23');
      const fresh = fixture.beside('lu21464kp5r.tmp');
      await fixture.replay([
        ...davfsWrites(lock, ',ann,desk,31.01.2026 12:00,file:///home/ann/.config/libreoffice/4;'),
        davfs('GET', fixture.path, 200),
        ...davfsWrites(fresh, second),
        davfsMoves(fresh, fixture.path, 204),
        davfs('DELETE', lock, 204),
      ]);
      await fixture.assertKept({ versions });
    });
  }

  it('rename what is not uploaded yet: MOVE of the empty file with its lock, then the content', async () => {
    for (const [content, versions] of [
      [SECOND, [FIRST, SECOND]],
      [FIRST, [FIRST]],
    ] as const) {
      const fixture = await ReplayFixture.set(service);
      const fresh = fixture.beside('.report.docx.Xq3TzA');
      const moved = { Destination: `{url ${fixture.path}}`, Overwrite: 'T' };
      await fixture.replay([
        davfsLocks(fresh, 201),
        davfs('HEAD', fresh, 200),
        davfs('MOVE', fresh, 204, { ...moved, If: `<{url ${fresh}}> ({token ${fresh}})` }),
        davfsLocks(fixture.path, 200),
        ...davfsUploads(fixture.path, content),
      ]);
      await fixture.assertKept({ versions });
    }
  });

  it('without locks: delete the document, then put the renamed file where nothing is', async () => {
    const fixture = await ReplayFixture.set(service);
    await fixture.replay([
      davfs('DELETE', fixture.path, 204),
      davfs('HEAD', fixture.path, 404),
      davfs('PUT', fixture.path, 201, { 'If-None-Match': '*' }, SECOND),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND] });
  });

  it('set the executable bit, which is kept with the new content', async () => {
    const fixture = await ReplayFixture.set(service, { name: 'run.sh' });
    const fresh = fixture.beside('.run.sh.Xq3TzA');
    const executable =
      '<?xml version="1.0"?><d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><executable xmlns="http://apache.org/dav/props/">T</executable></d:prop></d:set></d:propertyupdate>';
    await fixture.replay([
      ...davfsWrites(fresh, SECOND),
      davfs('PROPPATCH', fresh, 207, {}, executable),
      davfsMoves(fresh, fixture.path, 204),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND], properties: ['executable'] });
  });
});

/** What vim does before: it tries out whether it may write, into a swap file and a file of that name. */
function vimTries(fixture: ReplayFixture): Step[] {
  const swap = fixture.beside('.report.docx.swp');
  return [
    davfsLocks(swap, 201),
    davfs('HEAD', swap, 200),
    davfsLocks(fixture.beside('4913'), 201),
    davfs('HEAD', fixture.beside('4913'), 200),
    davfs('DELETE', fixture.beside('4913'), 204, {
      If: `<{url ${fixture.beside('4913')}}> ({token ${fixture.beside('4913')}})`,
    }),
  ];
}

/** vim ends: the swap file goes, still empty for davfs2 has not had to upload it. */
function vimEnds(fixture: ReplayFixture): Step[] {
  const swap = fixture.beside('.report.docx.swp');
  return [davfs('DELETE', swap, 204, { If: `<{url ${swap}}> ({token ${swap}})` })];
}

describe('vim over davfs2', () => {
  let service: ReplayService;

  before(async () => {
    service = await ReplayService.open();
  });

  after(() => service.close());

  afterEach(() => service.assertSound());

  for (const size of ['small', 'large'] as const) {
    it(`renames a ${size} document to document~, writes a new one, deletes document~`, async () => {
      const versions = [contentOf('first', size), contentOf('second', size)];
      const fixture = await ReplayFixture.set(service, { content: contentOf('first', size) });
      const backup = fixture.beside('report.docx~');
      await fixture.replay([
        ...vimTries(fixture),
        davfsMoves(fixture.path, backup, 201),
        ...davfsWrites(fixture.path, contentOf('second', size)),
        davfs('DELETE', backup, 204),
        ...vimEnds(fixture),
      ]);
      await fixture.assertKept({ versions });
    });
  }

  it('saves again and again', async () => {
    const fixture = await ReplayFixture.set(service);
    const backup = fixture.beside('report.docx~');
    const contents = ['second', 'third', 'fourth'].map((word) => contentOf(word));
    for (const content of contents) {
      await fixture.replay([
        davfsMoves(fixture.path, backup, 201),
        ...davfsWrites(fixture.path, content),
        davfs('DELETE', backup, 204),
      ]);
    }
    await fixture.assertKept({ versions: [FIRST, ...contents] });
  });

  for (const way of ['deletes the last one first', 'moves over the last one'] as const) {
    it(`with 'backup': document~ holds the content before, and vim ${way}`, async () => {
      const fixture = await ReplayFixture.set(service);
      const backup = fixture.beside('report.docx~');
      const contents = ['first', 'second', 'third', 'fourth'].map((word) => contentOf(word));
      for (const [index, content] of contents.slice(1).entries()) {
        const isThere = index > 0;
        const isOver = isThere && way === 'moves over the last one';
        await fixture.replay([
          ...(isThere && !isOver ? [davfs('DELETE', backup, 204)] : []),
          davfsMoves(fixture.path, backup, isOver ? 204 : 201),
          ...davfsWrites(fixture.path, content),
        ]);
        assert.deepEqual(await fixture.versions(fixture.idAt(backup)), [contents[index]]);
        service.pass(10 * MINUTE);
      }
      await fixture.assertKept({ versions: contents, beside: ['report.docx~'] });
    });
  }

  it('with ‘backupcopy’: writes a copy as document~ and over the document itself', async () => {
    const fixture = await ReplayFixture.set(service);
    const backup = fixture.beside('report.docx~');
    await fixture.replay([
      ...davfsWrites(backup, FIRST),
      ...davfsOverwrites(fixture.path, SECOND),
      davfs('DELETE', backup, 204),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND] });
  });

  it('is killed after the rename: the document is document~, and its name is free', async () => {
    const fixture = await ReplayFixture.set(service);
    const backup = fixture.beside('report.docx~');
    await fixture.replay([davfsMoves(fixture.path, backup, 201)]);
    assert.equal(fixture.idAt(fixture.path), undefined);
    assert.equal(fixture.idAt(backup), fixture.id);
    await fixture.assertReads(fixture.ben, fixture.path, FIRST);
    service.pass(DAY);
    await fixture.replay([davfsMoves(backup, fixture.path, 201)]);
    await fixture.assertKept({ versions: [FIRST] });
  });

  it('is killed between LOCK and PUT: the document is back, empty, and its content is a version', async () => {
    const fixture = await ReplayFixture.set(service);
    const backup = fixture.beside('report.docx~');
    await fixture.replay([davfsMoves(fixture.path, backup, 201), davfsLocks(fixture.path, 201)]);
    assert.equal(fixture.idAt(fixture.path), fixture.id);
    assert.deepEqual(await fixture.versions(), [FIRST, '']);
    await fixture.assertReads(fixture.ann, backup, FIRST);
    service.pass(31 * MINUTE);
    await fixture.replay([davfs('PUT', fixture.path, 204, {}, SECOND), davfs('DELETE', backup, 204)]);
    await fixture.assertKept({ versions: [FIRST, '', SECOND] });
  });
});
