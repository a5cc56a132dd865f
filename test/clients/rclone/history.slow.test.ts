// Would catch a drive at an earlier time from which rclone copies another tree than it had put there.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { needs } from '../../support/needs.ts';
import { ServiceProcess } from '../../support/process.ts';
import { ODD_NAMES } from '../names.ts';
import { filesBeneath } from '../tree.ts';
import { Rclone } from './rclone.ts';

describe('rclone, on the drive at an earlier time', function () {
  needs(this, 'rclone');
  let service: ServiceProcess;
  let rclone: Rclone;
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-rclone-history-'));
    service = await ServiceProcess.start({ isReading: false });
    const { login, token } = await service.createAdmin('anna', 'a long enough password');
    rclone = await Rclone.of({ url: service.url, login, token }, directory);
  });
  after(async () => {
    await service.dispose();
    await rm(directory, { recursive: true });
  });

  it('gets back a tree that was changed, moved and deleted since', async () => {
    const tree = join(directory, 'tree');
    await mkdir(join(tree, 'deep', 'deeper'), { recursive: true });
    for (const name of ODD_NAMES) await writeFile(join(tree, 'deep', name), `first ${name}`);
    await writeFile(join(tree, 'deep', 'deeper', 'large.bin'), Buffer.alloc(1_000_000, 'large'));
    await writeFile(join(tree, 'a.txt'), 'first');
    await rclone.run('copy', tree, 'dms:tree');
    // Names of times have whole seconds.
    await setTimeout(1100);
    const time = `${new Date().toISOString().slice(0, 19).replaceAll(':', '.')}Z`;
    await setTimeout(1100);
    await writeFile(join(directory, 'a.txt'), 'the second version');
    await rclone.run('copyto', join(directory, 'a.txt'), 'dms:tree/a.txt');
    await rclone.run('moveto', 'dms:tree/deep', 'dms:elsewhere');
    await rclone.run('purge', 'dms:elsewhere/deeper');

    const back = join(directory, 'back');
    await rclone.run('copy', `dms:.history/${time}/tree`, back);
    assert.deepEqual(await filesBeneath(back), await filesBeneath(tree));
    const report = await rclone.run('check', '--download', tree, `dms:.history/${time}/tree`);
    assert.match(report, /: 0 differences found/);
    // Server-side: COPY.
    await rclone.run('copyto', `dms:.history/${time}/tree/a.txt`, 'dms:tree/first.txt');
    await rclone.run('copyto', 'dms:tree/first.txt', join(directory, 'a.txt'));
    assert.equal(await readFile(join(directory, 'a.txt'), 'utf8'), 'first');
    await assert.rejects(rclone.run('copyto', join(directory, 'a.txt'), `dms:.history/${time}/new.txt`));
    assert.doesNotMatch(service.log, /"level":"(?:error|fatal)"/);
  });
});
