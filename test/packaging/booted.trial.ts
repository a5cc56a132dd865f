import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../build/built.ts';
import { BootedDebian } from '../support/machines/booted-debian.ts';
import { assertLitmus, LITMUS } from '../support/machines/litmus.ts';
import { run } from '../support/process.ts';
import { freePort } from '../support/servers/ports.ts';
import { trial } from '../support/trial.ts';
import { waiter } from '../support/until.ts';

const BUILD_DEB = fileURLToPath(new URL('../../scripts/build/deb.ts', import.meta.url));
const LOGIN = 'ada';
const PASSWORD = 'a long enough password';
const PERSON = `--login ${LOGIN} --name Ada --email ada@example.org --password-stdin`;
const AS_DMS = 'setpriv --reuid=dms --regid=dms --clear-groups';

// A machine must let root boot a container, with systemd-container.
trial('on a Debian that systemd has booted', { full: 60 }, () => {
  let directory: string;
  let binary: string;
  let older: string;
  let newer: string;
  let debian: BootedDebian;
  let url: string;
  const until = waiter(() => 'the service is not as expected');

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-booted-'));
    ({ binary } = await build(directory));
    const { stdout, stderr } = await run(process.execPath, [BUILD_DEB, binary, join(directory, 'dist')]);
    newer = stdout.trim();
    assert.notEqual(newer, '', stderr);
    older = process.env['DMS_OLDER_DEB'] ?? (await olderThan(newer));
    debian = await BootedDebian.boot(directory);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    await debian.sh(`echo DMS_SERVER_PORT=${port} > /etc/default/dms`);
    await debian.put(older, '/root/older.deb');
    await debian.put(newer, '/root/newer.deb');
    await debian.put(binary, '/root/dms');
  });
  after(async () => {
    await debian.powerOff();
    await rm(directory, { recursive: true });
  });

  /** The same package with a lower version. */
  async function olderThan(file: string): Promise<string> {
    const stage = join(directory, 'older');
    await run('dpkg-deb', ['--raw-extract', file, stage]);
    const control = join(stage, 'DEBIAN/control');
    await writeFile(control, (await readFile(control, 'utf8')).replace(/^Version: .*$/m, 'Version: 0.0.1-1'));
    const made = await run('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', stage, `${stage}.deb`]);
    assert.equal(made.code, 0, made.stderr);
    return `${stage}.deb`;
  }

  const isActive = async () => (await debian.run('systemctl', 'is-active', 'dms')).stdout.trim() === 'active';
  const mainPid = () => debian.sh('systemctl show --property=MainPID --value dms');
  const restarts = async () => Number(await debian.sh('systemctl show --property=NRestarts --value dms'));
  const curl = (...args: readonly string[]) =>
    run('curl', ['--silent', '--fail', '--user', `${LOGIN}:${PASSWORD}`, ...args]);

  async function assertKept(content: Buffer): Promise<void> {
    const file = join(directory, 'back');
    assert.equal((await curl('--output', file, `${url}/webdav/kept.bin`)).code, 0);
    assert.deepEqual(await readFile(file), content);
  }

  const content = randomBytes(3_000_000);

  it('the package installs a service that runs at once', async () => {
    await debian.sh('dpkg --install /root/older.deb');
    assert.ok(await isActive());
    await debian.sh(`echo '${PASSWORD}' | ${AS_DMS} dms create-admin ${PERSON}`);
    await writeFile(join(directory, 'kept.bin'), content);
    assert.equal((await curl('--upload-file', join(directory, 'kept.bin'), `${url}/webdav/`)).code, 0);
    await assertKept(content);
    const told = await debian.sh('systemctl show --property=StatusText --value dms');
    assert.equal(told, 'serving');
  });

  for (const [suite, count] of Object.entries(LITMUS)) {
    it(`passes all ${count} tests of "${suite}" of litmus`, () =>
      assertLitmus(suite, count, `${url}/webdav/`, { login: LOGIN, password: PASSWORD, directory }));
  }

  it('comes back when it is killed, and when it hangs', async () => {
    await debian.sh(`kill -9 ${await mainPid()}`);
    await until(async () => (await restarts()) === 1 && (await isActive()));
    await debian.sh(
      'mkdir /run/systemd/system/dms.service.d; cd /run/systemd/system/dms.service.d; ' +
        'printf "[Service]\\nWatchdogSec=5\\n" > watchdog.conf; systemctl daemon-reload; systemctl restart dms',
    );
    const pid = await mainPid();
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    assert.equal(await mainPid(), pid, 'it says in time that it lives');
    const before = await restarts();
    await debian.sh(`kill -STOP ${pid}`);
    await until(async () => (await restarts()) > before && (await isActive()));
    await debian.sh(
      'rm -r /run/systemd/system/dms.service.d; systemctl daemon-reload; systemctl restart dms',
    );
    await assertKept(content);
  });

  it('reloads, stops and starts, and keeps everything', async () => {
    const pid = await mainPid();
    await debian.sh('systemctl reload dms');
    assert.equal(await mainPid(), pid);
    await debian.sh('systemctl stop dms');
    assert.equal(await debian.sh('systemctl show --property=Result --value dms'), 'success');
    await debian.sh('systemctl start dms');
    await assertKept(content);
  });

  it('an upgrade restarts the service, and keeps everything', async () => {
    await debian.sh('dpkg --install /root/newer.deb');
    assert.ok(await isActive());
    await assertKept(content);
    await debian.sh(`${AS_DMS} dms check --deep`);
    const version = await debian.sh('dpkg-query --show --showformat="\\${Version}" dms');
    assert.equal(version, `${(await debian.sh('dms --version')).trim()}-1`);
  });

  it('removal and purge keep the documents, and another install serves them again', async () => {
    await debian.sh('dpkg --purge dms; test ! -e /etc/dms; ! id dms');
    assert.equal(await isActive(), false);
    await debian.sh('dpkg --install /root/newer.deb');
    await until(isActive);
    await assertKept(content);
    await debian.sh('dpkg --purge dms');
  });

  it('the binary installs itself as a service, and removes it', async () => {
    await debian.sh('rm -r /var/lib/dms');
    const refused = await debian.run('/root/dms', 'service', 'install');
    assert.match(refused.stderr, /install -m 755 \/root\/dms \/usr\/local\/bin\/dms/);
    await debian.sh('install -m 755 /root/dms /usr/local/bin/dms; dms service install');
    await until(isActive);
    assert.equal((await run('curl', ['--silent', '--fail', `${url}/healthz`])).code, 0);
    await debian.sh('dms service uninstall');
    assert.equal(await isActive(), false);
  });
});
