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
import { ReplayFixture } from './replay-fixture.ts';
import type { Person } from './replay-service.ts';
import { ReplayService } from './replay-service.ts';

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
  let service: ReplayService;

  before(async () => {
    service = await ReplayService.open();
  });

  after(() => service.close());

  afterEach(() => service.assertSound());

  async function assertNothingOf(fixture: ReplayFixture): Promise<void> {
    assert.deepEqual(await namesOf(fixture.ben), ['report.docx']);
    assert.deepEqual(await fixture.trashed(fixture.ben), []);
  }

  for (const size of ['small', 'large'] as const) {
    const second = contentOf('second', size);
    const versions = [contentOf('first', size), second];

    it(`saves a ${size} one with Word: the owner’s document gets the content`, async () => {
      const fixture = await ReplayFixture.set(service, {
        content: contentOf('first', size),
        permissions: READ_UPDATE,
      });
      await fixture.replay(wordSaves(fixture.path, second), fixture.ben);
      await fixture.assertKept({ versions, properties: WIN32 });
      await assertNothingOf(fixture);
    });

    it(`saves a ${size} one by moving a file over it`, async () => {
      const fixture = await ReplayFixture.set(service, {
        content: contentOf('first', size),
        permissions: READ_UPDATE,
      });
      const fresh = fixture.beside('.report.docx.Xq3TzA');
      await fixture.replay(
        [...davfsWrites(fresh, second), davfsMoves(fresh, fixture.path, 204)],
        fixture.ben,
      );
      await fixture.assertKept({ versions });
      await assertNothingOf(fixture);
    });

    it(`saves a ${size} one with Excel, if he may delete it`, async () => {
      const fixture = await ReplayFixture.set(service, {
        content: contentOf('first', size),
        permissions: ALL_BUT_SHARE,
      });
      await fixture.replay(excelSaves(fixture.path, second), fixture.ben);
      await fixture.assertKept({ versions, properties: WIN32 });
      await assertNothingOf(fixture);
    });

    it(`saves a ${size} one with vim`, async () => {
      const fixture = await ReplayFixture.set(service, {
        content: contentOf('first', size),
        permissions: READ_UPDATE,
      });
      await fixture.replay(vimSaves(fixture.path, second), fixture.ben);
      await fixture.assertKept({ versions });
      await assertNothingOf(fixture);
    });
  }

  it('writes it in place with a lock, and is named as the author', async () => {
    const fixture = await ReplayFixture.set(service, { permissions: READ_UPDATE });
    await fixture.replay(redirectorOverwrites(fixture.path, SECOND), fixture.ben);
    await fixture.assertKept({ versions: [FIRST, SECOND], properties: WIN32 });
    const { author } = service.service.dms.versions.get(fixture.ann.actor, fixture.id, 2);
    assert.equal(author?.id, fixture.ben.id);
  });

  it('cannot save with Excel when he may not delete it, and nothing has changed', async () => {
    const fixture = await ReplayFixture.set(service, { permissions: NO_DELETE });
    await fixture.replay(
      [
        ...redirectorWrites(fixture.beside('5D4AF000'), SECOND),
        redirector('DELETE', fixture.path, 403),
        redirector('MOVE', fixture.beside('5D4AF000'), 412, onto(fixture.path, 'F')),
      ],
      fixture.ben,
    );
    await fixture.assertKept({ versions: [FIRST] });
  });

  it('cannot save at all when he may only read it, and nothing has changed', async () => {
    const fixture = await ReplayFixture.set(service);
    const fresh = fixture.beside('~WRD0000.tmp');
    await fixture.replay(
      [
        redirector('PUT', fixture.path, 403, {}, SECOND),
        redirector('PUT', fresh, 201, {}, SECOND),
        redirector('MOVE', fresh, 403, onto(fixture.path)),
        redirector('MOVE', fixture.path, 403, onto(fixture.beside('~WRL0001.tmp'), 'F')),
        redirector('DELETE', fixture.path, 403),
      ],
      fixture.ben,
    );
    await fixture.assertKept({ versions: [FIRST] });
  });

  it('sees it under a numbered name, and saves it with Word and Excel under that', async () => {
    const fixture = await ReplayFixture.set(service, { permissions: ALL_BUT_SHARE, own: 'his own' });
    const { ben } = fixture;
    const versions = ['first', 'second', 'third'].map((word) => contentOf(word));
    const path = '/report%20(2).docx';
    await fixture.replay([...wordSaves(path, SECOND), ...excelSaves(path, contentOf('third'))], ben);
    assert.deepEqual(await fixture.versions(), versions);
    assert.equal(fixture.idAt(path, ben), fixture.id);
    assert.equal(fixture.idAt('/report.docx'), fixture.id);
    assert.equal((await ben.dav.expect(200, 'GET', '/report.docx')).text, 'his own');
    assert.deepEqual(await namesOf(ben), ['report (2).docx', 'report.docx']);
    assert.deepEqual([await fixture.trashed(), await fixture.trashed(ben)], [[], []]);
  });

  it('saves it safely on macOS: it comes back to its owner', async () => {
    const fixture = await ReplayFixture.set(service, { permissions: ALL_BUT_SHARE });
    const folder = '/report.docx.sb-1a2b3c4d-Ab1Cd2';
    await fixture.replay(
      [
        webdavfs('MKCOL', `${folder}/`, 201),
        ...webdavfsWrites(`${folder}/report.docx`, SECOND),
        webdavfs('MOVE', fixture.path, 201, { Destination: `{url ${folder}/original.docx}` }),
        webdavfs('MOVE', `${folder}/report.docx`, 201, { Destination: `{url ${fixture.path}}` }),
        webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
      ],
      fixture.ben,
    );
    await fixture.assertKept({ versions: [FIRST, SECOND] });
    await assertNothingOf(fixture);
  });

  it('is killed while Word has it aside: it waits under the temporary name for the saver alone', async () => {
    const fixture = await ReplayFixture.set(service, { permissions: READ_UPDATE });
    const old = fixture.beside('~WRL0001.tmp');
    await fixture.replay([redirector('MOVE', fixture.path, 201, onto(old, 'F'))], fixture.ben);
    assert.deepEqual([fixture.idAt(fixture.path), fixture.idAt(old, fixture.ben)], [fixture.id, fixture.id]);
    assert.equal(fixture.idAt(old), undefined);
    await fixture.replay([redirector('MOVE', old, 201, onto(fixture.path, 'F'))], fixture.ben);
    await fixture.assertKept({ versions: [FIRST] });
  });
});

describe('a document in a shared folder', () => {
  let service: ReplayService;

  before(async () => {
    service = await ReplayService.open();
  });

  after(() => service.close());

  afterEach(() => service.assertSound());

  const shared = (permissions: number): Promise<ReplayFixture> =>
    ReplayFixture.set(service, { folder: 'team', permissions });

  it('is saved by its owner and by others, in turn, with whatever program', async () => {
    const fixture = await shared(ALL_BUT_SHARE);
    const words = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];
    const contents = words.map((word) => contentOf(word));
    const [word, excel, vim] = [wordSaves, excelSaves, vimSaves];
    for (const [index, saves] of [word, word, excel, excel, vim, vim].entries()) {
      const by = index % 2 === 0 ? fixture.ben : fixture.ann;
      await fixture.replay(saves(fixture.path, contents[index] ?? ''), by);
    }
    // vim's files have no properties of their own, so that those of Excel's last one stay.
    await fixture.assertKept({ versions: [FIRST, ...contents], properties: WIN32 });
    assert.deepEqual(await fixture.trashed(fixture.ben), []);
  });

  it('is saved safely on macOS by another than its owner', async () => {
    const fixture = await shared(ALL_BUT_SHARE);
    const folder = fixture.beside('report.docx.sb-1a2b3c4d-Ab1Cd2');
    await fixture.replay(
      [
        webdavfs('MKCOL', `${folder}/`, 201),
        ...webdavfsWrites(`${folder}/report.docx`, SECOND),
        webdavfs('MOVE', fixture.path, 201, { Destination: `{url ${folder}/original.docx}` }),
        webdavfs('MOVE', `${folder}/report.docx`, 201, { Destination: `{url ${fixture.path}}` }),
        webdavfs('DELETE', `${folder}/`, 204, { Depth: 'infinity' }),
      ],
      fixture.ben,
    );
    await fixture.assertKept({ versions: [FIRST, SECOND] });
    assert.deepEqual(await fixture.trashed(fixture.ben), []);
  });

  it('is saved by somebody who may not delete, but whose old copy stays', async () => {
    const fixture = await shared(NO_DELETE);
    await fixture.replay(wordSaves(fixture.path, SECOND, 403), fixture.ben);
    await fixture.assertKept({ versions: [FIRST, SECOND], beside: ['~WRL0001.tmp'], properties: WIN32 });
    assert.deepEqual(await fixture.versions(fixture.idAt(fixture.beside('~WRL0001.tmp'))), [FIRST]);
  });

  it('is not what another makes under its name while it is deleted', async () => {
    const fixture = await shared(ALL_BUT_SHARE);
    const { ann, ben, path } = fixture;
    const fresh = fixture.beside('5D4AF000');
    await fixture.replay([redirector('PUT', fresh, 201, {}, SECOND), redirector('DELETE', path, 204)], ann);
    await fixture.replay([redirector('PUT', path, 201, {}, 'Ben’s')], ben);
    const other = fixture.idAt(path);
    assert.notEqual(other, fixture.id);
    // What Ann has saved is the next version of what is there now; hers is in the trash.
    await fixture.replay([redirector('MOVE', fresh, 204, onto(path))], ann);
    assert.equal(fixture.idAt(path), other);
    assert.deepEqual(await fixture.versions(other), ['Ben’s', SECOND]);
    assert.deepEqual(await fixture.trashed(), ['/team/report.docx']);
    await ann.rest.restore(fixture.id);
    assert.equal(fixture.idAt('/team/report%20(2).docx'), fixture.id);
    assert.deepEqual(await fixture.versions(), [FIRST]);
  });

  it('is not what another makes under its name while Word has it aside', async () => {
    const fixture = await shared(ALL_BUT_SHARE);
    const { ann, ben, path } = fixture;
    const old = fixture.beside('~WRL0001.tmp');
    const fresh = fixture.beside('~WRD0000.tmp');
    await fixture.replay(
      [redirector('PUT', fresh, 201, {}, SECOND), redirector('MOVE', path, 201, onto(old))],
      ann,
    );
    await fixture.replay([redirector('PUT', path, 201, {}, 'Ben’s')], ben);
    const other = fixture.idAt(path);
    await fixture.replay([redirector('MOVE', fresh, 204, onto(path)), redirector('DELETE', old, 204)], ann);
    assert.deepEqual(await fixture.versions(other), ['Ben’s', SECOND]);
    assert.deepEqual(await fixture.trashed(), ['/team/~WRL0001.tmp']);
    await ann.rest.restore(fixture.id);
    assert.deepEqual(await fixture.versions(), [FIRST]);
    assert.equal((await ann.rest.metadata(fixture.id)).title, 'Annual accounts');
  });

  it('comes back to who has put it aside, not to who had done so before', async () => {
    const fixture = await shared(ALL_BUT_SHARE);
    const { ann, ben, path } = fixture;
    await fixture.replay([redirector('DELETE', path, 204)], ann);
    await fixture.replay([redirector('PUT', path, 201, {}, 'Ben’s')], ben);
    const other = fixture.idAt(path);
    await fixture.replay([redirector('DELETE', path, 204), redirector('PUT', path, 201, {}, SECOND)], ann);
    // Of what left this name by Ann, Ben's was the last.
    assert.equal(fixture.idAt(path), other);
    assert.deepEqual(await fixture.versions(other), ['Ben’s', SECOND]);
    assert.deepEqual(await fixture.trashed(), ['/team/report.docx']);
  });
});
