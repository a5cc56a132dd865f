import assert from 'node:assert/strict';
import { webdavfs, webdavfsLooks, webdavfsWrites } from './clients.ts';
import { contentOf, type Step } from './recording.ts';
import { Scene } from './scene.ts';
import { DAY, Stage } from './stage.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');
const DOUBLE = '\u0000\u0005\u0016\u0007'.padEnd(4096, '.');

/** MOVE as macOS asks for it: without Overwrite. */
function moves(from: string, to: string, status: 201 | 204): Step {
  return webdavfs('MOVE', from, status, { Destination: `{url ${to}}` });
}

describe('saving safely on macOS', () => {
  let stage: Stage;

  before(async () => {
    stage = await Stage.open();
  });

  after(() => stage.close());

  afterEach(() => stage.assertSound());

  for (const size of ['small', 'large'] as const) {
    const versions = [contentOf('first', size), contentOf('second', size)];
    const second = contentOf('second', size);

    it(`writes a ${size} document in a folder of its own and moves it over the old one`, async () => {
      const scene = await Scene.set(stage, { name: 'report.txt', content: contentOf('first', size) });
      const folder = scene.beside('report.txt.sb-1a2b3c4d-Ab1Cd2');
      await scene.replay([
        webdavfsLooks(folder, 404),
        webdavfs('MKCOL', `${folder}/`, 201),
        ...webdavfsWrites(`${folder}/report.txt`, second),
        moves(`${folder}/report.txt`, scene.path, 204),
        webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
      ]);
      await scene.assertKept({ versions });
    });

    it(`changes a ${size} document with the one in that folder`, async () => {
      const scene = await Scene.set(stage, { name: 'report.txt', content: contentOf('first', size) });
      const folder = scene.beside('report.txt.sb-1a2b3c4d-Ab1Cd2');
      await scene.replay([
        webdavfs('MKCOL', `${folder}/`, 201),
        ...webdavfsWrites(`${folder}/report.txt`, second),
        moves(scene.path, `${folder}/original.txt`, 201),
        moves(`${folder}/report.txt`, scene.path, 201),
        webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
      ]);
      await scene.assertKept({ versions });
    });
  }

  it('does so with the resource forks, and again', async () => {
    const scene = await Scene.set(stage, { name: 'report.txt' });
    const fork = scene.beside('._report.txt');
    await scene.replay(webdavfsWrites(fork, DOUBLE));
    const contents = [SECOND, contentOf('third')];
    for (const [index, content] of contents.entries()) {
      const folder = scene.beside(`report.txt.sb-1a2b3c4${index}-Ab1Cd2`);
      await scene.replay([
        webdavfs('MKCOL', `${folder}/`, 201),
        ...webdavfsWrites(`${folder}/report.txt`, content),
        ...webdavfsWrites(`${folder}/._report.txt`, DOUBLE),
        moves(scene.path, `${folder}/original.txt`, 201),
        moves(fork, `${folder}/._original.txt`, 201),
        moves(`${folder}/report.txt`, scene.path, 201),
        moves(`${folder}/._report.txt`, fork, 201),
        webdavfs('DELETE', `${folder}/original.txt`, 204),
        webdavfs('DELETE', `${folder}/._original.txt`, 204),
        webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
      ]);
    }
    await scene.assertKept({ versions: [FIRST, ...contents], beside: ['._report.txt'] });
    assert.deepEqual(await scene.versions(scene.idAt(fork)), [DOUBLE]);
  });

  it('does so in a folder that is spelled decomposed', async () => {
    const name = 'Prüfung.txt'.normalize('NFC');
    const scene = await Scene.set(stage, { name });
    const decomposed = encodeURIComponent(name.normalize('NFD'));
    const folder = `/${decomposed}.sb-1a2b3c4d-Ab1Cd2`;
    await scene.replay([
      webdavfs('MKCOL', `${folder}/`, 201),
      ...webdavfsWrites(`${folder}/${decomposed}`, SECOND),
      moves(`/${decomposed}`, `${folder}/original.txt`, 201),
      moves(`${folder}/${decomposed}`, `/${decomposed}`, 201),
      webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
    ]);
    await scene.assertKept({ versions: [FIRST, SECOND] });
  });

  it('puts the old document aside as a file, and writes a new one', async () => {
    const scene = await Scene.set(stage, { name: 'report.txt' });
    const old = scene.beside('report.txt.sb-1a2b3c4d-Ab1Cd2');
    await scene.replay([
      moves(scene.path, old, 201),
      ...webdavfsWrites(scene.path, SECOND),
      webdavfs('DELETE', old, 204),
    ]);
    await scene.assertKept({ versions: [FIRST, SECOND] });
  });

  it('writes the new one as a file beside, and moves it over', async () => {
    const scene = await Scene.set(stage, { name: 'report.txt' });
    const fresh = scene.beside('report.txt.sb-1a2b3c4d-Ab1Cd2');
    await scene.replay([...webdavfsWrites(fresh, SECOND), moves(fresh, scene.path, 204)]);
    await scene.assertKept({ versions: [FIRST, SECOND] });
  });

  it('saves Word for Mac’s .~WRD0005 in such a folder', async () => {
    const scene = await Scene.set(stage);
    const folder = scene.beside('report.docx.sb-aee4c48c-Bw9EqD');
    await scene.replay([
      webdavfs('MKCOL', `${folder}/`, 201),
      ...webdavfsWrites(`${folder}/.~WRD0005`, SECOND),
      moves(scene.path, `${folder}/.~WRL0006`, 201),
      moves(`${folder}/.~WRD0005`, scene.path, 201),
      webdavfs('DELETE', `${folder}/.~WRL0006`, 204),
      webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
    ]);
    await scene.assertKept({ versions: [FIRST, SECOND] });
  });

  it('deletes the folder with the document in it: that goes to the trash whole', async () => {
    const scene = await Scene.set(stage, { name: 'report.txt' });
    const folder = scene.beside('report.txt.sb-1a2b3c4d-Ab1Cd2');
    await scene.replay([
      webdavfs('MKCOL', `${folder}/`, 201),
      moves(scene.path, `${folder}/original.txt`, 201),
      webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
    ]);
    assert.deepEqual(await scene.trashed(), ['/report.txt.sb-1a2b3c4d-Ab1Cd2']);
    await scene.replay(webdavfsWrites(scene.path, SECOND));
    // The document came back out of the folder; what is left of that is what anybody finds in his trash.
    assert.equal(scene.idAt(scene.path), scene.id);
    assert.deepEqual(await scene.versions(), [FIRST, SECOND]);
  });

  it('crashes half-way: the document lies in the folder with all that belongs to it', async () => {
    const scene = await Scene.set(stage, { name: 'report.txt' });
    const folder = scene.beside('report.txt.sb-1a2b3c4d-Ab1Cd2');
    await scene.replay([
      webdavfs('MKCOL', `${folder}/`, 201),
      ...webdavfsWrites(`${folder}/report.txt`, SECOND),
      moves(scene.path, `${folder}/original.txt`, 201),
    ]);
    stage.pass(DAY);
    assert.equal(scene.idAt(`${folder}/original.txt`), scene.id);
    await scene.assertReads(scene.ann, `${folder}/report.txt`, SECOND);
    await scene.assertReads(scene.ben, '/original.txt', FIRST);
    await scene.replay([moves(`${folder}/original.txt`, scene.path, 201)]);
    await scene.assertKept({ versions: [FIRST], beside: ['report.txt.sb-1a2b3c4d-Ab1Cd2'] });
  });
});
