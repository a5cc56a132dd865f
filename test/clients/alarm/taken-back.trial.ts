// Would catch: ransomware on a mounted drive after which the undo leaves a file, or takes back what a colleague did.
import assert from 'node:assert/strict';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { encrypted, extensionAt, soundContent } from '../../support/alarm.ts';
import { needs } from '../../support/needs.ts';
import { dms, run } from '../../support/process.ts';
import { makeFolder, putTo, write } from '../../support/tree.ts';
import { trial } from '../../support/trial.ts';
import { MOUNTING, Mount } from '../mount.ts';
import { WatchedDrive } from './watched-drive.ts';

const IN_A_FOLDER = 100;
/** The files that the colleague edits. */
const EDITED = 5;

trial('files that ransomware encrypted on a drive', { small: 20, full: 60 }, function ({ bySize }) {
  needs(this, ...MOUNTING);
  const files = bySize(120, 5000);
  let drive: WatchedDrive;
  let colleague: UserActor;

  const folderOf = (index: number) => `f${String(Math.floor(index / IN_A_FOLDER))}`;
  const nameOf = (index: number) => `plan-${String(index)}.${extensionAt(index)}`;
  const pathOf = (index: number) => join(folderOf(index), nameOf(index));

  beforeEach(async () => {
    drive = await WatchedDrive.open('notify', async (service, { actor }) => {
      colleague = (await service.createUser('ben')).actor;
      await service.createUser('root', { isAdmin: true });
      const office = await makeFolder(service.dms, actor, 'Office');
      await service.dms.shares.create(actor, { entryId: office, users: ['ben'], permissions: 31 });
      let folder = 0;
      for (let index = 0; index < files; index += 1) {
        if (index % IN_A_FOLDER === 0) folder = await makeFolder(service.dms, actor, folderOf(index), office);
        await write(service.dms, actor, nameOf(index), soundContent(extensionAt(index), index), folder);
      }
    });
  });
  afterEach(() => drive.close());

  /** Encrypts everything; in the middle the colleague edits some files that are encrypted, and some that are not. */
  async function encryptAll(root: string): Promise<number | undefined> {
    let rangAt: number | undefined;
    for (let index = 0; index < files; index += 1) {
      if (index % IN_A_FOLDER === 0) await writeFile(join(root, folderOf(index), 'READ_ME.txt'), 'Pay.');
      if (index === files - IN_A_FOLDER / 2) await editAsColleague();
      const path = join(root, pathOf(index));
      await writeFile(path, encrypted(await readFile(path)));
      await rename(path, `${path}.locked`);
      if (rangAt === undefined && (await drive.incidents()).length > 0) rangAt = index + 1;
    }
    return rangAt;
  }

  async function editAsColleague(): Promise<void> {
    for (let index = 0; index < EDITED; index += 1) {
      const path = ['Office', folderOf(index), `${nameOf(index)}.locked`];
      await putTo(drive.service.dms, colleague, { path }, `by the colleague ${String(index)}`);
    }
  }

  /** What a new mount has other than a folder; the first one may know its listings for a second. */
  async function differences(before: string): Promise<readonly string[]> {
    const mount = await Mount.of(drive.service.url, drive.user);
    try {
      const office = join(mount.path, 'Office');
      const { stdout } = await run('diff', ['-rq', before, office], {});
      return stdout.replaceAll(office, 'office').replaceAll(before, 'before').trim().split('\n').toSorted();
    } finally {
      await mount.dispose();
    }
  }

  it('are as before after dms undo, but for what the colleague edited', async () => {
    const before = join(drive.directory, 'before');
    const office = join(drive.mount.path, 'Office');
    await mkdir(before);
    assert.equal((await run('cp', ['-r', `${office}/.`, before], {})).code, 0);
    const since = new Date().toISOString();
    const rangAt = await encryptAll(office);
    const begun = performance.now();
    const directory = drive.service.dataDirectory;
    const args = ['undo', '--login', 'anna', '--since', since, '--json', '--data-dir', directory];
    const { code, stdout, stderr } = await dms(args, { cwd: directory });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    assert.equal(code, 0, stderr);
    const { reverted, skipped } = JSON.parse(stdout);
    process.stdout.write(
      `      ${String(files)} files: the alarm rang after ${String(rangAt)}; undo in ${seconds} s, ` +
        `${String(reverted)} put back, ${String(skipped)} left\n`,
    );
    const lines = await differences(before);
    const edited = Array.from({ length: EDITED }, (_, index) => index);
    assert.deepEqual(
      lines,
      edited
        .flatMap((index) => [
          `Only in before/${folderOf(index)}: ${nameOf(index)}`,
          `Only in office/${folderOf(index)}: ${nameOf(index)}.locked`,
        ])
        .toSorted(),
    );
    assert.equal(skipped, EDITED);
  });
});
