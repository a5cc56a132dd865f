import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

const MOST_BYTES = 10 * 1024 * 1024;
/** The longest that documents may have. */
const COMMENTS = 'x'.repeat(64 * 1024);

describe('paths that are kept', () => {
  let core: CoreFixture;
  let ann: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
  });
  afterEach(() => core.close());

  /** Whether the first of these paths is kept until the last one has been asked for. */
  function areAllKept(paths: readonly (readonly string[])[]): boolean {
    const [first = []] = paths;
    const found = core.dms.tree.resolve(ann, first);
    assert.ok(found && core.dms.tree.resolve(ann, first) === found, 'not even one is kept');
    for (const path of paths) assert.ok(core.dms.tree.resolve(ann, path));
    return core.dms.tree.resolve(ann, first) === found;
  }

  it('take no more memory than they may, however long they are', async () => {
    const folders: string[] = [];
    let folder = 0;
    for (let level = 0; level < 60; level += 1) {
      folders.push(`${level}`.padEnd(200, 'x'));
      folder = await makeFolder(core.dms, ann, folders.at(-1) ?? '', folder);
    }
    const names = Array.from({ length: MOST_BYTES / (60 * 200) }, (_, number) => `${number}`);
    await Promise.all(names.map((name) => write(core.dms, ann, name, 'x', folder)));
    const paths = names.map((name) => [...folders, name]);
    assert.ok(areAllKept(paths.slice(0, 50)));
    assert.ok(!areAllKept(paths));
  });

  it('take no more memory than they may, however much is said of the documents', async () => {
    const paths: string[][] = [];
    for (let number = 0; number < MOST_BYTES / COMMENTS.length; number += 1) {
      const id = await write(core.dms, ann, `${number}`);
      await core.dms.documents.update(ann, id, { comments: COMMENTS });
      paths.push([`${number}`]);
    }
    assert.ok(areAllKept(paths.slice(0, 50)));
    assert.ok(!areAllKept(paths));
  });
});
