import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { dms, type Finished } from '../../support/process.ts';

describe('the command line', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-cli-'));
  });

  afterEach(async () => {
    await rm(directory, { recursive: true });
  });

  /** Runs `dms` in the directory, and asserts how it ends. */
  async function ends(
    code: number,
    args: string[],
    environment: Record<string, string> = {},
  ): Promise<Finished> {
    const finished = await dms(args, { cwd: directory, environment });
    assert.equal(finished.code, code, finished.stderr);
    return finished;
  }

  it('ends without a stack if nothing reads its output, as in `dms --help | head -1`', async () => {
    const child = spawn(process.execPath, ['bin/dms.js', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.deepEqual([errors, code], ['', 0]);
  });

  it('shows its help on standard output, and ends with 0', async () => {
    const { stdout, stderr } = await ends(0, ['--help']);
    for (const name of ['serve', 'migrate', 'create-admin', 'create-token', 'status', 'lock']) {
      assert.match(stdout, new RegExp(`^ +${name} `, 'm'));
    }
    assert.match(
      stdout.replaceAll(/\s+/g, ' '),
      /in the browser, as a network drive \(WebDAV\), and over REST\./,
    );
    assert.equal(stderr, '');
  });

  it('says its version', async () => {
    const { stdout } = await ends(0, ['--version']);
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });

  for (const [what, args] of [
    ['an unknown command', ['sevre']],
    ['an unknown flag', ['status', '--jsno']],
    ['a flag before the command', ['--config', 'x.yaml', 'status']],
    ['a flag of what is not there yet', ['serve', '--self-signed']],
    ['a missing flag', ['create-admin']],
    ['an argument too many', ['status', 'now']],
    ['a flag without its value', ['serve', '--port']],
    [
      'two sources of one password',
      ['create-admin', '--login', 'a', '--password-stdin', '--password-file', 'x'],
    ],
    ['a password file that is not there', ['create-admin', '--login', 'a', '--password-file', 'nowhere']],
    ['a lifetime that is none', ['create-token', '--login', 'a', '--name', 'n', '--expires', 'soon']],
    ['a scope that is none', ['create-token', '--login', 'a', '--name', 'n', '--scope', 'read,all']],
  ] as const) {
    it(`ends with 2 for ${what}, says so on standard error, and makes nothing`, async () => {
      const { stdout, stderr } = await ends(2, [...args]);
      assert.notEqual(stderr, '');
      assert.equal(stdout, '');
      assert.doesNotMatch(stderr, /^ +at /m, 'no stack');
      assert.ok(!existsSync(join(directory, 'data')));
    });
  }

  it('names every wrong key of a configuration at once, with its place, and ends with 2', async () => {
    const lines = ['server:', '  prot: 80', 'durability: perhaps', 'log:', '  level: loud', ''];
    await writeFile(join(directory, 'config.yaml'), lines.join('\n'));
    const environment = { DMS_TRASH_KEEP_DAYS: 'long', DMS_SERVER_HOTS: 'x' };
    const { stdout, stderr } = await ends(2, ['serve', '--port', 'many'], environment);
    for (const place of [/config\.yaml:2.*prot/, /config\.yaml:3.*durability/, /config\.yaml:5.*level/]) {
      assert.match(stderr, place);
    }
    for (const name of [/DMS_TRASH_KEEP_DAYS/, /DMS_SERVER_HOTS/, /--port/]) assert.match(stderr, name);
    assert.equal(stdout, '');
    assert.ok(!existsSync(join(directory, 'data')));
  });

  it('goes on with variables that container hosts set, and says that they have no effect', async () => {
    const environment = { DMS_PORT: 'tcp://10.0.0.1:8080', DMS_SERVICE_HOST: '10.0.0.1' };
    const { stderr } = await ends(0, ['migrate', '--status'], environment);
    assert.match(
      stderr,
      /^dms: warning: DMS_PORT is not a known variable .*\ndms: warning: DMS_SERVICE_HOST /,
    );
    assert.equal((await ends(0, ['migrate', '--status', '--quiet'], environment)).stderr, '');
  });

  it('does not start over keys that it does not know, but names them, with their places', async () => {
    await writeFile(join(directory, 'config.yaml'), 'server:\n  metrics_token: x\ndurability: some\n');
    const { stderr } = await ends(2, ['serve'], { DMS_SERVER_PORT: 'many' });
    for (const problem of [/config\.yaml:2: .*not a known key/, /config\.yaml:3: durability/, /server\.port/])
      assert.match(stderr, problem);
    assert.ok(!existsSync(join(directory, 'data')));
  });

  it('ends with 2 when the file that --config names is not there', async () => {
    const { stderr } = await ends(2, ['status', '--config', 'nowhere.yaml']);
    assert.match(stderr, /nowhere\.yaml/);
  });

  it('prefers a flag over the environment, that over the file, and that over the default', async () => {
    await writeFile(join(directory, 'config.yaml'), 'data_dir: from-file\n');
    const made = async (args: string[], environment: Record<string, string> = {}): Promise<string> => {
      const { stdout } = await ends(0, ['migrate', '--status', '--json', ...args], environment);
      assert.equal(JSON.parse(stdout).database, null, 'asking makes no database');
      await ends(0, ['migrate', ...args], environment);
      const after = await ends(0, ['migrate', '--status', '--json', ...args], environment);
      return JSON.parse(after.stdout).database;
    };
    assert.equal(await made([]), join(directory, 'from-file', 'dms.sqlite'));
    const environment = { DMS_DATA_DIR: 'from-environment' };
    assert.equal(await made([], environment), join(directory, 'from-environment', 'dms.sqlite'));
    assert.equal(
      await made(['--data-dir', 'from-flag'], environment),
      join(directory, 'from-flag', 'dms.sqlite'),
    );
  });

  for (const [what, args, exitCode, message] of [
    ['an unknown command', ['sevre', '--json'], 2, /^unknown command 'sevre'/],
    ['an unknown flag', ['status', '--jsno', '--json'], 2, /^unknown option '--jsno'/],
    ['a flag before the command', ['--json', 'status'], 2, /^options come after the command/],
    ['a missing flag', ['create-admin', '--json'], 2, /--login/],
    ['a group of commands', ['user', '--json'], 2, /^unknown option '--json'/],
    ['a wrong configuration', ['serve', '--port', 'many', '--json'], 2, /--port/],
    ['a command that cannot be done', ['status', '--json'], 1, /no database/],
    ['a failed upkeep', ['restore', 'nowhere', '--json'], 1, /nowhere/],
  ] as const) {
    it(`says so in one line of JSON with --json: ${what}`, async () => {
      const { stdout, stderr } = await ends(exitCode, [...args]);
      assert.equal(stdout, '');
      assert.match(stderr, /^[^\n]+\n$/);
      const error = JSON.parse(stderr);
      assert.deepEqual(Object.keys(error), ['message', 'exit_code']);
      assert.equal(error.exit_code, exitCode);
      assert.match(error.message, message);
    });
  }

  it('has no status of a directory that holds no database: 1', async () => {
    const { stdout, stderr } = await ends(1, ['status', '--json']);
    assert.equal(stdout, '');
    assert.match(stderr, /no database/);
  });
});
