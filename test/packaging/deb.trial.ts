import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Machine } from '../support/machines/machine.ts';
import { needs } from '../support/needs.ts';
import { run } from '../support/process.ts';
import { trial } from '../support/trial.ts';

/** In place of the binary, whose build takes minutes: it starts the sources, which the machine has in /opt/dms. */
const STAND_IN = `#!/bin/sh
exec /opt/dms/node_modules/.bin/node /opt/dms/bin/dms.js "$@"
`;
const BUILD = fileURLToPath(new URL('../../scripts/build/deb.ts', import.meta.url));

trial('the Debian package', { small: 20, full: 20 }, function () {
  needs(this, 'root', 'adduser', 'lintian', 'systemd-analyze');
  let directory: string;
  let file: string;
  let machine: Machine;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-package-'));
    const binary = join(directory, 'dms-linux-x64');
    await writeFile(binary, STAND_IN);
    await writeFile(join(directory, 'LICENSES.txt'), 'licences');
    const { code, stdout, stderr } = await run(process.execPath, [BUILD, binary, directory]);
    assert.equal(code, 0, stderr);
    file = stdout.trim();
  });
  after(() => rm(directory, { recursive: true }));
  beforeEach(async () => {
    machine = await Machine.start();
    // The machine has a folder for temporary files of its own.
    const { code } = await machine.run('sh', '-c', 'id dms');
    assert.notEqual(code, 0, 'the machine has no dms yet');
    await machine.put(file, '/dms.deb');
  });
  afterEach(() => machine.dispose());

  const install = () => machine.sh('dpkg --install /dms.deb');

  it('pleases lintian', async () => {
    const { code, stdout } = await run('lintian', ['--allow-root', '--fail-on', 'error', file]);
    assert.equal(code, 0, stdout);
  });

  it('installs a program, a unit that systemd accepts, a configuration that dms accepts, and an account', async () => {
    await install();
    const modes = await machine.sh(
      'stat -c "%n %a %U:%G" /usr/bin/dms /etc/dms/config.yaml /usr/lib/systemd/system/dms.service /var/lib/dms',
    );
    assert.deepEqual(modes.trim().split('\n'), [
      '/usr/bin/dms 755 root:root',
      '/etc/dms/config.yaml 640 root:dms',
      '/usr/lib/systemd/system/dms.service 644 root:root',
      '/var/lib/dms 700 dms:dms',
    ]);
    const verified = await machine.run('systemd-analyze', 'verify', '/usr/lib/systemd/system/dms.service');
    assert.deepEqual([verified.code, verified.stderr], [0, '']);
    await machine.sh(
      'setpriv --reuid=dms --regid=dms --clear-groups dms migrate --config /etc/dms/config.yaml',
    );
    await machine.sh(
      'test -f /var/lib/dms/dms.sqlite; test -L /etc/systemd/system/multi-user.target.wants/dms.service',
    );
    const again = await machine.run('dms', 'service', 'install');
    assert.match(again.stderr, /^dms: the package dms has already installed the service/);
  });

  it('keeps the configuration and the documents when it is installed again, and when it is removed', async () => {
    await install();
    await machine.sh('echo "# mine" >> /etc/dms/config.yaml; echo x > /var/lib/dms/document');
    await install();
    await machine.sh('tail -n 1 /etc/dms/config.yaml | grep -x "# mine"');
    await machine.sh('dpkg --remove dms');
    await machine.sh(
      'test ! -e /usr/bin/dms; test -f /var/lib/dms/document; grep -x "# mine" /etc/dms/config.yaml',
    );
    assert.equal(await machine.sh('stat -c "%U %a" /etc/dms/config.yaml'), 'root 640\n');
  });

  it('keeps documents when it is purged, for root only, and gives them back to a new account', async () => {
    await install();
    await machine.sh('echo x > /var/lib/dms/document; chown dms:dms /var/lib/dms/document');
    await machine.sh('mkdir /var/lib/dms/native; touch /var/lib/other; ln /var/lib/other /var/lib/dms/other');
    const { stderr } = await machine.run('dpkg', '--purge', 'dms');
    assert.match(stderr, /the documents are kept in \/var\/lib\/dms/);
    await machine.sh('test ! -e /etc/dms; test ! -e /var/lib/dms/native; ! id dms');
    assert.equal(await machine.sh('stat -c "%U %a" /var/lib/dms'), 'root 700\n');
    await install();
    assert.equal(await machine.sh('stat -c %U /var/lib/dms /var/lib/dms/document'), 'dms\ndms\n');
    assert.equal(await machine.sh('stat -c %U /var/lib/other'), 'root\n');
  });

  it('leaves nothing behind when it is purged without documents', async () => {
    await install();
    await machine.sh('dpkg --purge dms; test ! -e /var/lib/dms; test ! -e /etc/dms');
    await machine.sh('! find /etc/systemd /var/lib/systemd -name "*dms*" | grep .');
  });
});
