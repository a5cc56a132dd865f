import assert from 'node:assert/strict';
import { webdavfs, webdavfsLooks, webdavfsWrites } from './clients.ts';
import { contentOf, type Step } from './recording.ts';
import { ReplayFixture } from './replay-fixture.ts';
import { DAY, ReplayService } from './replay-service.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');
const DOUBLE = '\u0000\u0005\u0016\u0007'.padEnd(4096, '.');

/** MOVE as macOS asks for it: without Overwrite. */
function moves(from: string, to: string, status: 201 | 204): Step {
  return webdavfs('MOVE', from, status, { Destination: `{url ${to}}` });
}

describe('saving safely on macOS', () => {
  let service: ReplayService;

  before(async () => {
    service = await ReplayService.open();
  });

  after(() => service.close());

  afterEach(() => service.assertSound());

  for (const size of ['small', 'large'] as const) {
    const versions = [contentOf('first', size), contentOf('second', size)];
    const second = contentOf('second', size);

    it(`writes a ${size} document in a folder of its own and moves it over the old one`, async () => {
      const fixture = await ReplayFixture.set(service, {
        name: 'report.txt',
        content: contentOf('first', size),
      });
      const folder = fixture.beside('report.txt.sb-1a2b3c4d-Ab1Cd2');
      await fixture.replay([
        webdavfsLooks(folder, 404),
        webdavfs('MKCOL', `${folder}/`, 201),
        ...webdavfsWrites(`${folder}/report.txt`, second),
        moves(`${folder}/report.txt`, fixture.path, 204),
        webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
      ]);
      await fixture.assertKept({ versions });
    });

    it(`changes a ${size} document with the one in that folder`, async () => {
      const fixture = await ReplayFixture.set(service, {
        name: 'report.txt',
        content: contentOf('first', size),
      });
      const folder = fixture.beside('report.txt.sb-1a2b3c4d-Ab1Cd2');
      await fixture.replay([
        webdavfs('MKCOL', `${folder}/`, 201),
        ...webdavfsWrites(`${folder}/report.txt`, second),
        moves(fixture.path, `${folder}/original.txt`, 201),
        moves(`${folder}/report.txt`, fixture.path, 201),
        webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
      ]);
      await fixture.assertKept({ versions });
    });
  }

  it('does so with the resource forks, and again', async () => {
    const fixture = await ReplayFixture.set(service, { name: 'report.txt' });
    const fork = fixture.beside('._report.txt');
    await fixture.replay(webdavfsWrites(fork, DOUBLE));
    const contents = [SECOND, contentOf('third')];
    for (const [index, content] of contents.entries()) {
      const folder = fixture.beside(`report.txt.sb-1a2b3c4${index}-Ab1Cd2`);
      await fixture.replay([
        webdavfs('MKCOL', `${folder}/`, 201),
        ...webdavfsWrites(`${folder}/report.txt`, content),
        ...webdavfsWrites(`${folder}/._report.txt`, DOUBLE),
        moves(fixture.path, `${folder}/original.txt`, 201),
        moves(fork, `${folder}/._original.txt`, 201),
        moves(`${folder}/report.txt`, fixture.path, 201),
        moves(`${folder}/._report.txt`, fork, 201),
        webdavfs('DELETE', `${folder}/original.txt`, 204),
        webdavfs('DELETE', `${folder}/._original.txt`, 204),
        webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
      ]);
    }
    await fixture.assertKept({ versions: [FIRST, ...contents], beside: ['._report.txt'] });
    assert.deepEqual(await fixture.versions(fixture.idAt(fork)), [DOUBLE]);
  });

  it('does so in a folder that is spelled decomposed', async () => {
    const name = 'Prüfung.txt'.normalize('NFC');
    const fixture = await ReplayFixture.set(service, { name });
    const decomposed = encodeURIComponent(name.normalize('NFD'));
    const folder = `/${decomposed}.sb-1a2b3c4d-Ab1Cd2`;
    await fixture.replay([
      webdavfs('MKCOL', `${folder}/`, 201),
      ...webdavfsWrites(`${folder}/${decomposed}`, SECOND),
      moves(`/${decomposed}`, `${folder}/original.txt`, 201),
      moves(`${folder}/${decomposed}`, `/${decomposed}`, 201),
      webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND] });
  });

  it('puts the old document aside as a file, and writes a new one', async () => {
    const fixture = await ReplayFixture.set(service, { name: 'report.txt' });
    const old = fixture.beside('report.txt.sb-1a2b3c4d-Ab1Cd2');
    await fixture.replay([
      moves(fixture.path, old, 201),
      ...webdavfsWrites(fixture.path, SECOND),
      webdavfs('DELETE', old, 204),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND] });
  });

  it('writes the new one as a file beside, and moves it over', async () => {
    const fixture = await ReplayFixture.set(service, { name: 'report.txt' });
    const fresh = fixture.beside('report.txt.sb-1a2b3c4d-Ab1Cd2');
    await fixture.replay([...webdavfsWrites(fresh, SECOND), moves(fresh, fixture.path, 204)]);
    await fixture.assertKept({ versions: [FIRST, SECOND] });
  });

  it('saves Word for Mac’s .~WRD0005 in such a folder', async () => {
    const fixture = await ReplayFixture.set(service);
    const folder = fixture.beside('report.docx.sb-aee4c48c-Bw9EqD');
    await fixture.replay([
      webdavfs('MKCOL', `${folder}/`, 201),
      ...webdavfsWrites(`${folder}/.~WRD0005`, SECOND),
      moves(fixture.path, `${folder}/.~WRL0006`, 201),
      moves(`${folder}/.~WRD0005`, fixture.path, 201),
      webdavfs('DELETE', `${folder}/.~WRL0006`, 204),
      webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
    ]);
    await fixture.assertKept({ versions: [FIRST, SECOND] });
  });

  it('deletes the folder with the document in it: that goes to the trash whole', async () => {
    const fixture = await ReplayFixture.set(service, { name: 'report.txt' });
    const folder = fixture.beside('report.txt.sb-1a2b3c4d-Ab1Cd2');
    await fixture.replay([
      webdavfs('MKCOL', `${folder}/`, 201),
      moves(fixture.path, `${folder}/original.txt`, 201),
      webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
    ]);
    assert.deepEqual(await fixture.trashed(), ['/report.txt.sb-1a2b3c4d-Ab1Cd2']);
    await fixture.replay(webdavfsWrites(fixture.path, SECOND));
    // The document came back out of the folder; what is left of that is what anybody finds in his trash.
    assert.equal(fixture.idAt(fixture.path), fixture.id);
    assert.deepEqual(await fixture.versions(), [FIRST, SECOND]);
  });

  it('crashes half-way: the document lies in the folder with all that belongs to it', async () => {
    const fixture = await ReplayFixture.set(service, { name: 'report.txt' });
    const folder = fixture.beside('report.txt.sb-1a2b3c4d-Ab1Cd2');
    await fixture.replay([
      webdavfs('MKCOL', `${folder}/`, 201),
      ...webdavfsWrites(`${folder}/report.txt`, SECOND),
      moves(fixture.path, `${folder}/original.txt`, 201),
    ]);
    service.pass(DAY);
    assert.equal(fixture.idAt(`${folder}/original.txt`), fixture.id);
    await fixture.assertReads(fixture.ann, `${folder}/report.txt`, SECOND);
    await fixture.assertReads(fixture.ben, fixture.path, FIRST);
    await fixture.replay([moves(`${folder}/original.txt`, fixture.path, 201)]);
    await fixture.assertKept({ versions: [FIRST], beside: ['report.txt.sb-1a2b3c4d-Ab1Cd2'] });
  });
});
