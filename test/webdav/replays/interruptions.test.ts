import assert from 'node:assert/strict';
import { clientOf } from '../../rest/client.ts';
import { davfsLocks, redirector, redirectorLocks, webdavfs } from './clients.ts';
import { contentOf, onto } from './recording.ts';
import { ReplayFixture } from './replay-fixture.ts';
import { DAY, MINUTE, ReplayService } from './replay-service.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');
const THIRD = contentOf('third');

describe('a document that is out of the way', () => {
  let service: ReplayService;
  let fixture: ReplayFixture;
  let old: string;
  let fresh: string;

  before(async () => {
    service = await ReplayService.open();
  });

  after(() => service.close());

  beforeEach(async () => {
    fixture = await ReplayFixture.set(service);
    old = fixture.beside('~WRL0001.tmp');
    fresh = fixture.beside('~WRD0000.tmp');
  });

  afterEach(() => service.assertSound());

  async function putAside(): Promise<void> {
    await fixture.replay([redirector('MOVE', fixture.path, 201, onto(old, 'F'))]);
  }

  async function remove(): Promise<void> {
    await fixture.replay([redirector('DELETE', fixture.path, 204)]);
  }

  async function putThere(): Promise<void> {
    await fixture.replay([redirector('PUT', fixture.path, 201, {}, SECOND)]);
  }

  /** Another document has the name, and the one that was there is untouched at `path`. */
  async function assertAnother(path: string): Promise<void> {
    const other = fixture.idAt(fixture.path);
    assert.ok(other !== undefined && other !== fixture.id);
    assert.deepEqual(await fixture.versions(other), [SECOND]);
    assert.equal(fixture.idAt(path), fixture.id);
    assert.deepEqual(await fixture.versions(), [FIRST]);
    const { title, comments, shares } = await fixture.ann.rest.metadata(fixture.id);
    assert.deepEqual([title, comments, shares.length], ['Annual accounts', 'Signed by both', 1]);
  }

  describe('by a move', () => {
    beforeEach(putAside);

    it('comes back with what is put at its name, until the window has passed', async () => {
      service.pass(14 * MINUTE);
      await putThere();
      await fixture.replay([redirector('DELETE', old, 204)]);
      await fixture.assertKept({ versions: [FIRST, SECOND] });
    });

    it('stays where it is after that, and goes to the trash with its history when that is deleted', async () => {
      service.pass(15 * MINUTE);
      await putThere();
      await assertAnother(old);
      await fixture.replay([redirector('DELETE', old, 204)]);
      assert.deepEqual(await fixture.trashed(), ['/~WRL0001.tmp']);
      await fixture.ann.rest.restore(fixture.id);
      await assertAnother(old);
    });

    it('waits there when the program never comes back, and keeps its name for others', async () => {
      await fixture.replay([redirector('PUT', fresh, 201, {}, SECOND)]);
      service.pass(DAY);
      assert.equal(fixture.idAt(fixture.path), undefined);
      await fixture.assertReads(fixture.ann, old, FIRST);
      await fixture.assertReads(fixture.ben, fixture.path, FIRST);
      await fixture.assertReads(fixture.ann, fresh, SECOND);
      const rest = await clientOf(service.service, fixture.ann);
      await rest.patch(`/documents/${fixture.id}`, { name: 'report.docx' }).expect(200);
      await fixture.assertKept({ versions: [FIRST], beside: ['~WRD0000.tmp'] });
    });

    it('comes back with a lock on its name, and with the copy of another document', async () => {
      await fixture.replay([
        davfsLocks(fixture.path, 201),
        redirector('PUT', fixture.path, 204, { If: `({token ${fixture.path}})` }, SECOND),
        redirector('UNLOCK', fixture.path, 204, { 'Lock-Token': `{token ${fixture.path}}` }),
        redirector('DELETE', old, 204),
      ]);
      await fixture.assertKept({ versions: [FIRST, SECOND] });
      const template = fixture.beside('template.docx');
      await putAside();
      await fixture.replay([
        redirector('PUT', template, 201, {}, THIRD),
        redirector('COPY', template, 201, onto(fixture.path, 'F')),
        redirector('DELETE', old, 204),
      ]);
      await fixture.assertKept({ versions: [FIRST, SECOND, THIRD], beside: ['template.docx'] });
    });

    it('is forgotten when it moves on to an ordinary name', async () => {
      const archived = fixture.beside('archive.docx');
      await fixture.replay([
        redirector('MOVE', old, 201, onto(archived, 'F')),
        redirector('MOVE', archived, 201, onto(old, 'F')),
      ]);
      await putThere();
      await assertAnother(old);
      await fixture.replay([redirector('PUT', archived, 201, {}, THIRD)]);
      assert.equal(fixture.idAt(archived), fixture.id);
      assert.deepEqual(await fixture.versions(), [FIRST, THIRD]);
    });

    it('comes back without the lock that was taken where it lay: that stays there', async () => {
      const token = { If: `({token ${old}})` };
      await fixture.replay([redirectorLocks(old)]);
      await putThere();
      await fixture.replay([redirector('DELETE', old, 423), redirector('DELETE', old, 204, token)]);
      await fixture.assertKept({ versions: [FIRST, SECOND] });
    });

    it('does not come back for another document that was there before', async () => {
      const another = fixture.beside('final.docx');
      await fixture.replay([redirector('PUT', another, 201, {}, SECOND)]);
      service.pass(DAY);
      await fixture.replay([
        redirector('MOVE', old, 201, onto(fixture.path, 'F')),
        redirector('MOVE', fixture.path, 201, onto(old, 'F')),
      ]);
      const id = fixture.idAt(another);
      await fixture.replay([redirector('MOVE', another, 201, onto(fixture.path, 'F'))]);
      assert.equal(fixture.idAt(fixture.path), id);
      await assertAnother(old);
    });

    it('comes back from the trash when it was deleted meanwhile', async () => {
      await fixture.replay([redirector('DELETE', old, 204)]);
      assert.deepEqual(await fixture.trashed(), ['/~WRL0001.tmp']);
      await putThere();
      await fixture.assertKept({ versions: [FIRST, SECOND] });
    });

    it('comes back with the first whole upload, not with one that breaks off', async () => {
      const length = { 'X-Expected-Entity-Length': String(SECOND.length + 1) };
      await fixture.replay([webdavfs('PUT', fixture.path, 400, length, [SECOND])]);
      assert.equal(fixture.idAt(fixture.path), undefined);
      assert.equal(fixture.idAt(old), fixture.id);
      await putThere();
      await fixture.replay([redirector('DELETE', old, 204)]);
      await fixture.assertKept({ versions: [FIRST, SECOND] });
    });

    it('does not come back for an upload over REST', async () => {
      await fixture.ann.rest.upload(0, 'report.docx', Buffer.from(SECOND));
      await assertAnother(old);
    });

    it('comes back once: what is moved away after that is not taken for it', async () => {
      await putThere();
      const other = fixture.beside('other.docx');
      await fixture.replay([
        redirector('MOVE', fixture.path, 201, onto(other, 'F')),
        redirector('PUT', fixture.path, 201, {}, SECOND),
      ]);
      assert.equal(fixture.idAt(other), fixture.id);
      assert.deepEqual(await fixture.versions(), [FIRST, SECOND]);
      assert.deepEqual(await fixture.versions(fixture.idAt(fixture.path)), [SECOND]);
    });

    it('keeps its history when the new content is moved over the temporary name by mistake', async () => {
      await fixture.replay([
        redirector('PUT', fresh, 201, {}, SECOND),
        redirector('MOVE', fresh, 204, onto(old)),
      ]);
      const kept = [fixture.idAt(old) === fixture.id, (await fixture.trashed()).includes('/~WRL0001.tmp')];
      assert.ok(kept.includes(true), 'it is there or in the trash');
      if (fixture.idAt(old) !== fixture.id) await fixture.ann.rest.restore(fixture.id);
      assert.equal((await fixture.versions())[0], FIRST);
    });
  });

  describe('by a deletion', () => {
    beforeEach(remove);

    it('comes back with what is put at its name, until the window has passed', async () => {
      service.pass(14 * MINUTE);
      await putThere();
      await fixture.assertKept({ versions: [FIRST, SECOND] });
    });

    it('stays in the trash after that', async () => {
      service.pass(15 * MINUTE);
      await putThere();
      assert.deepEqual(await fixture.trashed(), ['/report.docx']);
      await fixture.ann.rest.restore(fixture.id);
      await assertAnother('/report%20(2).docx');
    });

    it('comes back with a lock on its name', async () => {
      await fixture.replay([
        davfsLocks(fixture.path, 201),
        redirector('PUT', fixture.path, 204, { If: `({token ${fixture.path}})` }, SECOND),
        redirector('UNLOCK', fixture.path, 204, { 'Lock-Token': `{token ${fixture.path}}` }),
      ]);
      await fixture.assertKept({ versions: [FIRST, SECOND] });
    });

    it('does not come back for a copy, for an older document, for REST, or for a folder', async () => {
      const another = fixture.beside('final.docx');
      const rest = await clientOf(service.service, fixture.ann);
      await fixture.replay([redirector('PUT', another, 201, {}, FIRST)]);
      await fixture.replay([redirector('PUT', another, 204, {}, SECOND)]);
      const id = fixture.idAt(another);
      await fixture.replay([redirector('COPY', another, 201, onto(fixture.path, 'F'))]);
      assert.deepEqual(await fixture.trashed(), ['/report.docx']);
      await rest.delete(`/documents/${fixture.idAt(fixture.path)}`).expect(200);
      await fixture.replay([redirector('MOVE', another, 201, onto(fixture.path, 'F'))]);
      assert.equal(fixture.idAt(fixture.path), id);
      await rest.delete(`/documents/${id}`).expect(200);
      const uploaded = await fixture.ann.rest.upload(0, 'report.docx', Buffer.from(SECOND));
      assert.notEqual(uploaded, fixture.id);
      await rest.delete(`/documents/${uploaded}`).expect(200);
      await fixture.replay([redirector('MKCOL', fixture.path, 201)]);
      assert.equal((await fixture.trashed()).length, 4);
    });

    it('was restored over REST meanwhile: then the name is its own, or another’s', async () => {
      await fixture.ann.rest.restore(fixture.id);
      const archived = fixture.beside('archive.docx');
      await fixture.replay([redirector('MOVE', fixture.path, 201, onto(archived, 'F'))]);
      await putThere();
      await assertAnother(archived);
    });

    it('was purged meanwhile: what is put there is new', async () => {
      await service.service.dms.trash.purge(fixture.ann.actor, fixture.id);
      await putThere();
      assert.notEqual(fixture.idAt(fixture.path), fixture.id);
      assert.deepEqual(await fixture.versions(fixture.idAt(fixture.path)), [SECOND]);
    });
  });

  it('was deleted over REST: what is put there over WebDAV is new', async () => {
    const rest = await clientOf(service.service, fixture.ann);
    await rest.delete(`/documents/${fixture.id}`).expect(200);
    await putThere();
    assert.notEqual(fixture.idAt(fixture.path), fixture.id);
    assert.deepEqual(await fixture.trashed(), ['/report.docx']);
  });
});
