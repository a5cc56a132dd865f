import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../../rest/browser.ts';
import { dms, type Finished, ServiceProcess } from '../../support/process.ts';
import { totpCode } from '../../support/second-factor.ts';
import { basic, DavClient } from '../../webdav/client.ts';

const PASSWORD = 'a long enough password';

describe('dms user', () => {
  let service: ServiceProcess;
  let anna: Browser;
  let bert: Browser;
  let token: string;

  before(async () => {
    service = await ServiceProcess.start();
    ({ token } = await service.createAdmin('anna', PASSWORD));
    anna = new Browser(service);
    await anna.signIn({ login: 'anna', password: PASSWORD });
  });

  after(() => service.dispose());

  let id: number;
  beforeEach(async () => {
    ({ id } = await service.createUser('bert', PASSWORD));
    bert = new Browser(service);
    await bert.signIn({ login: 'bert', password: PASSWORD });
  });

  afterEach(() => anna.delete(`/users/${id}`).expect(200));

  async function user(code: number, args: string[], stdin?: string): Promise<Finished> {
    const finished = await dms(['user', ...args], {
      cwd: service.directory,
      ...(stdin === undefined ? {} : { stdin }),
    });
    assert.equal(finished.code, code, finished.stderr);
    return finished;
  }

  it('adds an account, with a given password or one that is shown once', async () => {
    const clara = ['add', 'clara', '--email', 'clara@example.org'];
    const { stdout } = await user(0, clara);
    const [, password = ''] = /^clara: added\npassword: (\S+)\n$/.exec(stdout) ?? [];
    assert.equal((await new Browser(service).post('/login', { login: 'clara', password })).status, 200);
    assert.match((await user(1, clara)).stderr, /login: is taken/);
    assert.match((await user(2, ['add', 'dora'])).stderr, /--email/);
    const dora = ['add', 'dora', '--name', 'Dora D', '--email', 'dora@example.org', '--password-stdin'];
    assert.equal((await user(0, dora, PASSWORD)).stdout, 'dora: added\n');
    const accounts: { id: number; login: string; name: string; is_admin: boolean }[] = (
      await anna.get('/users').expect(200)
    ).body.data;
    const made = accounts.filter(({ login }) => /^(?:clara|dora)$/.test(login));
    assert.deepEqual(
      made.map(({ name, is_admin }) => [name, is_admin]),
      [
        ['clara', false],
        ['Dora D', false],
      ],
    );
    for (const account of made) await anna.delete(`/users/${account.id}`).expect(200);
  });

  async function signInStatus(password: string): Promise<number> {
    return (await new Browser(service).post('/login', { login: 'bert', password })).status;
  }

  async function driveStatus(password: string): Promise<number> {
    const drive = new DavClient(service.port, basic('bert', password));
    return (await drive.ask('PROPFIND', '/', { headers: { Depth: '0' } })).status;
  }

  /** What the log says that the command line did, newest first. */
  async function done(): Promise<string[]> {
    const { body } = await new Browser(service)
      .get('/activity?per_page=10')
      .set('Authorization', `Bearer ${token}`)
      .expect(200);
    return body.data
      .filter((entry: { user: string }) => entry.user === 'command line')
      .map((entry: { action: string; details: string }) => `${entry.action} ${entry.details}`);
  }

  it('lists the accounts', async () => {
    const { users } = JSON.parse((await user(0, ['list', '--json'])).stdout);
    assert.deepEqual(
      users.map(({ login }: { login: string }) => login),
      ['anna', 'bert'],
    );
    assert.deepEqual(Object.keys(users[1]), [
      'id',
      'login',
      'name',
      'email',
      'is_admin',
      'is_disabled',
      'two_factor',
      'language',
      'quota_bytes',
      'used_bytes',
      'used_entries',
      'created_at',
      'last_login_at',
    ]);
    const { stdout } = await user(0, ['list']);
    const [head, ...lines] = stdout.trimEnd().split('\n');
    assert.match(String(head), /^ID +LOGIN +NAME +EMAIL +ROLE +STATE +2FA +USED +ENTRIES +LAST SIGN-IN$/);
    assert.match(String(lines[0]), /^\d+ +anna .* admin +enabled +off +0 +0 +\d{4}-\S+Z$/);
    assert.match(
      String(lines[1]),
      /^\d+ +bert +bert +bert@example\.org +user +enabled +off +0 +0 +\d{4}-\S+Z$/,
    );
    assert.doesNotMatch(stdout, /argon2/);
  });

  it('sets a password beside the running service: sessions and the one that the drive remembers end at once', async () => {
    assert.equal(await driveStatus(PASSWORD), 207);
    const other = 'another good password';
    const { stdout, stderr } = await user(0, ['set-password', 'BERT', '--password-stdin'], `${other}\n`);
    assert.deepEqual([stdout, stderr], ['bert: password set\n', '']);
    assert.equal(await driveStatus(PASSWORD), 401);
    await bert.get('/account').expect(401);
    assert.deepEqual([await signInStatus(PASSWORD), await signInStatus(other)], [401, 200]);
    assert.equal(await driveStatus(other), 207);
    assert.deepEqual((await done()).slice(0, 2), [
      'token_revoke all tokens of user bert',
      'password_change password of user bert',
    ]);
    await anna.get('/account').expect(200);
  });

  it('reads the password from a file, or makes one and shows it once', async () => {
    const file = join(service.directory, 'password');
    await writeFile(file, 'one from a file\n');
    assert.equal(
      (await user(0, ['set-password', 'bert', '--password-file', file])).stdout,
      'bert: password set\n',
    );
    assert.equal(await signInStatus('one from a file'), 200);
    const made = JSON.parse((await user(0, ['set-password', 'bert', '--json'])).stdout);
    assert.deepEqual(Object.keys(made), ['id', 'login', 'outcome', 'password']);
    assert.equal(await signInStatus(made.password), 200);
    const { stdout } = await user(0, ['set-password', 'bert']);
    const [, shown = ''] = /^bert: password set\npassword: (\S{20})\n$/.exec(stdout) ?? [];
    assert.equal(await signInStatus(shown), 200);
  });

  it('keeps a user out and lets him in again, by session, token, password and drive, at once', async () => {
    const { body } = await bert.post('/account/tokens', { name: 'x' }).expect(201);
    const byToken = async () =>
      (await new Browser(service).get('/account').set('Authorization', `Bearer ${body.data.token}`)).status;
    const all = async () => [
      await byToken(),
      await driveStatus(PASSWORD),
      await driveStatus(body.data.token),
      await signInStatus(PASSWORD),
    ];
    assert.deepEqual(await all(), [200, 207, 207, 200]);
    assert.equal((await user(0, ['disable', 'bert'])).stdout, 'bert: disabled\n');
    assert.deepEqual(await all(), [401, 401, 401, 401]);
    await bert.get('/account').expect(401);
    assert.equal((await user(0, ['enable', 'bert'])).stdout, 'bert: enabled\n');
    assert.deepEqual(await all(), [200, 207, 207, 200]);
    await bert.get('/account').expect(401);
    assert.deepEqual((await done()).slice(0, 2), Array(2).fill('user_update is_disabled of user bert'));
  });

  it('does not disable the last administrator', async () => {
    const { stdout, stderr } = await user(1, ['disable', 'anna']);
    assert.equal(stdout, '');
    assert.match(stderr, /^dms: .*last administrator\n$/);
    await anna.get('/account').expect(200);
  });

  it('switches the second factor off for who has lost it', async () => {
    const { body } = await bert.post('/account/2fa', { method: 'totp', password: PASSWORD }).expect(200);
    const code = totpCode(body.data.secret, Date.now());
    await bert.post('/account/2fa/confirm', { code }).expect(200);
    const locked = new Browser(service);
    await locked.signIn({ login: 'bert', password: PASSWORD });
    await locked.get('/account').expect(401);
    assert.equal(await driveStatus(PASSWORD), 401);
    assert.deepEqual(JSON.parse((await user(0, ['list', '--json'])).stdout).users[1].two_factor, 'totp');
    const { outcome } = JSON.parse((await user(0, ['2fa-off', 'bert', '--json'])).stdout);
    assert.equal(outcome, 'two-factor sign-in is off now');
    await locked.post('/2fa/verify-code', { code: '123456' }).expect(401);
    await locked.signIn({ login: 'bert', password: PASSWORD });
    await locked.get('/account').expect(200);
    assert.equal(await driveStatus(PASSWORD), 207);
    assert.equal((await done())[0], 'two_factor_off totp of user bert');
    assert.equal((await user(0, ['2fa-off', 'bert'])).stdout, 'bert: two-factor sign-in was off already\n');
  });

  it('fails with 1 for a login that nobody has and a password that is no good, changing nothing', async () => {
    for (const args of [
      ['set-password', 'nobody'],
      ['disable', 'nobody'],
      ['2fa-off', 'nobody'],
    ]) {
      const { stdout, stderr } = await user(1, args);
      assert.deepEqual([stdout, stderr], ['', 'dms: there is no user "nobody"\n']);
    }
    for (const bad of ['short', '']) {
      const { stdout, stderr } = await user(1, ['set-password', 'bert', '--password-stdin'], bad);
      assert.equal(stdout, '');
      assert.match(stderr, /^dms: password: /);
    }
    await bert.get('/account').expect(200);
  });

  it('ends with 2 when it is not said what is meant', async () => {
    for (const args of [
      [],
      ['disable'],
      ['disable', 'bert', 'anna'],
      ['set-password', 'bert', '--password', 'x'],
      ['set-password', 'bert', '--password-stdin', '--password-file', 'x'],
    ]) {
      const { stdout, stderr } = await user(2, args);
      assert.equal(stdout, '');
      assert.notEqual(stderr, '');
    }
    await bert.get('/account').expect(200);
  });

  it('explains itself', async () => {
    const { stdout } = await user(0, ['--help']);
    for (const name of ['list', 'set-password', 'disable', 'enable', '2fa-off'])
      assert.ok(stdout.includes(name));
    assert.match(
      (await user(0, ['set-password', '--help'])).stdout,
      /--password-stdin[^]*DMS_ADMIN_PASSWORD/,
    );
  });

  it('makes nothing where there is no database: 1', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dms-user-'));
    try {
      const { code, stderr } = await dms(['user', 'list'], { cwd: directory });
      assert.equal(code, 1);
      assert.match(stderr, /no database/);
      assert.ok(!existsSync(join(directory, 'data')));
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
