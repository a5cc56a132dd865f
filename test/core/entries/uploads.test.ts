import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Target } from '../../../src/core/placement/placement.ts';
import { READ } from '../../../src/model/entries/permissions.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, credentialId, openCoreFixture, refuses, SYSTEM } from '../../support/accounts.ts';
import { Editor } from '../../support/changes/editor.ts';
import { makeFolder, newUser, onto, paths, putTo, snapshotOf, write } from '../../support/tree.ts';

/** Large enough for a file of its own. */
const LARGE = Buffer.alloc(100_000, 'x');

describe('an upload', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture(undefined, 'relaxed', 3);
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  });
  afterEach(() => core.close());

  const receive = (actor: UserActor, content: Buffer) =>
    core.dms.uploads.receive(actor, Readable.from([content]));

  describe('before its bytes come', () => {
    it('is let through if it may be the bytes that are there, or those of a junk file anew', async () => {
      const small = await newUser(core, 'small', { quotaBytes: 20 });
      await write(core.dms, small, 'plan.txt', '12 bytes now');
      await write(core.dms, small, 'save.tmp', 'seven..');
      const authorise = (name: string, size: number) => () =>
        core.dms.uploads.authorise(small, { folderId: 0, name }, { size });
      authorise('plan.txt', 12)();
      await refuses(authorise('plan.txt', 11), 'quota_exceeded', ['file']);
      authorise('save.tmp', 8)();
      await refuses(authorise('save.tmp', 9), 'quota_exceeded', ['file']);
    });

    it('is refused if its name would be an entry too many, unless it is that of a document', async () => {
      for (const name of ['one', 'two', 'three']) await write(core.dms, ann, name);
      const authorise = (actor: UserActor, target: Target) => () =>
        core.dms.uploads.authorise(actor, target, { size: 1 });
      await refuses(authorise(ann, { path: ['four'] }), 'quota_exceeded', ['folder_id']);
      authorise(ann, { path: ['three'] })();
      await new Editor(core, ann).delete('three');
      // It may come back, with the content as its next version.
      authorise(ann, { path: ['three'] })();
      assert.equal(
        (await putTo(core.dms, ann, { path: ['three'] }, 'x', { continuesHistory: true })).outcome,
        'created',
      );
      assert.deepEqual(await paths(core.dms, ann), ['one', 'three', 'two']);
    });
  });

  describe('whose sender may not store it any more when it has come', () => {
    /** The files of contents, whether stored or on their way. */
    async function files(): Promise<number> {
      const all = await Promise.all(
        ['blobs', 'incoming'].map((folder) =>
          readdir(join(core.dataDirectory, folder), { recursive: true, withFileTypes: true }),
        ),
      );
      return all.flat().filter((each) => each.isFile()).length;
    }

    it('leaves nothing, whether the session, the permission or the room is gone', async () => {
      const folderId = await makeFolder(core.dms, ann, 'folder');
      const share = { entryId: folderId, users: ['ben'] };
      await core.dms.shares.create(ann, { ...share, permissions: 31 });
      const store = async (actor: UserActor, target: Target) => {
        const incoming = await receive(actor, LARGE);
        return () => core.dms.uploads.store(actor, target, incoming);
      };
      const session = await core.session('ann');
      const signedOut = await store(session, { folderId: 0, name: 'a' });
      const withdrawn = await store(ben, { folderId, name: 'a' });
      const tooLarge = await store(ann, { folderId: 0, name: 'b' });
      assert.equal(await files(), 3);
      await core.dms.sessions.end(ann, credentialId(session));
      await core.dms.shares.create(ann, { ...share, permissions: READ });
      await core.dms.users.update(SYSTEM, ann.userId, { quotaBytes: 10 });
      await refuses(signedOut, 'unauthenticated');
      await refuses(withdrawn, 'forbidden');
      await refuses(tooLarge, 'quota_exceeded', ['file']);
      assert.equal(await files(), 0);
    });
  });

  it('of the same bytes with the same title changes nothing', async () => {
    const { document } = await putTo(core.dms, ann, { path: ['a'] }, 'x', { title: 'T' });
    const before = snapshotOf(core.database);
    await putTo(core.dms, ann, onto(core.dms, ann, document.id), 'x', { title: 'T' });
    assert.equal(snapshotOf(core.database), before);
  });
});
