import assert from 'node:assert/strict';
import { davfs, davfsLocks, davfsMoves, davfsOverwrites, davfsUploads, davfsWrites } from './clients.ts';
import { contentOf, type Step } from './recording.ts';
import { Scene } from './scene.ts';
import { DAY, MINUTE, Stage } from './stage.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');

describe('programs over davfs2', () => {
  let stage: Stage;

  before(async () => {
    stage = await Stage.open();
  });

  after(() => stage.close());

  afterEach(() => stage.assertSound());

  for (const size of ['small', 'large'] as const) {
    const versions = [contentOf('first', size), contentOf('second', size)];
    const second = contentOf('second', size);

    it(`write a new ${size} file, and over a ${size} document`, async () => {
      const scene = await Scene.set(stage, { content: contentOf('first', size) });
      const path = scene.beside('new.txt');
      await scene.replay([...davfsWrites(path, second), ...davfsOverwrites(scene.path, second)]);
      assert.deepEqual(await scene.versions(scene.idAt(path)), [second]);
      await scene.assertKept({ versions, beside: ['new.txt'] });
    });

    it(`rsync writes a ${size} file beside and moves it over`, async () => {
      const scene = await Scene.set(stage, { content: contentOf('first', size) });
      const fresh = scene.beside('.report.docx.Xq3TzA');
      await scene.replay([...davfsWrites(fresh, second), davfsMoves(fresh, scene.path, 204)]);
      await scene.assertKept({ versions });
    });

    it(`gedit writes a ${size} .goutputstream-… and moves it over`, async () => {
      const scene = await Scene.set(stage, { content: contentOf('first', size) });
      const fresh = scene.beside('.goutputstream-XJ2KT2');
      await scene.replay([...davfsWrites(fresh, second), davfsMoves(fresh, scene.path, 204)]);
      await scene.assertKept({ versions });
    });

    it(`LibreOffice writes a ${size} lu….tmp and moves it over, under its lock file`, async () => {
      const scene = await Scene.set(stage, { name: 'report.odt', content: contentOf('first', size) });
      const lock = scene.beside('.~lock.report.odt%23');
      const fresh = scene.beside('lu21464kp5r.tmp');
      await scene.replay([
        ...davfsWrites(lock, ',ann,desk,31.01.2026 12:00,file:///home/ann/.config/libreoffice/4;'),
        davfs('GET', scene.path, 200),
        ...davfsWrites(fresh, second),
        davfsMoves(fresh, scene.path, 204),
        davfs('DELETE', lock, 204),
      ]);
      await scene.assertKept({ versions });
    });
  }

  it('rename what is not uploaded yet: MOVE of the empty file with its lock, then the content', async () => {
    for (const [content, versions] of [
      [SECOND, [FIRST, SECOND]],
      [FIRST, [FIRST]],
    ] as const) {
      const scene = await Scene.set(stage);
      const fresh = scene.beside('.report.docx.Xq3TzA');
      const moved = { Destination: `{url ${scene.path}}`, Overwrite: 'T' };
      await scene.replay([
        davfsLocks(fresh, 201),
        davfs('HEAD', fresh, 200),
        davfs('MOVE', fresh, 204, { ...moved, If: `<{url ${fresh}}> ({token ${fresh}})` }),
        davfsLocks(scene.path, 200),
        ...davfsUploads(scene.path, content),
      ]);
      await scene.assertKept({ versions });
    }
  });

  it('without locks: delete the document, then put the renamed file where nothing is', async () => {
    const scene = await Scene.set(stage);
    await scene.replay([
      davfs('DELETE', scene.path, 204),
      davfs('HEAD', scene.path, 404),
      davfs('PUT', scene.path, 201, { 'If-None-Match': '*' }, SECOND),
    ]);
    await scene.assertKept({ versions: [FIRST, SECOND] });
  });

  it('set the executable bit, which is kept with the new content', async () => {
    const scene = await Scene.set(stage, { name: 'run.sh' });
    const fresh = scene.beside('.run.sh.Xq3TzA');
    const executable =
      '<?xml version="1.0"?><D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><executable xmlns="http://apache.org/dav/props/">T</executable></D:prop></D:set></D:propertyupdate>';
    await scene.replay([
      ...davfsWrites(fresh, SECOND),
      davfs('PROPPATCH', fresh, 207, {}, executable),
      davfsMoves(fresh, scene.path, 204),
    ]);
    await scene.assertKept({ versions: [FIRST, SECOND], properties: ['executable'] });
  });
});

/** What vim does before: it tries out whether it may write, into a swap file and a file of that name. */
function vimTries(scene: Scene): Step[] {
  const swap = scene.beside('.report.docx.swp');
  return [
    davfsLocks(swap, 201),
    davfs('HEAD', swap, 200),
    davfsLocks(scene.beside('4913'), 201),
    davfs('HEAD', scene.beside('4913'), 200),
    davfs('DELETE', scene.beside('4913'), 204, {
      If: `<{url ${scene.beside('4913')}}> ({token ${scene.beside('4913')}})`,
    }),
  ];
}

/** vim ends: the swap file goes, still empty for davfs2 has not had to upload it. */
function vimEnds(scene: Scene): Step[] {
  const swap = scene.beside('.report.docx.swp');
  return [davfs('DELETE', swap, 204, { If: `<{url ${swap}}> ({token ${swap}})` })];
}

describe('vim over davfs2', () => {
  let stage: Stage;

  before(async () => {
    stage = await Stage.open();
  });

  after(() => stage.close());

  afterEach(() => stage.assertSound());

  for (const size of ['small', 'large'] as const) {
    it(`renames a ${size} document to document~, writes a new one, deletes document~`, async () => {
      const versions = [contentOf('first', size), contentOf('second', size)];
      const scene = await Scene.set(stage, { content: contentOf('first', size) });
      const backup = scene.beside('report.docx~');
      await scene.replay([
        ...vimTries(scene),
        davfsMoves(scene.path, backup, 201),
        ...davfsWrites(scene.path, contentOf('second', size)),
        davfs('DELETE', backup, 204),
        ...vimEnds(scene),
      ]);
      await scene.assertKept({ versions });
    });
  }

  it('saves again and again', async () => {
    const scene = await Scene.set(stage);
    const backup = scene.beside('report.docx~');
    const contents = ['second', 'third', 'fourth'].map((word) => contentOf(word));
    for (const content of contents) {
      await scene.replay([
        davfsMoves(scene.path, backup, 201),
        ...davfsWrites(scene.path, content),
        davfs('DELETE', backup, 204),
      ]);
    }
    await scene.assertKept({ versions: [FIRST, ...contents] });
  });

  for (const way of ['deletes the last one first', 'moves over the last one'] as const) {
    it(`with 'backup': document~ holds the content before, and vim ${way}`, async () => {
      const scene = await Scene.set(stage);
      const backup = scene.beside('report.docx~');
      const contents = ['first', 'second', 'third', 'fourth'].map((word) => contentOf(word));
      for (const [index, content] of contents.slice(1).entries()) {
        const isThere = index > 0;
        const isOver = isThere && way === 'moves over the last one';
        await scene.replay([
          ...(isThere && !isOver ? [davfs('DELETE', backup, 204)] : []),
          davfsMoves(scene.path, backup, isOver ? 204 : 201),
          ...davfsWrites(scene.path, content),
        ]);
        assert.deepEqual(await scene.versions(scene.idAt(backup)), [contents[index]]);
        stage.pass(10 * MINUTE);
      }
      await scene.assertKept({ versions: contents, beside: ['report.docx~'] });
    });
  }

  it('with ‘backupcopy’: writes a copy as document~ and over the document itself', async () => {
    const scene = await Scene.set(stage);
    const backup = scene.beside('report.docx~');
    await scene.replay([
      ...davfsWrites(backup, FIRST),
      ...davfsOverwrites(scene.path, SECOND),
      davfs('DELETE', backup, 204),
    ]);
    await scene.assertKept({ versions: [FIRST, SECOND] });
  });

  it('is killed after the rename: the document is document~, and its name is free', async () => {
    const scene = await Scene.set(stage);
    const backup = scene.beside('report.docx~');
    await scene.replay([davfsMoves(scene.path, backup, 201)]);
    assert.equal(scene.idAt(scene.path), undefined);
    assert.equal(scene.idAt(backup), scene.id);
    await scene.assertReads(scene.ben, '/report.docx~', FIRST);
    stage.pass(DAY);
    await scene.replay([davfsMoves(backup, scene.path, 201)]);
    await scene.assertKept({ versions: [FIRST] });
  });

  it('is killed between LOCK and PUT: the document is back, empty, and its content is a version', async () => {
    const scene = await Scene.set(stage);
    const backup = scene.beside('report.docx~');
    await scene.replay([davfsMoves(scene.path, backup, 201), davfsLocks(scene.path, 201)]);
    assert.equal(scene.idAt(scene.path), scene.id);
    assert.deepEqual(await scene.versions(), [FIRST, '']);
    await scene.assertReads(scene.ann, backup, FIRST);
    stage.pass(31 * MINUTE);
    await scene.replay([davfs('PUT', scene.path, 204, {}, SECOND), davfs('DELETE', backup, 204)]);
    await scene.assertKept({ versions: [FIRST, '', SECOND] });
  });
});
