import assert from 'node:assert/strict';
import { dms, type Finished, ServiceProcess } from '../../support/process.ts';

const PASSWORD = 'a long enough password';
const DAY_MS = 86_400_000;

describe('dms create-token', () => {
  let service: ServiceProcess;

  before(async () => {
    service = await ServiceProcess.start();
    await service.createAdmin('anna', PASSWORD);
  });

  after(() => service.dispose());

  async function createToken(code: number, args: string[]): Promise<Finished> {
    const finished = await dms(['create-token', ...args], { cwd: service.directory });
    assert.equal(finished.code, code, finished.stderr);
    return finished;
  }

  async function ask(path: string, authorization: string, method = 'GET'): Promise<number> {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { Authorization: authorization },
    });
    await response.arrayBuffer();
    return response.status;
  }

  const basic = (password: string) => `Basic ${Buffer.from(`anna:${password}`).toString('base64')}`;

  it('prints just the token, which is good for REST and as the password of the drive', async () => {
    const { stdout, stderr } = await createToken(0, ['--login', 'anna', '--name', 'script']);
    assert.match(stdout, /^dms_pat_[0-9A-Za-z]{40}\n$/);
    assert.equal(stderr, '');
    const token = stdout.trim();
    assert.equal(await ask('/api/account', `Bearer ${token}`), 200);
    assert.equal(await ask('/webdav/', basic(token), 'OPTIONS'), 200);
    assert.equal(await ask('/webdav/nothing', basic(token)), 404);
    assert.equal(await ask('/api/users', `Bearer ${token}`), 403, 'the default scopes are without admin');
  });

  it('gives the scopes that are asked for, and no others', async () => {
    const { stdout } = await createToken(0, ['--login', 'anna', '--name', 'reader', '--scope', 'read,admin']);
    const token = stdout.trim();
    assert.equal(await ask('/api/users', `Bearer ${token}`), 200);
    assert.equal(await ask('/api/documents/1', `Bearer ${token}`, 'DELETE'), 403);
    assert.equal(await ask('/webdav/nothing', basic(token)), 403);
  });

  it('says when it ends, with --json; a year from now when nothing is said', async () => {
    const expiry = async (...args: string[]): Promise<string | null> => {
      const { stdout } = await createToken(0, ['--login', 'anna', '--name', 'x', '--json', ...args]);
      const result = JSON.parse(stdout);
      assert.deepEqual(Object.keys(result), ['id', 'token', 'expires_at']);
      return result.expires_at;
    };
    assert.equal(await expiry('--expires', 'never'), null);
    for (const [args, days] of [
      [[], 365],
      [['--expires', '2w'], 14],
      [['--expires', '48h'], 2],
    ] as const) {
      const left = Date.parse((await expiry(...args)) ?? '') - Date.now();
      assert.equal(Math.round(left / DAY_MS), days);
    }
  });

  it('fails with 1 for a login that nobody has, and prints nothing', async () => {
    const { stdout, stderr } = await createToken(1, ['--login', 'nobody', '--name', 'x']);
    assert.equal(stdout, '');
    assert.equal(stderr, 'dms: there is no user "nobody"\n');
  });

  it('leaves no token in the log of the service, where it was used', async () => {
    const { stdout } = await createToken(0, ['--login', 'anna', '--name', 'logged']);
    const token = stdout.trim();
    assert.equal(await ask('/api/account', `Bearer ${token}`), 200);
    assert.equal(await ask(`/webdav/nothing?token=${token}`, basic(token)), 404);
    assert.equal(await ask(`/api/account?token=${token}`, `Bearer ${token}`), 200);
    assert.ok(service.log.includes('/api/account'), 'the requests are in it');
    assert.ok(!service.log.includes(token));
    assert.ok(!service.log.includes(basic(token)));
    assert.ok(!service.log.includes(PASSWORD));
  });
});
