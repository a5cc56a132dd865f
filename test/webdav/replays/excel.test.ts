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
import { ReplayFixture } from './replay-fixture.ts';
import { MINUTE, ReplayService } from './replay-service.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');

describe('Excel', () => {
  let service: ReplayService;

  before(async () => {
    service = await ReplayService.open();
  });

  after(() => service.close());

  afterEach(() => service.assertSound());

  for (const size of ['small', 'large'] as const) {
    it(`deletes a ${size} workbook and gives its name to a new one: the next version`, async () => {
      const versions = [contentOf('first', size), contentOf('second', size)];
      const fixture = await ReplayFixture.set(service, {
        name: 'report.xlsx',
        content: contentOf('first', size),
      });
      const fresh = fixture.beside('5D4AF000');
      await fixture.replay([
        ...redirectorWrites(fresh, contentOf('second', size)),
        redirector('DELETE', fixture.path, 204),
        redirector('PROPFIND', fixture.path, 404, { Depth: '0' }, ''),
        redirector('MOVE', fresh, 201, onto(fixture.path, 'F')),
      ]);
      await fixture.assertKept({ versions, properties: WIN32 });
    });

    it(`puts a ${size} workbook aside on a mapped drive, as Excel 2010 was seen to do`, async () => {
      const versions = [contentOf('first', size), contentOf('second', size)];
      const fixture = await ReplayFixture.set(service, {
        name: 'Mappe1-test.xlsx',
        content: contentOf('first', size),
      });
      const { path } = fixture;
      const fresh = fixture.beside('34429E5E.tmp');
      const old = fixture.beside('A9A97EC7.tmp');
      await fixture.replay([
        redirector('GET', path, 200),
        redirectorLocks(path),
        ...redirectorWrites(fixture.beside('~%24Mappe1-test.xlsx'), '\u0003Ann'),
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
        redirector('DELETE', fixture.beside('~%24Mappe1-test.xlsx'), 204),
      ]);
      await fixture.assertKept({ versions, properties: WIN32 });
    });
  }

  it('does so through davfs2, and again and again', async () => {
    const fixture = await ReplayFixture.set(service, { name: 'report.xlsx' });
    const contents = ['second', 'third', 'third', 'fourth'].map((word) => contentOf(word));
    for (const content of contents) {
      const fresh = fixture.beside('5D4AF000');
      await fixture.replay([
        ...davfsWrites(fresh, content),
        davfs('DELETE', fixture.path, 204),
        davfsMoves(fresh, fixture.path, 201),
      ]);
    }
    const versions = ['first', 'second', 'third', 'fourth'].map((word) => contentOf(word));
    await fixture.assertKept({ versions });
  });

  it('gets the workbook back until the window has passed, and a new one after it', async () => {
    for (const [minutes, isKept] of [
      [14, true],
      [16, false],
    ] as const) {
      const fixture = await ReplayFixture.set(service, { name: 'report.xlsx' });
      const fresh = fixture.beside('5D4AF000');
      await fixture.replay([redirector('DELETE', fixture.path, 204)]);
      service.pass(minutes * MINUTE);
      await fixture.replay([
        redirector('PUT', fresh, 201, {}, SECOND),
        redirector('MOVE', fresh, 201, onto(fixture.path, 'F')),
      ]);
      if (isKept) await fixture.assertKept({ versions: [FIRST, SECOND] });
      else {
        assert.notEqual(fixture.idAt(fixture.path), fixture.id);
        assert.deepEqual(await fixture.trashed(), ['/report.xlsx']);
        assert.deepEqual(await fixture.versions(fixture.idAt(fixture.path)), [SECOND]);
      }
    }
  });

  it('crashes after it has deleted the workbook: that waits in the trash, with all that belongs to it', async () => {
    const fixture = await ReplayFixture.set(service, { name: 'report.xlsx' });
    await fixture.replay([
      ...redirectorWrites(fixture.beside('5D4AF000'), SECOND),
      redirector('DELETE', fixture.path, 204),
    ]);
    assert.deepEqual(await fixture.trashed(), ['/report.xlsx']);
    await fixture.assertReads(fixture.ann, fixture.beside('5D4AF000'), SECOND);
    await fixture.ann.rest.restore(fixture.id);
    await fixture.assertKept({ versions: [FIRST], beside: ['5D4AF000'] });
  });

  it('takes for itself what was restored from the trash meanwhile: a version of it', async () => {
    const fixture = await ReplayFixture.set(service, { name: 'report.xlsx' });
    const fresh = fixture.beside('5D4AF000');
    await fixture.replay([
      redirector('PUT', fresh, 201, {}, SECOND),
      redirector('DELETE', fixture.path, 204),
    ]);
    await fixture.ann.rest.restore(fixture.id);
    await fixture.replay([redirector('MOVE', fresh, 204, onto(fixture.path))]);
    await fixture.assertKept({ versions: [FIRST, SECOND] });
  });
});
