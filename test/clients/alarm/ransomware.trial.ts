// Would catch: ransomware on a mounted drive that encrypts more than some documents before its user is stopped.
import assert from 'node:assert/strict';
import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encrypted, extensionAt, soundContent } from '../../support/alarm.ts';
import { needs } from '../../support/needs.ts';
import { write } from '../../support/tree.ts';
import { trial } from '../../support/trial.ts';
import { MOUNTING } from '../mount.ts';
import { WatchedDrive } from './watched-drive.ts';

const FILES = 150;
/** Encrypted files at which it must have rung: the limit, and those that pass meanwhile. */
const LATEST = 40;

/** How ransomware encrypts one file. */
const WAYS: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'in place': async (path) => writeFile(path, encrypted(await readFile(path))),
  'in place, then renamed': async (path) => {
    await writeFile(path, encrypted(await readFile(path)));
    await rename(path, `${path}.locked`);
  },
  'renamed, then in place': async (path) => {
    await rename(path, `${path}.locked`);
    await writeFile(`${path}.locked`, encrypted(await readFile(`${path}.locked`)));
  },
  'to a new file, the old one deleted': async (path) => {
    await writeFile(`${path}.locked`, encrypted(await readFile(path)));
    await unlink(path);
  },
  'to a new file without extension, the old one deleted': async (path) => {
    await writeFile(path.replace(/plan-(\d+)\..*/, '$1A6F'), encrypted(await readFile(path)));
    await unlink(path);
  },
  'to a temporary file that replaces it': async (path) => {
    await writeFile(`${path}.tmp`, encrypted(await readFile(path)));
    await rename(`${path}.tmp`, path);
  },
};

trial('ransomware on a drive of davfs2', { small: 10, full: 10 }, function () {
  needs(this, ...MOUNTING);
  let drive: WatchedDrive;

  beforeEach(async () => {
    drive = await WatchedDrive.open('pause', async ({ dms }, { actor }) => {
      for (let index = 0; index < FILES; index += 1)
        await write(dms, actor, nameAt(index), soundContent(extensionAt(index), index));
    });
  });
  afterEach(() => drive.close());

  const nameAt = (index: number) => `plan-${String(index)}.${extensionAt(index)}`;

  for (const [way, encrypt] of Object.entries(WAYS)) {
    it(`that encrypts ${way} is stopped`, async () => {
      let rangAt: number | undefined;
      let failed = 0;
      for (let index = 0; index < FILES; index += 1) {
        await encrypt(join(drive.mount.path, nameAt(index))).catch(() => void (failed += 1));
        if (rangAt === undefined && (await drive.incidents()).length > 0) rangAt = index + 1;
      }
      const [incident] = await drive.incidents();
      process.stdout.write(
        `      ${way}: rang after ${String(rangAt)} of ${String(FILES)} files (${String(incident?.kind)}), ` +
          `${String(failed)} refused\n`,
      );
      assert.ok(rangAt !== undefined && rangAt <= LATEST, `rang after ${String(rangAt)}`);
      assert.ok(failed >= FILES - LATEST, `${String(failed)} refused`);
    });
  }
});
