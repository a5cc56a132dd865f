import assert from 'node:assert/strict';
import { clientOf } from '../../rest/client.ts';
import { davfsLocks, redirector, redirectorLocks, webdavfs } from './clients.ts';
import { contentOf, onto } from './recording.ts';
import { Scene } from './scene.ts';
import { DAY, MINUTE, Stage } from './stage.ts';

const FIRST = contentOf('first');
const SECOND = contentOf('second');
const THIRD = contentOf('third');

describe('a document that is out of the way', () => {
  let stage: Stage;
  let scene: Scene;
  let old: string;
  let fresh: string;

  before(async () => {
    stage = await Stage.open();
  });

  after(() => stage.close());

  beforeEach(async () => {
    scene = await Scene.set(stage);
    old = scene.beside('~WRL0001.tmp');
    fresh = scene.beside('~WRD0000.tmp');
  });

  afterEach(() => stage.assertSound());

  async function putAside(): Promise<void> {
    await scene.replay([redirector('MOVE', scene.path, 201, onto(old, 'F'))]);
  }

  async function remove(): Promise<void> {
    await scene.replay([redirector('DELETE', scene.path, 204)]);
  }

  async function putThere(): Promise<void> {
    await scene.replay([redirector('PUT', scene.path, 201, {}, SECOND)]);
  }

  /** Another document has the name, and the one that was there is untouched at `path`. */
  async function assertAnother(path: string): Promise<void> {
    const other = scene.idAt(scene.path);
    assert.ok(other !== undefined && other !== scene.id);
    assert.deepEqual(await scene.versions(other), [SECOND]);
    assert.equal(scene.idAt(path), scene.id);
    assert.deepEqual(await scene.versions(), [FIRST]);
    const { title, comments, shares } = await scene.ann.rest.metadata(scene.id);
    assert.deepEqual([title, comments, shares.length], ['Annual accounts', 'Signed by both', 1]);
  }

  describe('by a move', () => {
    beforeEach(putAside);

    it('comes back with what is put at its name, until the window has passed', async () => {
      stage.pass(14 * MINUTE);
      await putThere();
      await scene.replay([redirector('DELETE', old, 204)]);
      await scene.assertKept({ versions: [FIRST, SECOND] });
    });

    it('stays where it is after that, and goes to the trash with its history when that is deleted', async () => {
      stage.pass(15 * MINUTE);
      await putThere();
      await assertAnother(old);
      await scene.replay([redirector('DELETE', old, 204)]);
      assert.deepEqual(await scene.trashed(), ['/~WRL0001.tmp']);
      await scene.ann.rest.restore(scene.id);
      await assertAnother(old);
    });

    it('waits there when the program never comes back, for its owner and for others', async () => {
      await scene.replay([redirector('PUT', fresh, 201, {}, SECOND)]);
      stage.pass(DAY);
      assert.equal(scene.idAt(scene.path), undefined);
      await scene.assertReads(scene.ann, old, FIRST);
      await scene.assertReads(scene.ben, old, FIRST);
      await scene.assertReads(scene.ann, fresh, SECOND);
      const rest = await clientOf(stage.service, scene.ann);
      await rest.patch(`/documents/${scene.id}`, { name: 'report.docx' }).expect(200);
      await scene.assertKept({ versions: [FIRST], beside: ['~WRD0000.tmp'] });
    });

    it('comes back with a lock on its name, and with the copy of another document', async () => {
      await scene.replay([
        davfsLocks(scene.path, 201),
        redirector('PUT', scene.path, 204, { If: `({token ${scene.path}})` }, SECOND),
        redirector('UNLOCK', scene.path, 204, { 'Lock-Token': `{token ${scene.path}}` }),
        redirector('DELETE', old, 204),
      ]);
      await scene.assertKept({ versions: [FIRST, SECOND] });
      const template = scene.beside('template.docx');
      await putAside();
      await scene.replay([
        redirector('PUT', template, 201, {}, THIRD),
        redirector('COPY', template, 201, onto(scene.path, 'F')),
        redirector('DELETE', old, 204),
      ]);
      await scene.assertKept({ versions: [FIRST, SECOND, THIRD], beside: ['template.docx'] });
    });

    it('is forgotten when it moves on to an ordinary name', async () => {
      const archived = scene.beside('archive.docx');
      await scene.replay([
        redirector('MOVE', old, 201, onto(archived, 'F')),
        redirector('MOVE', archived, 201, onto(old, 'F')),
      ]);
      await putThere();
      await assertAnother(old);
      await scene.replay([redirector('PUT', archived, 201, {}, THIRD)]);
      assert.equal(scene.idAt(archived), scene.id);
      assert.deepEqual(await scene.versions(), [FIRST, THIRD]);
    });

    it('comes back without the lock that was taken where it lay: that stays there', async () => {
      const token = { If: `({token ${old}})` };
      await scene.replay([redirectorLocks(old)]);
      await putThere();
      await scene.replay([redirector('DELETE', old, 423), redirector('DELETE', old, 204, token)]);
      await scene.assertKept({ versions: [FIRST, SECOND] });
    });

    it('does not come back for another document that was there before', async () => {
      const another = scene.beside('final.docx');
      await scene.replay([redirector('PUT', another, 201, {}, SECOND)]);
      stage.pass(DAY);
      await scene.replay([
        redirector('MOVE', old, 201, onto(scene.path, 'F')),
        redirector('MOVE', scene.path, 201, onto(old, 'F')),
      ]);
      const id = scene.idAt(another);
      await scene.replay([redirector('MOVE', another, 201, onto(scene.path, 'F'))]);
      assert.equal(scene.idAt(scene.path), id);
      await assertAnother(old);
    });

    it('comes back from the trash when it was deleted meanwhile', async () => {
      await scene.replay([redirector('DELETE', old, 204)]);
      assert.deepEqual(await scene.trashed(), ['/~WRL0001.tmp']);
      await putThere();
      await scene.assertKept({ versions: [FIRST, SECOND] });
    });

    it('comes back with the first whole upload, not with one that breaks off', async () => {
      const length = { 'X-Expected-Entity-Length': String(SECOND.length + 1) };
      await scene.replay([webdavfs('PUT', scene.path, 400, length, [SECOND])]);
      assert.equal(scene.idAt(scene.path), undefined);
      assert.equal(scene.idAt(old), scene.id);
      await putThere();
      await scene.replay([redirector('DELETE', old, 204)]);
      await scene.assertKept({ versions: [FIRST, SECOND] });
    });

    it('does not come back for an upload over REST', async () => {
      await scene.ann.rest.upload(0, 'report.docx', Buffer.from(SECOND));
      await assertAnother(old);
    });

    it('comes back once: what is moved away after that is not taken for it', async () => {
      await putThere();
      const other = scene.beside('other.docx');
      await scene.replay([
        redirector('MOVE', scene.path, 201, onto(other, 'F')),
        redirector('PUT', scene.path, 201, {}, SECOND),
      ]);
      assert.equal(scene.idAt(other), scene.id);
      assert.deepEqual(await scene.versions(), [FIRST, SECOND]);
      assert.deepEqual(await scene.versions(scene.idAt(scene.path)), [SECOND]);
    });

    it('keeps its history when the new content is moved over the temporary name by mistake', async () => {
      await scene.replay([
        redirector('PUT', fresh, 201, {}, SECOND),
        redirector('MOVE', fresh, 204, onto(old)),
      ]);
      const kept = [scene.idAt(old) === scene.id, (await scene.trashed()).includes('/~WRL0001.tmp')];
      assert.ok(kept.includes(true), 'it is there or in the trash');
      if (scene.idAt(old) !== scene.id) await scene.ann.rest.restore(scene.id);
      assert.equal((await scene.versions())[0], FIRST);
    });
  });

  describe('by a deletion', () => {
    beforeEach(remove);

    it('comes back with what is put at its name, until the window has passed', async () => {
      stage.pass(14 * MINUTE);
      await putThere();
      await scene.assertKept({ versions: [FIRST, SECOND] });
    });

    it('stays in the trash after that', async () => {
      stage.pass(15 * MINUTE);
      await putThere();
      assert.deepEqual(await scene.trashed(), ['/report.docx']);
      await scene.ann.rest.restore(scene.id);
      await assertAnother('/report%20(2).docx');
    });

    it('comes back with a lock on its name', async () => {
      await scene.replay([
        davfsLocks(scene.path, 201),
        redirector('PUT', scene.path, 204, { If: `({token ${scene.path}})` }, SECOND),
        redirector('UNLOCK', scene.path, 204, { 'Lock-Token': `{token ${scene.path}}` }),
      ]);
      await scene.assertKept({ versions: [FIRST, SECOND] });
    });

    it('does not come back for a copy, for an older document, for REST, or for a folder', async () => {
      const another = scene.beside('final.docx');
      const rest = await clientOf(stage.service, scene.ann);
      await scene.replay([redirector('PUT', another, 201, {}, FIRST)]);
      await scene.replay([redirector('PUT', another, 204, {}, SECOND)]);
      const id = scene.idAt(another);
      await scene.replay([redirector('COPY', another, 201, onto(scene.path, 'F'))]);
      assert.deepEqual(await scene.trashed(), ['/report.docx']);
      await rest.delete(`/documents/${scene.idAt(scene.path)}`).expect(200);
      await scene.replay([redirector('MOVE', another, 201, onto(scene.path, 'F'))]);
      assert.equal(scene.idAt(scene.path), id);
      await rest.delete(`/documents/${id}`).expect(200);
      const uploaded = await scene.ann.rest.upload(0, 'report.docx', Buffer.from(SECOND));
      assert.notEqual(uploaded, scene.id);
      await rest.delete(`/documents/${uploaded}`).expect(200);
      await scene.replay([redirector('MKCOL', scene.path, 201)]);
      assert.equal((await scene.trashed()).length, 4);
    });

    it('was restored over REST meanwhile: then the name is its own, or another’s', async () => {
      await scene.ann.rest.restore(scene.id);
      const archived = scene.beside('archive.docx');
      await scene.replay([redirector('MOVE', scene.path, 201, onto(archived, 'F'))]);
      await putThere();
      await assertAnother(archived);
    });

    it('was purged meanwhile: what is put there is new', async () => {
      await stage.service.dms.trash.purge(scene.ann.actor, scene.id);
      await putThere();
      assert.notEqual(scene.idAt(scene.path), scene.id);
      assert.deepEqual(await scene.versions(scene.idAt(scene.path)), [SECOND]);
    });
  });

  it('was deleted over REST: what is put there over WebDAV is new', async () => {
    const rest = await clientOf(stage.service, scene.ann);
    await rest.delete(`/documents/${scene.id}`).expect(200);
    await putThere();
    assert.notEqual(scene.idAt(scene.path), scene.id);
    assert.deepEqual(await scene.trashed(), ['/report.docx']);
  });
});
