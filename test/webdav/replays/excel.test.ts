import assert from 'node:assert/strict';
import {
  davfs,
  davfsMoves,
  davfsWrites,
  redirector,
  redirectorLocks,
  redirectorUnlocks,
  redirectorWrites,
  WIN32,
} from './clients.ts';
import { contentOf, onto } from './recording.ts';
import { Scene } from './scene.ts';
import { MINUTE, Stage } from './stage.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');

describe('Excel', () => {
  let stage: Stage;

  before(async () => {
    stage = await Stage.open();
  });

  after(() => stage.close());

  afterEach(() => stage.assertSound());

  for (const size of ['small', 'large'] as const) {
    it(`deletes a ${size} workbook and gives its name to a new one: the next version`, async () => {
      const versions = [contentOf('first', size), contentOf('second', size)];
      const scene = await Scene.set(stage, { name: 'report.xlsx', content: contentOf('first', size) });
      const fresh = scene.beside('5D4AF000');
      await scene.replay([
        ...redirectorWrites(fresh, contentOf('second', size)),
        redirector('DELETE', scene.path, 204),
        redirector('PROPFIND', scene.path, 404, { Depth: '0' }, ''),
        redirector('MOVE', fresh, 201, onto(scene.path, 'F')),
      ]);
      await scene.assertKept({ versions, properties: WIN32 });
    });

    it(`puts a ${size} workbook aside on a mapped drive, as Excel 2010 was seen to do`, async () => {
      const versions = [contentOf('first', size), contentOf('second', size)];
      const scene = await Scene.set(stage, { name: 'Mappe1-test.xlsx', content: contentOf('first', size) });
      const { path } = scene;
      const fresh = scene.beside('34429E5E.tmp');
      const old = scene.beside('A9A97EC7.tmp');
      await scene.replay([
        redirector('GET', path, 200),
        redirectorLocks(path),
        ...redirectorWrites(scene.beside('~%24Mappe1-test.xlsx'), '\u0003Ann'),
        ...redirectorWrites(fresh, contentOf('second', size)),
        redirectorUnlocks(path),
        redirector('PROPFIND', old, 404, { Depth: '0' }, ''),
        redirector('PROPFIND', fresh, 207, { Depth: '0' }, ''),
        redirectorLocks(fresh),
        redirectorUnlocks(fresh),
        redirector('MOVE', path, 201, onto(old, 'F')),
        redirector('MOVE', fresh, 201, onto(path, 'F')),
        redirector('DELETE', old, 204),
        redirectorLocks(path),
        redirectorUnlocks(path),
        redirector('DELETE', scene.beside('~%24Mappe1-test.xlsx'), 204),
      ]);
      await scene.assertKept({ versions, properties: WIN32 });
    });
  }

  it('does so through davfs2, and again and again', async () => {
    const scene = await Scene.set(stage, { name: 'report.xlsx' });
    const contents = ['second', 'third', 'third', 'fourth'].map((word) => contentOf(word));
    for (const content of contents) {
      const fresh = scene.beside('5D4AF000');
      await scene.replay([
        ...davfsWrites(fresh, content),
        davfs('DELETE', scene.path, 204),
        davfsMoves(fresh, scene.path, 201),
      ]);
    }
    const versions = ['first', 'second', 'third', 'fourth'].map((word) => contentOf(word));
    await scene.assertKept({ versions });
  });

  it('gets the workbook back until the window has passed, and a new one after it', async () => {
    for (const [minutes, isKept] of [
      [14, true],
      [16, false],
    ] as const) {
      const scene = await Scene.set(stage, { name: 'report.xlsx' });
      const fresh = scene.beside('5D4AF000');
      await scene.replay([redirector('DELETE', scene.path, 204)]);
      stage.pass(minutes * MINUTE);
      await scene.replay([
        redirector('PUT', fresh, 201, {}, SECOND),
        redirector('MOVE', fresh, 201, onto(scene.path, 'F')),
      ]);
      if (isKept) await scene.assertKept({ versions: [FIRST, SECOND] });
      else {
        assert.notEqual(scene.idAt(scene.path), scene.id);
        assert.deepEqual(await scene.trashed(), ['/report.xlsx']);
        assert.deepEqual(await scene.versions(scene.idAt(scene.path)), [SECOND]);
      }
    }
  });

  it('crashes after it has deleted the workbook: that waits in the trash, with all that belongs to it', async () => {
    const scene = await Scene.set(stage, { name: 'report.xlsx' });
    await scene.replay([
      ...redirectorWrites(scene.beside('5D4AF000'), SECOND),
      redirector('DELETE', scene.path, 204),
    ]);
    assert.deepEqual(await scene.trashed(), ['/report.xlsx']);
    await scene.assertReads(scene.ann, scene.beside('5D4AF000'), SECOND);
    await scene.ann.rest.restore(scene.id);
    await scene.assertKept({ versions: [FIRST], beside: ['5D4AF000'] });
  });

  it('takes for itself what was restored from the trash meanwhile: a version of it', async () => {
    const scene = await Scene.set(stage, { name: 'report.xlsx' });
    const fresh = scene.beside('5D4AF000');
    await scene.replay([redirector('PUT', fresh, 201, {}, SECOND), redirector('DELETE', scene.path, 204)]);
    await scene.ann.rest.restore(scene.id);
    await scene.replay([redirector('MOVE', fresh, 204, onto(scene.path))]);
    await scene.assertKept({ versions: [FIRST, SECOND] });
  });
});
