// Would catch: an alarm that programs ring which write, rename or delete thousands of files as they should.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionAt, soundContent } from '../../support/alarm.ts';
import { needs } from '../../support/needs.ts';
import { run } from '../../support/process.ts';
import { trial } from '../../support/trial.ts';
import { MOUNTING } from '../mount.ts';
import { Rclone } from '../rclone/rclone.ts';
import { WatchedDrive } from './watched-drive.ts';

/** Files in each folder that is laid. */
const FOLDER_FILES = 100;

trial('programs that the alarm leaves alone', { small: 40, full: 40 }, function ({ bySize }) {
  needs(this, ...MOUNTING, 'rsync', 'rclone', 'soffice', 'git');
  let drive: WatchedDrive;
  let begun: number;
  let files: number;

  beforeEach(async () => {
    drive = await WatchedDrive.open('notify');
    begun = performance.now();
    files = 0;
  });
  afterEach(async function () {
    try {
      assert.deepEqual(await drive.incidents(), []);
      const seconds = Math.round((performance.now() - begun) / 1000);
      process.stdout.write(
        `      ${String(this.currentTest?.title)}: ${String(files)} files, ${String(seconds)} s\n`,
      );
    } finally {
      await drive.close();
    }
  });

  async function must(program: string, args: readonly string[], environment = {}): Promise<string> {
    const { code, stdout, stderr } = await run(program, args, { cwd: drive.directory, environment });
    assert.equal(code, 0, `${program} ${args.join(' ')}: ${stdout.slice(-2000)}${stderr.slice(-2000)}`);
    return stdout;
  }

  /** Writes files of real formats, 100 in a folder. */
  async function lay(name: string, count: number, salt = 0, extension = extensionAt): Promise<string> {
    const root = join(drive.directory, name);
    for (let index = 0; index < count; index += 1) {
      const folder = join(root, String(Math.floor(index / FOLDER_FILES)));
      if (index % FOLDER_FILES === 0) await mkdir(folder, { recursive: true });
      const kind = extension(index);
      await writeFile(join(folder, `f${String(index)}.${kind}`), soundContent(kind, index + salt));
    }
    return root;
  }

  async function rclone(): Promise<Rclone> {
    const token = { name: 'rclone', scopes: ['webdav'] };
    const { secret } = await drive.service.dms.tokens.create(drive.user.actor, token);
    return Rclone.of({ url: drive.service.url, login: drive.user.login, token: secret }, drive.directory);
  }

  it('rsync sends files, and changed ones over them', async () => {
    files = bySize(200, 5000);
    const source = await lay('tree', files);
    await must('rsync', ['-rt', `${source}/`, join(drive.mount.path, 'tree')]);
    await lay('tree', files, 9000);
    await must('rsync', ['-rt', '--ignore-times', `${source}/`, join(drive.mount.path, 'tree')]);
    assert.equal((await readdir(join(drive.mount.path, 'tree', '1'))).length, FOLDER_FILES);
  });

  it('photographs are imported, get other names, and half of them are deleted', async () => {
    files = bySize(100, 2000);
    const bytes = await readFile(new URL('../../fixtures/pictures/baseline.jpg', import.meta.url));
    const source = join(drive.directory, 'photos');
    await mkdir(source);
    for (let index = 0; index < files; index += 1)
      await writeFile(
        join(source, `DSC_${String(index)}.JPEG`),
        Buffer.concat([bytes, Buffer.from(String(index))]),
      );
    const remote = await rclone();
    await remote.run('copy', source, 'dms:photos');
    for (let index = 0; index < files; index += 1)
      await rename(
        join(drive.mount.path, 'photos', `DSC_${String(index)}.JPEG`),
        join(drive.mount.path, 'photos', `2026 ${String(index)}.jpg`),
      );
    for (let index = 0; index < files; index += 2)
      await rm(join(drive.mount.path, 'photos', `2026 ${String(index)}.jpg`));
  });

  it('git pushes, commits and checks out on the drive', async () => {
    const source = await lay('work', 600, 0, () => 'txt');
    const git = (...args: string[]) =>
      must('git', ['-C', source, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
    const bare = join(drive.mount.path, 'project.git');
    await must('git', ['init', '-q', '--bare', bare]);
    await git('init', '-q');
    for (const folder of await readdir(source)) {
      if (folder === '.git') continue;
      await git('add', folder);
      await git('commit', '-q', '-m', folder);
      await git(
        '-c',
        'push.default=current',
        '-c',
        'transfer.unpackLimit=1000',
        'push',
        '-q',
        bare,
        'HEAD:main',
      );
    }
    const clone = join(drive.mount.path, 'clone');
    await must('git', ['clone', '-q', '-b', 'main', bare, clone]);
    await must('git', ['-C', clone, 'checkout', '-q', 'main~4']);
    await must('git', ['-C', clone, 'checkout', '-q', 'main']);
    await must('git', ['-C', bare, 'gc', '-q']);
    files = 600;
  });

  it('rclone bisync keeps two sides the same, with conflicts', async () => {
    files = bySize(200, 400);
    const source = await lay('both', files);
    const remote = (await rclone()).as('owncloud');
    await remote.run('mkdir', 'dms:both');
    const sync = (...options: string[]) =>
      remote.run('bisync', source, 'dms:both', '--workdir', join(drive.directory, 'work'), ...options);
    await sync('--resync');
    await lay('both', files, 500);
    await must('cp', ['-r', `${await lay('other', bySize(50, 200), 900)}/.`, join(drive.mount.path, 'both')]);
    await sync('--force');
    await rm(join(source, '0'), { recursive: true });
    await sync('--force');
  });

  it('duplicity makes encrypted backups, and deletes old ones', async function () {
    needs(this, 'duplicity');
    let salt = 0;
    const documents = bySize(100, 1500);
    const source = await lay('backed-up', documents);
    const target = `file://${join(drive.mount.path, 'backup')}`;
    const environment = { PASSPHRASE: 'a passphrase', HOME: drive.directory };
    const options = ['--no-print-statistics', '--archive-dir', join(drive.directory, 'archive')];
    await mkdir(join(drive.mount.path, 'backup'));
    for (const kind of ['full', 'incr', 'full', 'incr']) {
      await lay('backed-up', documents, (salt += 2000));
      for (let index = 0; index < bySize(4, 40); index += 1)
        await writeFile(join(source, `film-${String(index)}.mp4`), randomBytes(2 ** 20));
      await must('duplicity', [kind, ...options, '--volsize', '1', source, target], environment);
    }
    const stored = (await readdir(join(drive.mount.path, 'backup'))).length;
    await must('duplicity', ['remove-all-but-n-full', '1', '--force', ...options, target], environment);
    files = stored;
  });

  it('LibreOffice writes documents, over those that it has written', async () => {
    files = bySize(12, 60);
    const source = await lay('letters', files, 0, () => 'txt');
    const target = join(drive.mount.path, 'letters');
    await mkdir(target);
    const letters = await readdir(join(source, '0'));
    const profile = `-env:UserInstallation=file://${join(drive.directory, 'profile')}`;
    for (const format of ['docx', 'pdf', 'docx', 'pdf'])
      await must('soffice', [
        ...[profile, '--headless', '--convert-to', format, '--outdir', target],
        ...letters.map((name) => join(source, '0', name)),
      ]);
    assert.equal((await readdir(target)).length, 2 * files);
  });

  it('a project folder is deleted, and thumbnails and caches are made and deleted', async () => {
    files = bySize(150, 1000);
    const remote = await rclone();
    await remote.run('copy', await lay('project', files), 'dms:project');
    await remote.run(
      'copy',
      await lay('cache', bySize(60, 300), 0, (index) => (index % 2 === 0 ? 'jpg' : 'png')),
      'dms:cache',
    );
    await must('rm', ['-r', join(drive.mount.path, 'project')]);
    await must('rm', ['-r', join(drive.mount.path, 'cache')]);
  });
});
