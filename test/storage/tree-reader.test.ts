import assert from 'node:assert/strict';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserActor } from '../../src/model/people/actor.ts';
import { blobPath } from '../../src/storage/blobs/blobs.ts';
import { DamagedContent, type TreeReader } from '../../src/storage/tree-reader.ts';
import { type CoreFixture, openCoreFixture, present } from '../support/accounts.ts';
import { treeReaderOf } from '../support/database/tree-reader.ts';
import { makeFolder, newUser, putTo, write } from '../support/tree.ts';

const LARGE = Buffer.alloc(300_000, 'large ');

describe('the reader of a tree', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let reader: TreeReader;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann', { isAdmin: true });
    reader = treeReaderOf(core);
  });
  afterEach(() => core.close());

  async function bytes(sha256: string): Promise<Buffer> {
    return Buffer.concat(await Array.fromAsync(reader.content({ sha256 })));
  }

  it('finds what is in homes and in system folders, whoever may read it', async () => {
    const office = await core.dms.folders.createSystem(ann, 'Office');
    const plans = await makeFolder(core.dms, ann, 'Plans', office.id);
    const id = await write(core.dms, ann, 'a.txt', 'a', plans);
    const own = await write(core.dms, ann, 'own.txt');
    const find = (login: string | undefined, ...names: string[]) => reader.find({ login, names })?.id;
    assert.equal(find(undefined, 'Office'), office.id);
    assert.equal(find(undefined, 'Office', 'Plans', 'a.txt'), id);
    assert.equal(find('ann'), ann.homeId);
    assert.equal(find('ann', 'own.txt'), own);
    for (const names of [[], ['none'], ['Office', 'a.txt'], ['Office', 'Plans', 'a.txt', 'x']])
      assert.equal(find(undefined, ...names), undefined);
    assert.equal(find('nobody'), undefined);
    assert.deepEqual(
      reader.homes().map(({ login, folder }) => [login, folder.id]),
      [['ann', ann.homeId]],
    );
    assert.deepEqual(
      reader.systemFolders().map(({ name }) => name),
      ['Office'],
    );
  });

  it('reads all members of a large folder once', async () => {
    const names = Array.from({ length: 450 }, (_, index) => `n${String(index)}`);
    for (const name of names) await write(core.dms, ann, name, '');
    assert.deepEqual(
      reader
        .members(ann.homeId)
        .map(({ name }) => name)
        .sort(),
      names.sort(),
    );
  });

  it('reads versions from the oldest on, and what a tree amounts to with and without them', async () => {
    const folder = await makeFolder(core.dms, ann, 'f');
    for (const content of ['1', '22', '333'])
      await putTo(core.dms, ann, { folderId: folder, name: 'a.txt' }, content);
    await write(core.dms, ann, 'b.txt', '4444', folder);
    const [document] = reader.members(folder);
    const versions = reader.versions(present(document).id);
    assert.deepEqual(
      versions.map(({ number, size, author }) => [
        number,
        size,
        reader.loginOf(present(author ?? undefined).id),
      ]),
      [
        [1, 1, 'ann'],
        [2, 2, 'ann'],
        [3, 3, 'ann'],
      ],
    );
    assert.deepEqual(reader.amount(folder, false), { documents: 2, bytes: 7 });
    assert.deepEqual(reader.amount(folder, true), { documents: 2, bytes: 10 });
  });

  it('gives the bytes of small and of large contents', async () => {
    for (const content of [Buffer.alloc(0), Buffer.from('small'), LARGE]) {
      const { document } = await putTo(core.dms, ann, { folderId: 0, name: 'a' }, content);
      assert.deepEqual(await bytes(document.sha256), content);
    }
  });

  it('says of a content that is damaged, cut off, missing or unknown that it is', async () => {
    const { document } = await putTo(core.dms, ann, { folderId: 0, name: 'a' }, LARGE);
    const path = blobPath(join(core.dataDirectory, 'blobs'), document.sha256);
    const small = await putTo(core.dms, ann, { folderId: 0, name: 'b' }, 'small');
    core.elsewhere("UPDATE blobs SET content = CAST('smell' AS BLOB) WHERE size_bytes = 5");
    await assert.rejects(bytes(small.document.sha256), DamagedContent);
    writeFileSync(path, Buffer.alloc(LARGE.length, 'LARGE '));
    await assert.rejects(bytes(document.sha256), {
      name: 'DamagedContent',
      message: /^the content is damaged/,
    });
    truncateSync(path, 10);
    await assert.rejects(bytes(document.sha256), /is damaged/);
    rmSync(path);
    await assert.rejects(bytes(document.sha256), {
      name: 'DamagedContent',
      message: /^the content is missing/,
    });
    await assert.rejects(bytes('0'.repeat(64)), /is missing/);
  });
});
