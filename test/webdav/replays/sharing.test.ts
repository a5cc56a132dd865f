import assert from 'node:assert/strict';
import {
  davfs,
  davfsMoves,
  davfsWrites,
  redirector,
  redirectorOverwrites,
  redirectorWrites,
  WIN32,
  webdavfs,
  webdavfsWrites,
} from './clients.ts';
import { beside, contentOf, onto, type Step } from './recording.ts';
import { Scene } from './scene.ts';
import type { Person } from './stage.ts';
import { Stage } from './stage.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');

const READ_UPDATE = 3;
const NO_DELETE = 7;
const ALL_BUT_SHARE = 15;

function wordSaves(path: string, content: string, cleaned: 204 | 403 = 204): Step[] {
  const fresh = beside(path, '~WRD0000.tmp');
  const old = beside(path, '~WRL0001.tmp');
  return [
    ...redirectorWrites(fresh, content),
    redirector('MOVE', path, 201, onto(old, 'F')),
    redirector('MOVE', fresh, 201, onto(path, 'F')),
    redirector('PROPFIND', path, 207, { Depth: '0' }, ''),
    redirector('DELETE', old, cleaned),
  ];
}

function excelSaves(path: string, content: string): Step[] {
  const fresh = beside(path, '5D4AF000');
  return [
    ...redirectorWrites(fresh, content),
    redirector('DELETE', path, 204),
    redirector('MOVE', fresh, 201, onto(path, 'F')),
  ];
}

function vimSaves(path: string, content: string): Step[] {
  const backup = `${path}~`;
  return [davfsMoves(path, backup, 201), ...davfsWrites(path, content), davfs('DELETE', backup, 204)];
}

/** Names that somebody has at his mount root. */
async function namesOf({ rest }: Person): Promise<string[]> {
  return (await rest.contents(0)).map(({ name }) => name);
}

describe('somebody with whom a document is shared', () => {
  let stage: Stage;

  before(async () => {
    stage = await Stage.open();
  });

  after(() => stage.close());

  afterEach(() => stage.assertSound());

  async function assertNothingOf(scene: Scene): Promise<void> {
    assert.deepEqual(await namesOf(scene.ben), ['report.docx']);
    assert.deepEqual(await scene.trashed(scene.ben), []);
  }

  for (const size of ['small', 'large'] as const) {
    const second = contentOf('second', size);
    const versions = [contentOf('first', size), second];

    it(`saves a ${size} one with Word: the owner’s document gets the content`, async () => {
      const scene = await Scene.set(stage, { content: contentOf('first', size), permissions: READ_UPDATE });
      await scene.replay(wordSaves(scene.path, second), scene.ben);
      await scene.assertKept({ versions, properties: WIN32 });
      await assertNothingOf(scene);
    });

    it(`saves a ${size} one by moving a file over it`, async () => {
      const scene = await Scene.set(stage, { content: contentOf('first', size), permissions: READ_UPDATE });
      const fresh = scene.beside('.report.docx.Xq3TzA');
      await scene.replay([...davfsWrites(fresh, second), davfsMoves(fresh, scene.path, 204)], scene.ben);
      await scene.assertKept({ versions });
      await assertNothingOf(scene);
    });

    it(`saves a ${size} one with Excel, if he may delete it`, async () => {
      const scene = await Scene.set(stage, { content: contentOf('first', size), permissions: ALL_BUT_SHARE });
      await scene.replay(excelSaves(scene.path, second), scene.ben);
      await scene.assertKept({ versions, properties: WIN32 });
      await assertNothingOf(scene);
    });

    it(`saves a ${size} one with vim`, async () => {
      const scene = await Scene.set(stage, { content: contentOf('first', size), permissions: READ_UPDATE });
      await scene.replay(vimSaves(scene.path, second), scene.ben);
      await scene.assertKept({ versions });
      await assertNothingOf(scene);
    });
  }

  it('writes it in place with a lock, and is named as the author', async () => {
    const scene = await Scene.set(stage, { permissions: READ_UPDATE });
    await scene.replay(redirectorOverwrites(scene.path, SECOND), scene.ben);
    await scene.assertKept({ versions: [FIRST, SECOND], properties: WIN32 });
    const { author } = stage.service.dms.versions.get(scene.ann.actor, scene.id, 2);
    assert.equal(author?.id, scene.ben.id);
  });

  it('cannot save with Excel when he may not delete it, and nothing has changed', async () => {
    const scene = await Scene.set(stage, { permissions: NO_DELETE });
    await scene.replay(
      [
        ...redirectorWrites(scene.beside('5D4AF000'), SECOND),
        redirector('DELETE', scene.path, 403),
        redirector('MOVE', scene.beside('5D4AF000'), 412, onto(scene.path, 'F')),
      ],
      scene.ben,
    );
    await scene.assertKept({ versions: [FIRST] });
  });

  it('cannot save at all when he may only read it, and nothing has changed', async () => {
    const scene = await Scene.set(stage);
    const fresh = scene.beside('~WRD0000.tmp');
    await scene.replay(
      [
        redirector('PUT', scene.path, 403, {}, SECOND),
        redirector('PUT', fresh, 201, {}, SECOND),
        redirector('MOVE', fresh, 403, onto(scene.path)),
        redirector('MOVE', scene.path, 403, onto(scene.beside('~WRL0001.tmp'), 'F')),
        redirector('DELETE', scene.path, 403),
      ],
      scene.ben,
    );
    await scene.assertKept({ versions: [FIRST] });
  });

  it('sees it under a numbered name, and saves it with Word and Excel under that', async () => {
    const scene = await Scene.set(stage, { permissions: ALL_BUT_SHARE });
    const { ben } = scene;
    const versions = ['first', 'second', 'third'].map((word) => contentOf(word));
    await ben.rest.upload(0, 'report.docx', Buffer.from('his own'));
    const path = '/report%20(2).docx';
    await scene.replay([...wordSaves(path, SECOND), ...excelSaves(path, contentOf('third'))], ben);
    assert.deepEqual(await scene.versions(), versions);
    assert.equal(scene.idAt(path, ben), scene.id);
    assert.equal(scene.idAt('/report.docx'), scene.id);
    assert.equal((await ben.dav.expect(200, 'GET', '/report.docx')).text, 'his own');
    assert.deepEqual(await namesOf(ben), ['report (2).docx', 'report.docx']);
    assert.deepEqual([await scene.trashed(), await scene.trashed(ben)], [[], []]);
  });

  it('saves it safely on macOS: it comes back to its owner', async () => {
    const scene = await Scene.set(stage, { permissions: ALL_BUT_SHARE });
    const folder = '/report.docx.sb-1a2b3c4d-Ab1Cd2';
    await scene.replay(
      [
        webdavfs('MKCOL', `${folder}/`, 201),
        ...webdavfsWrites(`${folder}/report.docx`, SECOND),
        webdavfs('MOVE', scene.path, 201, { Destination: `{url ${folder}/original.docx}` }),
        webdavfs('MOVE', `${folder}/report.docx`, 201, { Destination: `{url ${scene.path}}` }),
        webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
      ],
      scene.ben,
    );
    await scene.assertKept({ versions: [FIRST, SECOND] });
    await assertNothingOf(scene);
  });

  it('is killed while Word has it aside: it waits for both under the temporary name', async () => {
    const scene = await Scene.set(stage, { permissions: READ_UPDATE });
    const old = scene.beside('~WRL0001.tmp');
    await scene.replay([redirector('MOVE', scene.path, 201, onto(old, 'F'))], scene.ben);
    assert.deepEqual([scene.idAt(old), scene.idAt(old, scene.ben)], [scene.id, scene.id]);
    await scene.replay([redirector('MOVE', old, 201, onto(scene.path, 'F'))], scene.ben);
    await scene.assertKept({ versions: [FIRST] });
  });
});

describe('a document in a shared folder', () => {
  let stage: Stage;

  before(async () => {
    stage = await Stage.open();
  });

  after(() => stage.close());

  afterEach(() => stage.assertSound());

  const shared = (permissions: number): Promise<Scene> => Scene.set(stage, { folder: 'team', permissions });

  it('is saved by its owner and by others, in turn, with whatever program', async () => {
    const scene = await shared(ALL_BUT_SHARE);
    const words = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];
    const contents = words.map((word) => contentOf(word));
    const [word, excel, vim] = [wordSaves, excelSaves, vimSaves];
    for (const [index, saves] of [word, word, excel, excel, vim, vim].entries()) {
      const by = index % 2 === 0 ? scene.ben : scene.ann;
      await scene.replay(saves(scene.path, contents[index] ?? ''), by);
    }
    // vim's files have no properties of their own, so that those of Excel's last one stay.
    await scene.assertKept({ versions: [FIRST, ...contents], properties: WIN32 });
    assert.deepEqual(await scene.trashed(scene.ben), []);
  });

  it('is saved safely on macOS by another than its owner', async () => {
    const scene = await shared(ALL_BUT_SHARE);
    const folder = scene.beside('report.docx.sb-1a2b3c4d-Ab1Cd2');
    await scene.replay(
      [
        webdavfs('MKCOL', `${folder}/`, 201),
        ...webdavfsWrites(`${folder}/report.docx`, SECOND),
        webdavfs('MOVE', scene.path, 201, { Destination: `{url ${folder}/original.docx}` }),
        webdavfs('MOVE', `${folder}/report.docx`, 201, { Destination: `{url ${scene.path}}` }),
        webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
      ],
      scene.ben,
    );
    await scene.assertKept({ versions: [FIRST, SECOND] });
    assert.deepEqual(await scene.trashed(scene.ben), []);
  });

  it('is saved by somebody who may not delete, but whose old copy stays', async () => {
    const scene = await shared(NO_DELETE);
    await scene.replay(wordSaves(scene.path, SECOND, 403), scene.ben);
    await scene.assertKept({ versions: [FIRST, SECOND], beside: ['~WRL0001.tmp'], properties: WIN32 });
    assert.deepEqual(await scene.versions(scene.idAt(scene.beside('~WRL0001.tmp'))), [FIRST]);
  });

  it('is not what another makes under its name while it is deleted', async () => {
    const scene = await shared(ALL_BUT_SHARE);
    const { ann, ben, path } = scene;
    const fresh = scene.beside('5D4AF000');
    await scene.replay([redirector('PUT', fresh, 201, {}, SECOND), redirector('DELETE', path, 204)], ann);
    await scene.replay([redirector('PUT', path, 201, {}, 'Ben’s')], ben);
    const other = scene.idAt(path);
    assert.notEqual(other, scene.id);
    // What Ann has saved is the next version of what is there now; hers is in the trash.
    await scene.replay([redirector('MOVE', fresh, 204, onto(path))], ann);
    assert.equal(scene.idAt(path), other);
    assert.deepEqual(await scene.versions(other), ['Ben’s', SECOND]);
    assert.deepEqual(await scene.trashed(), ['/team/report.docx']);
    await ann.rest.restore(scene.id);
    assert.equal(scene.idAt('/team/report%20(2).docx'), scene.id);
    assert.deepEqual(await scene.versions(), [FIRST]);
  });

  it('is not what another makes under its name while Word has it aside', async () => {
    const scene = await shared(ALL_BUT_SHARE);
    const { ann, ben, path } = scene;
    const old = scene.beside('~WRL0001.tmp');
    const fresh = scene.beside('~WRD0000.tmp');
    await scene.replay(
      [redirector('PUT', fresh, 201, {}, SECOND), redirector('MOVE', path, 201, onto(old))],
      ann,
    );
    await scene.replay([redirector('PUT', path, 201, {}, 'Ben’s')], ben);
    const other = scene.idAt(path);
    await scene.replay([redirector('MOVE', fresh, 204, onto(path)), redirector('DELETE', old, 204)], ann);
    assert.deepEqual(await scene.versions(other), ['Ben’s', SECOND]);
    assert.deepEqual(await scene.trashed(), ['/team/~WRL0001.tmp']);
    await ann.rest.restore(scene.id);
    assert.deepEqual(await scene.versions(), [FIRST]);
    assert.equal((await ann.rest.metadata(scene.id)).title, 'Annual accounts');
  });

  it('comes back to who has put it aside, not to who had done so before', async () => {
    const scene = await shared(ALL_BUT_SHARE);
    const { ann, ben, path } = scene;
    await scene.replay([redirector('DELETE', path, 204)], ann);
    await scene.replay([redirector('PUT', path, 201, {}, 'Ben’s')], ben);
    const other = scene.idAt(path);
    await scene.replay([redirector('DELETE', path, 204), redirector('PUT', path, 201, {}, SECOND)], ann);
    // Of what left this name by Ann, Ben's was the last.
    assert.equal(scene.idAt(path), other);
    assert.deepEqual(await scene.versions(other), ['Ben’s', SECOND]);
    assert.deepEqual(await scene.trashed(), ['/team/report.docx']);
  });
});
