import assert from 'node:assert/strict';
import { Machine } from '../../support/machines/machine.ts';
import { needs } from '../../support/needs.ts';

/** Stands in for systemd, which cannot run in a test: it notes what it is told. */
const SYSTEMCTL = '#!/bin/sh\necho "$@" >> /run/told\n';

describe('dms service', function () {
  needs(this, 'root', 'systemd-analyze');
  let machine: Machine;

  beforeEach(async () => {
    machine = await Machine.start();
  });
  afterEach(() => machine.dispose());

  async function ends(code: number, user: string, ...args: string[]) {
    const finished = await machine.dms(user, 'service', ...args);
    assert.equal(finished.code, code, finished.stderr + finished.stdout);
    return finished;
  }

  it('install makes account, configuration, folder and a unit that systemd accepts, and dms works there', async () => {
    const { stdout } = await ends(0, 'root', 'install');
    assert.match(stdout, /systemd is not running here.*\n.*\/etc\/dms\/config\.yaml/);
    const modes = await machine.sh(
      'stat -c "%n %a %U:%G" /etc/dms /etc/dms/config.yaml /etc/systemd/system/dms.service /var/lib/dms',
    );
    assert.deepEqual(modes.trim().split('\n'), [
      '/etc/dms 755 root:root',
      '/etc/dms/config.yaml 640 root:dms',
      '/etc/systemd/system/dms.service 644 root:root',
      '/var/lib/dms 700 dms:dms',
    ]);
    assert.match(await machine.sh('getent passwd dms'), /:\/var\/lib\/dms:\/usr\/sbin\/nologin$/m);
    const verified = await machine.run('systemd-analyze', 'verify', '/etc/systemd/system/dms.service');
    assert.deepEqual([verified.code, verified.stderr], [0, '']);
    const made = await machine.dms('dms', 'migrate', '--config', '/etc/dms/config.yaml');
    assert.equal(made.code, 0, made.stderr);
    await machine.sh('test -f /var/lib/dms/dms.sqlite');
  });

  it('install has systemd start the service, and again leaves account and configuration as they are', async () => {
    await machine.sh(`mkdir -p /run/systemd/system; printf '${SYSTEMCTL}' > /usr/local/bin/systemctl
      chmod 755 /usr/local/bin/systemctl`);
    await ends(0, 'root', 'install', '--user', 'office');
    await machine.sh('echo "# mine" >> /etc/dms/config.yaml');
    const { stderr } = await ends(0, 'root', 'install', '--user', 'office');
    assert.doesNotMatch(stderr, /useradd|config\.yaml/);
    assert.match(await machine.sh('tail -n 1 /etc/dms/config.yaml'), /# mine/);
    const told = 'daemon-reload\nenable dms.service\nrestart dms.service\n';
    assert.equal(await machine.sh('cat /run/told'), told + told);
    assert.match(await machine.sh('cat /etc/systemd/system/dms.service'), /^User=office$/m);
  });

  it('uninstall removes the unit, and says what stays and where', async () => {
    await ends(0, 'root', 'install', '--data-dir', '/srv/office');
    assert.match(await machine.sh('cat /etc/systemd/system/dms.service'), /^ReadWritePaths=\/srv\/office$/m);
    const { stdout } = await ends(0, 'root', 'uninstall');
    assert.match(
      stdout,
      /Kept: the data in \/srv\/office, the configuration \/etc\/dms\/config\.yaml, and the account dms\./,
    );
    await machine.sh(
      'test -d /srv/office; test -f /etc/dms/config.yaml; test ! -e /etc/systemd/system/dms.service',
    );
    assert.match(
      (await ends(1, 'root', 'uninstall')).stderr,
      /there is no \/etc\/systemd\/system\/dms\.service/,
    );
  });

  it('lets the service write to the folder of the backups that the configuration names', async () => {
    await machine.sh(`mkdir /etc/dms; printf 'data_dir: /srv/office
backup:
  dest: /srv/backup
' > /etc/dms/config.yaml`);
    await ends(0, 'root', 'install');
    const unit = await machine.sh('cat /etc/systemd/system/dms.service; stat -c %U /srv/backup');
    assert.match(unit, /^ReadWritePaths=\/srv\/office\nReadWritePaths=-\/srv\/backup$[^]*^dms$/m);
    const { stderr } = await ends(2, 'root', 'install', '--data-dir', '/srv/other');
    assert.match(stderr, /--data-dir \/srv\/other: \/etc\/dms\/config\.yaml sets data_dir to \/srv\/office/);
  });

  it('is for root, but for --dry-run, which changes nothing', async () => {
    const { stderr } = await ends(1, 'daemon', 'install');
    assert.match(stderr, /^dms: only root can install a service/);
    const { stdout } = await ends(0, 'daemon', 'install', '--dry-run');
    assert.match(
      stdout,
      /^run useradd .* dms\nwrite \/etc\/dms\/config\.yaml[^]*^ {4}data_dir: \/var\/lib\/dms$/m,
    );
    assert.match(stdout, /^create \/var\/lib\/dms for dms\nwrite \/etc\/systemd\/system\/dms\.service/m);
    await machine.sh('test ! -e /etc/dms; test ! -e /etc/systemd/system/dms.service; ! id dms');
  });

  it('makes what is above its folder so that the service gets through', async () => {
    await ends(0, 'root', 'install', '--data-dir', '/srv/new/office');
    assert.equal(await machine.sh('stat -c "%a %U" /srv/new /srv/new/office'), '755 root\n700 dms\n');
  });

  for (const [what, script, args, rule] of [
    [
      'a folder that others could change',
      'install -d -o nobody /srv/theirs',
      ['--data-dir', '/srv/theirs/office'],
      /other users than root can change \/srv\/theirs/,
    ],
    [
      'a link into one',
      'install -d -o nobody /srv/theirs; ln -s /srv/theirs /srv/link',
      ['--data-dir', '/srv/link/office'],
      /other users than root can change \/srv\/theirs/,
    ],
    [
      'a configuration of another user',
      'echo "data_dir: /srv/office" > /srv/c.yaml; chown nobody /srv/c.yaml',
      ['--config', '/srv/c.yaml'],
      /other users than root can change \/srv\/c\.yaml/,
    ],
    [
      'a folder with something else in it',
      'mkdir /srv/photos; touch /srv/photos/a.jpg',
      ['--data-dir', '/srv/photos'],
      /contains other files than those of dms/,
    ],
  ] as const)
    it(`refuses ${what}, and changes nothing`, async () => {
      await machine.sh(script);
      assert.match((await ends(2, 'root', 'install', ...args)).stderr, rule);
      await machine.sh('! id dms; test ! -e /etc/systemd/system/dms.service');
    });

  for (const [flag, value, rule] of [
    ['--user', 'root', /--user root: the service needs an account without privileges/],
    ['--user', 'Anna B', /--user Anna B: must be a name of at most 32 lower-case letters/],
    ['--data-dir', 'data', /--data-dir data: must be an absolute path/],
    ['--data-dir', '/srv/a b', /--data-dir \/srv\/a b: must be an absolute path of letters/],
    ['--data-dir', '/home/anna/dms', /--data-dir \/home\/anna\/dms: the service has no access to \/home/],
    ['--config', '/srv/../etc/x', /--config \/srv\/\.\.\/etc\/x: must be an absolute path/],
  ] as const) {
    it(`refuses ${flag} ${value}`, async () => {
      assert.match((await ends(2, 'root', 'install', flag, value)).stderr, rule);
    });
  }
});
