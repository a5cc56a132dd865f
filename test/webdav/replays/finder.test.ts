import assert from 'node:assert/strict';
import { propfindBody } from '../client.ts';
import { webdavfs, webdavfsFills, webdavfsLooks, webdavfsWrites } from './clients.ts';
import { contentOf } from './recording.ts';
import { Scene } from './scene.ts';
import { Stage } from './stage.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');
/** What macOS writes into `._name`: AppleDouble, 4096 bytes. */
const DOUBLE = '\u0000\u0005\u0016\u0007'.padEnd(4096, '.');

describe('the Finder', () => {
  let stage: Stage;

  before(async () => {
    stage = await Stage.open();
  });

  after(() => stage.close());

  afterEach(() => stage.assertSound());

  it('mounts the volume: looks for what macOS always looks for, and how much room there is', async () => {
    const scene = await Scene.set(stage);
    const quota = propfindBody('<D:prop><D:quota-available-bytes/><D:quota-used-bytes/></D:prop>');
    const hidden = [
      '/.metadata_never_index',
      '/.Spotlight-V100',
      '/._.',
      '/Backups.backupdb',
      '/mach_kernel',
    ];
    await scene.replay([
      webdavfs('OPTIONS', '/', 200),
      webdavfsLooks('/', 207),
      ...hidden.map((path) => webdavfsLooks(path, 404)),
    ]);
    const { text } = await scene.ann.dav.expect(207, 'PROPFIND', '/', {
      headers: { Depth: '0' },
      body: quota,
    });
    assert.match(text, new RegExp(`<D:quota-used-bytes>${FIRST.length}</D:quota-used-bytes>`));
  });

  for (const size of ['small', 'large'] as const) {
    it(`uploads a ${size} file with its resource fork: one version each`, async () => {
      const scene = await Scene.set(stage);
      await scene.replay([
        webdavfsLooks('/photo.heic', 404),
        webdavfs('PUT', '/photo.heic', 201, {}, ''),
        ...webdavfsWrites('/._photo.heic', DOUBLE),
        ...webdavfsFills('/photo.heic', contentOf('photo', size)),
        webdavfsLooks('/photo.heic', 207),
      ]);
      assert.deepEqual(await scene.versions(scene.idAt('/photo.heic')), [contentOf('photo', size)]);
      assert.deepEqual(await scene.versions(scene.idAt('/._photo.heic')), [DOUBLE]);
      await scene.assertKept({ versions: [FIRST], beside: ['._photo.heic', 'photo.heic'] });
    });

    it(`writes over a ${size} document: the next version`, async () => {
      const versions = [contentOf('first', size), contentOf('second', size)];
      const scene = await Scene.set(stage, { content: contentOf('first', size) });
      await scene.replay([
        webdavfsLooks(scene.path, 207),
        ...webdavfsFills(scene.path, contentOf('second', size)),
      ]);
      await scene.assertKept({ versions });
    });
  }

  it('empties a document first, and may write what it held', async () => {
    for (const [content, versions] of [
      [SECOND, [FIRST, SECOND]],
      [FIRST, [FIRST]],
    ] as const) {
      const scene = await Scene.set(stage);
      await scene.replay([webdavfs('PUT', scene.path, 204, {}, ''), ...webdavfsFills(scene.path, content)]);
      await scene.assertKept({ versions });
    }
  });

  it('replaces a document: deleted with its resource fork, then written anew', async () => {
    const scene = await Scene.set(stage);
    const fork = scene.beside('._report.docx');
    await scene.replay(webdavfsWrites(fork, DOUBLE));
    await scene.replay([
      webdavfs('DELETE', scene.path, 204),
      webdavfs('DELETE', fork, 204),
      ...webdavfsWrites(scene.path, SECOND),
      ...webdavfsWrites(fork, DOUBLE),
    ]);
    await scene.assertKept({ versions: [FIRST, SECOND], beside: ['._report.docx'] });
  });

  it('is refused when more or less comes than it announced, and what was there stays', async () => {
    const scene = await Scene.set(stage);
    for (const length of [SECOND.length - 1, SECOND.length + 1]) {
      const expected = { 'X-Expected-Entity-Length': String(length) };
      await scene.replay([webdavfs('PUT', scene.path, 400, expected, [SECOND])]);
    }
    await scene.assertKept({ versions: [FIRST] });
  });

  it('leaves .DS_Store: one version, no activity, and no trash when it goes', async () => {
    const scene = await Scene.set(stage);
    const path = scene.beside('.DS_Store');
    await scene.replay(webdavfsWrites(path, 'Bud1 one'));
    await scene.replay(webdavfsFills(path, 'Bud1 two'));
    assert.deepEqual(await scene.versions(scene.idAt(path)), ['Bud1 two']);
    const { items } = await stage.service.dms.activity.list(scene.ann.actor, {}, { page: 1, perPage: 200 });
    assert.deepEqual(
      items.filter(({ details }) => details.includes('DS_Store')),
      [],
    );
    await scene.replay([webdavfs('DELETE', path, 204)]);
    await scene.assertKept({ versions: [FIRST] });
  });

  it('spells names decomposed, and they are the same names', async () => {
    const scene = await Scene.set(stage, { name: 'Übersicht für Zoë.txt'.normalize('NFC') });
    const decomposed = `/${encodeURIComponent('Übersicht für Zoë.txt'.normalize('NFD'))}`;
    await scene.replay([webdavfsLooks(decomposed, 207), ...webdavfsFills(decomposed, SECOND)]);
    await scene.assertKept({ versions: [FIRST, SECOND] });
    await scene.replay([
      webdavfs('DELETE', decomposed, 204),
      ...webdavfsWrites(decomposed, contentOf('third')),
    ]);
    await scene.assertKept({ versions: [FIRST, SECOND, contentOf('third')] });
  });
});
