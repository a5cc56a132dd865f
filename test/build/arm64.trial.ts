import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDebian } from '../support/machines/debian.ts';
import { run } from '../support/process.ts';
import { freePort } from '../support/servers/ports.ts';
import { trial } from '../support/trial.ts';
import { waiter } from '../support/until.ts';

const BUILD = fileURLToPath(new URL('../../scripts/build/main.ts', import.meta.url));
const PICTURE = fileURLToPath(new URL('../fixtures/pictures/gray.jpg', import.meta.url));
const LIBRARIES = ['libc6', 'libatomic1', 'libstdc++6', 'libgcc-s1'];
const LOGIN = 'ada';
const PASSWORD = 'a long enough password';

const BINFMT = '/proc/sys/fs/binfmt_misc';
const FORMAT = 'dms-trial-aarch64';
/** How programs for this processor begin (ELF, 64 bits, little-endian, machine 183), as binfmt_misc is told. */
const MAGIC = String.raw`\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00`;
const MASK = String.raw`\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff`;

// An emulated processor takes long, and its package is no package of all tests: qemu-user-static.
trial('the binary for arm64, on an emulated processor', { full: 60 }, () => {
  let directory: string;
  let root: string;
  let service: ChildProcess;
  let url: string;
  let log = '';
  const until = waiter(() => log);

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-arm64-'));
    root = join(directory, 'root');
    const built = await run(process.execPath, [BUILD, 'linux-arm64'], { cwd: directory });
    assert.equal(built.code, 0, built.stderr);
    // Nothing of its packages is run, which takes the emulator long.
    await makeDebian(root, 'extract', LIBRARIES, 'arm64');
    await copyFile(join(directory, 'dist/dms-linux-arm64'), join(root, 'dms'));
    for (const folder of ['proc', 'data', 'tmp']) await mkdir(join(root, folder), { recursive: true });
    if (!existsSync(`${BINFMT}/register`)) await run('mount', ['-t', 'binfmt_misc', 'binfmt_misc', BINFMT]);
    // F: the emulator is opened now, so that it is found in the other root.
    writeFileSync(`${BINFMT}/register`, `:${FORMAT}:M:0:${MAGIC}:${MASK}:/usr/bin/qemu-aarch64-static:F`);
  });
  after(async () => {
    writeFileSync(`${BINFMT}/${FORMAT}`, '-1');
    await rm(directory, { recursive: true });
  });

  /** Runs `dms` there, to its end. @returns standard output */
  async function dms(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await run('chroot', [root, '/dms', ...args], { stdin: PASSWORD });
    assert.equal(code, 0, stderr);
    return stdout.trim();
  }

  const curl = (...args: readonly string[]) => run('curl', ['--silent', ...args]);

  it('says its version', async () => {
    assert.match(await dms('--version'), /^\d+\.\d+\.\d+$/);
    assert.match(await dms('version'), /linux-arm64/);
  });

  it('migrates, and makes an administrator', async () => {
    await dms('migrate', '--data-dir', '/data');
    const person = ['--login', LOGIN, '--name', 'Ada', '--email', 'ada@example.org', '--password-stdin'];
    await dms('create-admin', '--data-dir', '/data', ...person);
  });

  it('serves: PUT, GET and a thumbnail', async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const token = await dms('create-token', '--data-dir', '/data', '--login', LOGIN, '--name', 'trial');
    service = spawn('chroot', [root, '/dms', 'serve', '--data-dir', '/data', '--port', String(port)]);
    service.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    await until(async () => (await curl('--fail', `${url}/healthz`)).code === 0);
    const user = ['--user', `${LOGIN}:${PASSWORD}`, '--fail'];
    const document = `${url}/webdav/picture.jpg`;
    assert.equal((await curl(...user, '--upload-file', PICTURE, document)).code, 0);
    const back = join(directory, 'back.jpg');
    assert.equal((await curl(...user, '--output', back, document)).code, 0);
    assert.deepEqual(await readFile(back), await readFile(PICTURE));
    const bearer = ['--oauth2-bearer', token];
    const { stdout } = await curl(...bearer, `${url}/api/folders/0/contents`);
    const id = JSON.parse(stdout).data[0].id;
    const question = ['--output', '/dev/null', '--write-out', '%{content_type}'];
    await until(async () => {
      const thumbnail = await curl(...bearer, ...question, `${url}/api/documents/${id}/thumbnail`);
      return thumbnail.stdout === 'image/jpeg';
    });
    service.kill('SIGTERM');
    assert.deepEqual(await once(service, 'exit'), [0, null]);
  });
});
