import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileLock } from '../../../src/storage/disk/file-lock.ts';
import { dms, type Finished, ServiceProcess } from '../../support/process.ts';

const PASSWORD = 'a long enough password';
/** Longer than a start waits for a process that does not create the database. */
const CREATING_MS = 6000;

interface Asked {
  readonly environment?: Record<string, string>;
  readonly stdin?: string;
}

describe('dms create-admin beside the first start of a service', () => {
  // Whoever comes first creates the database; each order comes up within a few rounds.
  for (let round = 1; round <= 2; round += 1) {
    it(`goes well, and so does the start (${String(round)})`, async () => {
      const directory = await mkdtemp(join(tmpdir(), 'dms-first-'));
      const args = ['create-admin', '--login', 'first', '--email', 'first@example.org'];
      const [service, created] = await Promise.all([
        ServiceProcess.start({ directory }),
        dms(args, { cwd: directory }),
      ]);
      await service.dispose();
      assert.equal(created.code, 0, created.stderr);
    });
  }

  it('goes well where creating the database takes long', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dms-first-'));
    await mkdir(join(directory, 'data'), { mode: 0o700 });
    const lock = FileLock.acquire(join(directory, 'data', 'serve.lock'));
    const [service] = await Promise.all([
      ServiceProcess.start({ directory }),
      sleep(CREATING_MS).then(() => lock?.release()),
    ]);
    await service.dispose();
  });
});

describe('dms create-admin', () => {
  let service: ServiceProcess;

  before(async () => {
    service = await ServiceProcess.start();
  });

  after(() => service.dispose());

  async function createAdmin(
    code: number,
    login: string,
    args: string[] = [],
    asked: Asked = {},
  ): Promise<Finished> {
    const all = ['create-admin', '--login', login, '--email', `${login}@example.org`, ...args];
    const finished = await dms(all, { cwd: service.directory, ...asked });
    assert.equal(finished.code, code, finished.stderr);
    return finished;
  }

  /** Signs in at the service that runs beside. @returns the status, and the account when it was let in */
  async function signIn(
    login: string,
    password: string,
  ): Promise<{ status: number; user: Record<string, unknown> }> {
    const response = await fetch(`${service.url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ login, password }),
    });
    await response.text();
    if (response.status !== 200) return { status: response.status, user: {} };
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
    const account = await fetch(`${service.url}/api/account`, { headers: { Cookie: cookie } });
    return { status: response.status, user: JSON.parse(await account.text()).data };
  }

  it('makes a password when it is given none, prints it once, and it is good', async () => {
    const { stdout, stderr } = await createAdmin(0, 'made');
    const password = /^password: (\S{16,})$/m.exec(stdout)?.[1] ?? '';
    assert.notEqual(password, '');
    assert.equal(stdout.split(password).length, 2, 'once on standard output');
    assert.ok(!stderr.includes(password), 'not on standard error');
    const { status, user } = await signIn('made', password);
    assert.equal(status, 200);
    assert.equal(user['is_admin'], true);
    assert.equal(user['name'], 'made', 'the name is the login where none is given');
  });

  it('prints the result as JSON, the password only if it made it', async () => {
    const made = JSON.parse((await createAdmin(0, 'json-made', ['--json', '--name', 'Jo'])).stdout);
    assert.deepEqual(Object.keys(made), ['id', 'login', 'outcome', 'password']);
    assert.equal(made.outcome, 'created');
    const given = await createAdmin(0, 'json-given', ['--json', '--password-stdin'], { stdin: PASSWORD });
    assert.deepEqual(Object.keys(JSON.parse(given.stdout)), ['id', 'login', 'outcome']);
  });

  it('takes the password from standard input, its first line, and does not print it', async () => {
    const { stdout, stderr } = await createAdmin(0, 'by-stdin', ['--password-stdin'], {
      stdin: `${PASSWORD}\nmore\n`,
    });
    assert.ok(!`${stdout}${stderr}`.includes(PASSWORD));
    assert.equal((await signIn('by-stdin', PASSWORD)).status, 200);
  });

  it('takes the password from a file', async () => {
    const file = join(service.directory, 'password');
    await writeFile(file, `${PASSWORD}\n`, { mode: 0o600 });
    await createAdmin(0, 'by-file', ['--password-file', file]);
    assert.equal((await signIn('by-file', PASSWORD)).status, 200);
  });

  it('takes the password from DMS_ADMIN_PASSWORD, and does not print it', async () => {
    const asked = { environment: { DMS_ADMIN_PASSWORD: PASSWORD } };
    const { stdout, stderr } = await createAdmin(0, 'by-environment', [], asked);
    assert.ok(!`${stdout}${stderr}`.includes(PASSWORD));
    assert.equal((await signIn('by-environment', PASSWORD)).status, 200);
  });

  it('fails with 1 for a login that exists, in whatever case, and changes nothing', async () => {
    await createAdmin(0, 'taken', ['--password-stdin', '--name', 'The First'], { stdin: PASSWORD });
    for (const login of ['taken', 'TAKEN']) {
      const other = { stdin: 'quite another password' };
      const { stdout, stderr } = await createAdmin(
        1,
        login,
        ['--password-stdin', '--name', 'Another'],
        other,
      );
      assert.equal(stdout, '');
      assert.match(stderr, /--update/);
    }
    assert.equal((await signIn('taken', 'quite another password')).status, 401);
    const { status, user } = await signIn('taken', PASSWORD);
    assert.equal(status, 200);
    assert.equal(user['name'], 'The First');
  });

  it('gives the existing user a new password with --update, which the running service knows at once', async () => {
    await createAdmin(0, 'updated', ['--password-stdin', '--name', 'Old Name'], { stdin: PASSWORD });
    assert.equal((await signIn('updated', PASSWORD)).status, 200);
    const next = { stdin: 'quite another password' };
    const { stdout } = await createAdmin(0, 'updated', ['--password-stdin', '--update', '--json'], next);
    assert.equal(JSON.parse(stdout).outcome, 'updated');
    assert.equal((await signIn('updated', PASSWORD)).status, 401);
    const { status, user } = await signIn('updated', 'quite another password');
    assert.equal(status, 200);
    assert.equal(user['name'], 'Old Name', 'what is not given stays');
  });

  for (const [what, args, stdin] of [
    ['a password that is too short', ['--password-stdin'], 'short'],
    ['an address that is none', ['--password-stdin', '--email', 'nobody'], PASSWORD],
  ] as const) {
    it(`fails with 1 for ${what}, without a stack, and makes nobody`, async () => {
      const { stdout, stderr } = await createAdmin(1, 'refused', [...args], { stdin });
      assert.equal(stdout, '');
      assert.match(stderr, /^dms: \S/);
      assert.doesNotMatch(stderr, /^dms: +at /m);
      assert.equal((await signIn('refused', stdin)).status, 401);
    });
  }

  it('needs an address for a new user: 2', async () => {
    const finished = await dms(['create-admin', '--login', 'nameless'], { cwd: service.directory });
    assert.equal(finished.code, 2);
    assert.match(finished.stderr, /--email/);
  });

  it('prints the result alone with --quiet, on a directory that it has to make too', async () => {
    const args = [
      'create-admin',
      '--login',
      'a',
      '--email',
      'a@example.org',
      '--quiet',
      '--data-dir',
      'other',
    ];
    const { code, stdout, stderr } = await dms(args, { cwd: service.directory });
    assert.equal(code, 0, stderr);
    assert.equal(stderr, '');
    assert.match(stdout, /^created the administrator "a"\npassword: \S+\n$/);
  });

  it('leaves no password in the log of the service, nor in the clear in its data directory', () => {
    assert.ok(!service.log.includes(PASSWORD));
    for (const file of ['dms.sqlite', 'dms.sqlite-wal']) {
      assert.ok(!readFileSync(join(service.dataDirectory, file)).includes(PASSWORD), file);
    }
  });
});
