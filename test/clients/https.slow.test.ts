import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, chmod, copyFile, cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from '../support/needs.ts';
import { type Finished, run, ServiceProcess } from '../support/process.ts';
import { MOUNTING, Mount, type Settings } from './mount.ts';
import { Rclone } from './rclone/rclone.ts';
import { copyDocumentation, filesBeneath } from './tree.ts';

const PASSWORD = 'a-long-enough-password';
const FILES = { least: 10, most: 10 };

describe('clients that trust the certificate that the service has made', function () {
  // git is there: nobody has this repository without it.
  needs(this, ...MOUNTING, 'curl', 'rclone');
  this.timeout(300_000);
  let service: ServiceProcess;
  let admin: { login: string; password: string; token: string };
  let directory: string;
  let certificate: string;

  /** What clients get is a copy that all can read, as the data directory is for its owner only. */
  async function handOut(): Promise<void> {
    await copyFile(join(service.dataDirectory, 'tls/cert.pem'), certificate);
    await chmod(certificate, 0o644);
  }

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-https-'));
    // davfs2 reads the certificate as a user of its own.
    await chmod(directory, 0o711);
    certificate = join(directory, 'trusted.pem');
    const environment = { DMS_SERVER_TLS_SELF_SIGNED: 'localhost,127.0.0.1' };
    service = await ServiceProcess.start({ isReading: false, environment, isAsked: false });
    admin = await service.createAdmin('anna', PASSWORD);
    await handOut();
    await writeFile(join(directory, '.netrc'), `default login anna password ${PASSWORD}\n`, { mode: 0o600 });
  });

  after(async () => {
    await service.dispose();
    await rm(directory, { recursive: true });
  });

  function curl(...args: string[]): Promise<Finished> {
    const options = ['--silent', '--show-error', '--fail', '--netrc', '--cacert', certificate];
    return run('curl', [...options, ...args], { environment: { HOME: directory } });
  }

  function git(...args: string[]): Promise<Finished> {
    const environment = { HOME: directory, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_GLOBAL: '/dev/null' };
    // GIT_SSL_CAINFO would win over the setting, on a machine that has it.
    const trusting = ['--unset=GIT_SSL_CAINFO', 'git', '-c', `http.sslCAInfo=${certificate}`];
    return run('env', [...trusting, ...args], { cwd: directory, environment });
  }

  /** Like git, but asserts that it goes well. */
  async function must(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await git(...args);
    assert.equal(code, 0, `git ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout.trim();
  }

  async function rclone(...args: string[]): Promise<string> {
    const remote = await Rclone.of({ ...admin, url: service.url }, directory);
    // One attempt: a certificate that is refused does not get better.
    return remote.run('--ca-cert', certificate, '--retries=1', '--low-level-retries=1', ...args);
  }

  const mount = (trust: Settings): Promise<Mount> =>
    Mount.of(service.url, admin, { delay_upload: 0, ...trust });
  /** By the other name of the certificate. */
  const gitUrl = (): string => `${service.url.replace('127.0.0.1', 'localhost')}/webdav/bare.git`;

  it('davfs2 writes, overwrites, renames and deletes, and another mount finds the same', async () => {
    const source = join(directory, 'source');
    await copyDocumentation(source, FILES, () => 'doc');
    await writeFile(join(source, 'large.bin'), randomBytes(5_000_000));
    const [renamed = '', deleted = '', overwritten = ''] = await filesBeneath(source);
    const first = await mount({ trust_ca_cert: certificate });
    try {
      await cp(join(source, 'doc'), join(first.path, 'doc'), { recursive: true });
      await copyFile(join(source, 'large.bin'), join(first.path, 'large.bin'));
      for (const root of [source, first.path]) {
        await appendFile(join(root, overwritten), 'more');
        await rename(join(root, renamed), join(root, 'renamed'));
        await rm(join(root, deleted));
      }
    } finally {
      await first.dispose();
    }
    // With an empty cache, and with the setting that wants exactly this certificate.
    const second = await mount({ trust_server_cert: certificate });
    try {
      const { code, stdout, stderr } = await run('diff', ['-r', '-x', 'lost+found', source, second.path]);
      assert.equal(code, 0, stdout + stderr);
    } finally {
      await second.dispose();
    }
  });

  it('git pushes twice into a bare repository, deletes a branch, and clones what it pushed', async () => {
    await must('init', '--quiet', '--bare', '--initial-branch=main', 'bare.git');
    await must('-C', 'bare.git', 'update-server-info');
    await rclone('copy', '--create-empty-src-dirs', join(directory, 'bare.git'), 'dms:bare.git');
    await must('init', '--quiet', '--initial-branch=main', 'work');
    const person = ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.org'];
    for (const round of [1, 2]) {
      await writeFile(join(directory, 'work', `${round}.bin`), randomBytes(300_000));
      await must('-C', 'work', 'add', '--all');
      await must('-C', 'work', ...person, 'commit', '--quiet', '--message', `round ${round}`);
      await must('-C', 'work', 'push', gitUrl(), 'main', 'main:draft');
    }
    await must('-C', 'work', 'push', gitUrl(), ':draft');
    await must('clone', '--quiet', gitUrl(), 'clone');
    await must('-C', 'clone', 'fsck', '--full', '--strict');
    const pushed = await must('-C', 'work', 'rev-parse', 'main');
    assert.equal(await must('-C', 'clone', 'rev-parse', 'HEAD'), pushed);
    assert.doesNotMatch(await must('-C', 'clone', 'branch', '--remotes'), /draft/);
    assert.doesNotMatch(await service.command(['lock', 'list']), /bare\.git/);
  });

  it('curl and rclone transfer byte for byte', async () => {
    await rclone('copy', join(directory, 'source'), 'dms:tree');
    await rclone('check', '--download', join(directory, 'source'), 'dms:tree');
    const url = `${service.url}/webdav/curl.bin`;
    const [file, back] = [join(directory, 'source/large.bin'), join(directory, 'back.bin')];
    assert.equal((await curl('--upload-file', file, url)).stderr, '');
    assert.equal((await curl('--output', back, url)).stderr, '');
    assert.equal((await run('cmp', [file, back])).code, 0);
  });

  it('all of them refuse another certificate of the service, until they are given it', async () => {
    await service.kill('SIGTERM');
    await rm(join(service.dataDirectory, 'tls'), { recursive: true });
    await service.listen();
    assert.match((await curl(service.url)).stderr, /certificate/);
    assert.match((await git('ls-remote', gitUrl())).stderr, /certificate/);
    await assert.rejects(rclone('lsd', 'dms:'), /x509: /);
    await assert.rejects(mount({ trust_ca_cert: certificate }), /certificate verification failed/);
    await handOut();
    await must('ls-remote', gitUrl());
    await rclone('lsd', 'dms:');
    await (await mount({ trust_ca_cert: certificate })).dispose();
    assert.doesNotMatch(service.log, /"level":"(?:error|fatal)"/);
  });
});
