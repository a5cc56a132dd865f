import assert from 'node:assert/strict';
import { propfindBody } from '../client.ts';
import { webdavfs, webdavfsFills, webdavfsLooks, webdavfsWrites } from './clients.ts';
import { contentOf } from './recording.ts';
import { ReplayFixture } from './replay-fixture.ts';
import { ReplayService } from './replay-service.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');
/** What macOS writes into `._name`: AppleDouble, 4096 bytes. */
const DOUBLE = '\u0000\u0005\u0016\u0007'.padEnd(4096, '.');

describe('the Finder', () => {
  let service: ReplayService;

  before(async () => {
    service = await ReplayService.open();
  });

  after(() => service.close());

  afterEach(() => service.assertSound());

  it('mounts the volume: looks for what macOS always looks for, and how much room there is', async () => {
    const fixture = await ReplayFixture.set(service);
    const quota = propfindBody('<d:prop><d:quota-available-bytes/><d:quota-used-bytes/></d:prop>');
    const hidden = [
      '/.metadata_never_index',
      '/.Spotlight-V100',
      '/._.',
      '/Backups.backupdb',
      '/mach_kernel',
    ];
    await fixture.replay([
      webdavfs('OPTIONS', '/', 200),
      webdavfsLooks('/', 207),
      ...hidden.map((path) => webdavfsLooks(path, 404)),
    ]);
    const { text } = await fixture.ann.dav.expect(207, 'PROPFIND', '/', {
      headers: { Depth: '0' },
      body: quota,
    });
    assert.match(text, new RegExp(`<d:quota-used-bytes>${FIRST.length}</d:quota-used-bytes>`));
  });

  for (const size of ['small', 'large'] as const) {
    it(`uploads a ${size} file with its resource fork: one version each`, async () => {
      const fixture = await ReplayFixture.set(service);
      await fixture.replay([
        webdavfsLooks('/photo.heic', 404),
        webdavfs('PUT', '/photo.heic', 201, {}, ''),
        ...webdavfsWrites('/._photo.heic', DOUBLE),
        ...webdavfsFills('/photo.heic', contentOf('photo', size)),
        webdavfsLooks('/photo.heic', 207),
      ]);
      assert.deepEqual(await fixture.versions(fixture.idAt('/photo.heic')), [contentOf('photo', size)]);
      assert.deepEqual(await fixture.versions(fixture.idAt('/._photo.heic')), [DOUBLE]);
      await fixture.assertKept({ versions: [FIRST], beside: ['._photo.heic', 'photo.heic'] });
    });

    it(`writes over a ${size} document: the next version`, async () => {
      const versions = [contentOf('first', size), contentOf('second', size)];
      const fixture = await ReplayFixture.set(service, { content: contentOf('first', size) });
      await fixture.replay([
        webdavfsLooks(fixture.path, 207),
        ...webdavfsFills(fixture.path, contentOf('second', size)),
      ]);
      await fixture.assertKept({ versions });
    });
  }

  it('empties a document first, and may write what it held', async () => {
    for (const [content, versions] of [
      [SECOND, [FIRST, SECOND]],
      [FIRST, [FIRST]],
    ] as const) {
      const fixture = await ReplayFixture.set(service);
      await fixture.replay([
        webdavfs('PUT', fixture.path, 204, {}, ''),
        ...webdavfsFills(fixture.path, content),
      ]);
      await fixture.assertKept({ versions });
    }
  });

  it('replaces a document: deleted with its resource fork, then written anew', async () => {
    const fixture = await ReplayFixture.set(service);
    const fork = fixture.beside('._report.docx');
    await fixture.replay(webdavfsWrites(fork, DOUBLE));
    await fixture.replay([
      webdavfs('DELETE', fixture.path, 204),
      webdavfs('DELETE', fork, 204),
      ...webdavfsWrites(fixture.path, SECOND),
      ...webdavfsWrites(fork, DOUBLE),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND], beside: ['._report.docx'] });
  });

  it('is refused when more or less comes than it announced, and what was there stays', async () => {
    const fixture = await ReplayFixture.set(service);
    for (const length of [SECOND.length - 1, SECOND.length + 1]) {
      const expected = { 'X-Expected-Entity-Length': String(length) };
      await fixture.replay([webdavfs('PUT', fixture.path, 400, expected, [SECOND])]);
    }
    await fixture.assertKept({ versions: [FIRST] });
  });

  it('leaves .DS_Store: one version, no activity, and no trash when it goes', async () => {
    const fixture = await ReplayFixture.set(service);
    const path = fixture.beside('.DS_Store');
    await fixture.replay(webdavfsWrites(path, 'Bud1 one'));
    await fixture.replay(webdavfsFills(path, 'Bud1 two'));
    assert.deepEqual(await fixture.versions(fixture.idAt(path)), ['Bud1 two']);
    const { items } = await service.service.dms.activity.list(
      fixture.ann.actor,
      {},
      { page: 1, perPage: 200 },
    );
    assert.deepEqual(
      items.filter(({ details }) => details.includes('DS_Store')),
      [],
    );
    await fixture.replay([webdavfs('DELETE', path, 204)]);
    await fixture.assertKept({ versions: [FIRST] });
  });

  it('spells names decomposed, and they are the same names', async () => {
    const fixture = await ReplayFixture.set(service, { name: 'Übersicht für Zoë.txt'.normalize('NFC') });
    const decomposed = `/${encodeURIComponent('Übersicht für Zoë.txt'.normalize('NFD'))}`;
    await fixture.replay([webdavfsLooks(decomposed, 207), ...webdavfsFills(decomposed, SECOND)]);
    await fixture.assertKept({ versions: [FIRST, SECOND] });
    await fixture.replay([
      webdavfs('DELETE', decomposed, 204),
      ...webdavfsWrites(decomposed, contentOf('third')),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND, contentOf('third')] });
  });
});
