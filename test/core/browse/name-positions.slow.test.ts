import assert from 'node:assert/strict';
import { foldedName } from '../../../src/model/entries/names.ts';
import type { Direction } from '../../../src/model/entries/page.ts';
import { DmsError } from '../../../src/model/errors/errors.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

const FOLDERS = ['Akte 2', 'Akte 12', 'archiv', 'Ärzte', 'zebra', '2024'];
const FILES = [
  'akte 1.txt',
  'Akte 100.txt',
  'akte 007',
  'A\u0308pfel',
  'ÄPFEL.pdf',
  'Zoo',
  '1',
  '10',
  '2',
  '🙂',
];
const STARTS = [
  ...['a', 'A', 'ä', 'a\u0308', 'akte', 'AKTE 1', 'akte 12', 'akte 0', 'akte 00', 'akte 7', 'akte 10'],
  ...['z', 'zo', '1', '10', '2', '20', '0', '🙂', 'x', 'akte 2 ', '.', 'ﬀ'],
];
const EACH = [
  ['asc', false],
  ['asc', true],
  ['desc', false],
  ['desc', true],
] as const;

describe('positions of names', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let folder: number;

  before(async () => {
    core = await openCoreFixture();
    [ann, ben] = [await newUser(core, 'ann'), await newUser(core, 'ben')];
    folder = await makeFolder(core.dms, ann, 'folder');
    for (const name of FOLDERS) await makeFolder(core.dms, ann, name, folder);
    for (const name of FILES) await write(core.dms, ann, name, name, folder);
  });
  after(() => core.close());

  /** As somebody would find it who reads the list from its beginning. */
  async function byReading(
    actor: UserActor,
    id: number,
    starts: string,
    direction: Direction,
    foldersOnly: boolean,
  ) {
    const page = { page: 1, perPage: 10_000, sort: 'name', direction, foldersOnly } as const;
    const { items } = await core.dms.folderPages.members(actor, id, page);
    const index = items.findIndex(({ name }) => foldedName(name).startsWith(foldedName(starts)));
    return index === -1 ? null : index;
  }

  async function compareAll(actor: UserActor, id: number, all: readonly string[]): Promise<void> {
    for (const starts of all) {
      for (const [direction, foldersOnly] of EACH) {
        assert.equal(
          await core.dms.folderPages.positionOf(actor, id, { starts, direction, foldersOnly }),
          await byReading(actor, id, starts, direction, foldersOnly),
          `${starts} ${direction} ${foldersOnly}`,
        );
      }
    }
  }

  it('are those of the list by name', () => compareAll(ann, folder, STARTS));

  it('are those of the names that one sees at the mount root', async () => {
    for (const name of ['Akte 2', 'mine']) await makeFolder(core.dms, ben, name);
    await write(core.dms, ben, 'akte 1.txt');
    const page = { page: 1, perPage: 200, sort: 'name', direction: 'asc' } as const;
    for (const { id } of (await core.dms.folderPages.members(ann, folder, page)).items)
      await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 1 });
    await compareAll(ben, 0, [...STARTS, 'akte 2 (', 'akte 1 (2', 'm']);
  });

  it('are found in a folder with many alike', async () => {
    const many = await makeFolder(core.dms, ann, 'many');
    const names = Array.from({ length: 5200 }, (_, number) => `scan ${number}`);
    await Promise.all(names.map((name) => write(core.dms, ann, name, 'x', many)));
    await makeFolder(core.dms, ann, 'scan', many);
    await compareAll(ann, many, ['scan 5', 'scan 51', 'scan 5199', 'scan 6000', 's', 'x']);
  });

  it('are told to nobody who may not read the folder', async () => {
    const asked = core.dms.folderPages.positionOf(ben, folder, { starts: 'a', direction: 'asc' });
    await assert.rejects(asked, (error) => error instanceof DmsError && error.code === 'not_found');
  });
});
