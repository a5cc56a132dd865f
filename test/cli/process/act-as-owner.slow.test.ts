import assert from 'node:assert/strict';
import { Machine } from '../../support/machines/machine.ts';
import { needs } from '../../support/needs.ts';
import type { Finished } from '../../support/process.ts';

const DATA = '/srv/office';
const ADMIN = ['create-admin', '--login', 'ada', '--email', 'ada@example.org', '--data-dir', DATA];

describe('root, in a data directory of another user', function () {
  needs(this, 'root');
  let machine: Machine;

  beforeEach(async () => {
    machine = await Machine.start();
    await machine.sh(`install -d -m 700 -o nobody -g nogroup ${DATA}`);
  });
  afterEach(() => machine.dispose());

  async function dms(...args: readonly string[]): Promise<Finished> {
    const finished = await machine.dms('root', ...args);
    assert.equal(finished.code, 0, finished.stderr);
    return finished;
  }

  it('begins an office of that user', async () => {
    const { stderr } = await dms(...ADMIN);
    assert.match(stderr, /^running as user 65534, the owner of \/srv\/office, instead of root: /m);
    assert.equal(await machine.sh(`find ${DATA} ! -user nobody`), '');
    await machine.sh(`test -f ${DATA}/dms.sqlite`);
  });

  it('takes a password from a file that is for root only', async () => {
    await machine.sh('umask 077; echo "a long enough password" > /srv/password');
    const { stdout } = await dms(...ADMIN, '--password-file', '/srv/password');
    assert.equal(stdout, 'created the administrator "ada"\n');
  });

  it('follows no link of that user with its own rights', async () => {
    await dms(...ADMIN);
    await machine.sh(`head -c 300000 /dev/zero > /srv/secret; chmod 600 /srv/secret`);
    await machine.sh(`rm -f ${DATA}/reserve ${DATA}/serve.lock`);
    await machine.sh(`ln -s /srv/secret ${DATA}/reserve; ln -s /srv/made ${DATA}/serve.lock`);
    for (const command of ['status', 'migrate', 'reindex', 'doctor'])
      await machine.dms('root', command, '--data-dir', DATA);
    assert.equal(await machine.sh('stat -c "%s %U" /srv/secret'), '300000 root\n');
    await machine.sh('test ! -e /srv/made');
  });
});
