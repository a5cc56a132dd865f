import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needs } from '../../support/needs.ts';
import { dms, run } from '../../support/process.ts';

const USER = ['list', 'add', 'set-password', 'disable', 'enable', '2fa-off'];
const MAN = fileURLToPath(new URL('../../../scripts/build/man.ts', import.meta.url));

describe('completion', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-completion-'));
  });
  after(() => rm(directory, { recursive: true }));

  async function scriptFor(shell: string): Promise<string> {
    const { code, stdout, stderr } = await dms(['completion', shell]);
    assert.equal(code, 0, stderr);
    const file = join(directory, shell);
    await writeFile(file, stdout);
    return file;
  }

  async function printedBy(shell: string, ...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await run(shell, args, { cwd: directory });
    assert.deepEqual([code, stderr], [0, '']);
    return stdout;
  }

  it('of bash offers commands, subcommands and options, and nothing where a value is typed', async () => {
    const file = await scriptFor('bash');
    const offered = async (...words: string[]): Promise<string[]> => {
      const line = words.map((word) => `'${word}'`).join(' ');
      const script = `compopt() { :; }; source '${file}'; COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _dms; echo "\${COMPREPLY[*]}"`;
      return (await printedBy('bash', '--noprofile', '--norc', '-c', script)).trim().split(' ');
    };
    assert.deepEqual(await offered('dms', 'create'), ['create-admin', 'create-token']);
    for (const name of USER) assert.ok((await offered('dms', 'user', '')).includes(name), name);
    assert.deepEqual(await offered('dms', 'check', '--d'), ['--data-dir', '--deep']);
    assert.deepEqual(await offered('dms', 'lock', '--d'), ['']);
    assert.deepEqual(await offered('dms', 'lock', 'list', '--d'), ['--data-dir']);
    assert.deepEqual(await offered('dms', 'serve', '--port', ''), ['']);
    // The name of a command is none where it is an argument.
    assert.deepEqual(await offered('dms', 'backup', 'user', '--k'), ['--keep']);
  });

  it('of zsh offers them with their descriptions', async function () {
    needs(this, 'zsh');
    const file = await scriptFor('zsh');
    await printedBy('zsh', '-fn', file);
    const offered = (...words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(' ');
      const stubs = `compdef() { :; }; _describe() { print -rl -- "\${(@P)2}"; }; _files() { print files "$@"; }`;
      const script = `${stubs}; source '${file}'; words=(${line}); CURRENT=$#words; _dms`;
      return printedBy('zsh', '-fc', script);
    };
    assert.match(await offered('dms', ''), /^doctor:find problems/m);
    for (const name of USER) assert.match(await offered('dms', 'user', ''), new RegExp(`^${name}:`, 'm'));
    assert.equal(await offered('dms', 'status', '--config', ''), 'files\n');
    assert.equal(await offered('dms', 'status', '--data-dir', ''), 'files -/\n');
    assert.match(await offered('dms', 'backup', ''), /\nfiles\n$/);
  });

  it('of fish offers them with their descriptions', async function () {
    needs(this, 'fish');
    const file = await scriptFor('fish');
    const offered = async (line: string): Promise<string[]> => {
      const text = await printedBy('fish', '--no-config', '-c', `source '${file}'; complete -C '${line}'`);
      return text.split('\n').map((row) => row.split('\t')[0] ?? '');
    };
    assert.deepEqual(await offered('dms create'), ['create-admin', 'create-token', '']);
    for (const name of USER) assert.ok((await offered('dms user ')).includes(name), name);
    assert.deepEqual(await offered('dms check --d'), ['--data-dir', '--deep', '']);
    assert.deepEqual(await offered('dms serve --port '), ['']);
  });

  it('is there for these shells only', async () => {
    const { code, stderr } = await dms(['completion', 'tcsh']);
    assert.equal(code, 2);
    assert.match(stderr, /bash, zsh, fish/);
  });
});

describe('the manual page', function () {
  needs(this, 'mandoc');

  it('has every command, exit code and option, and is correct', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dms-man-'));
    try {
      const file = join(directory, 'dms.1');
      const made = await run(process.execPath, [MAN, file], {
        environment: { SOURCE_DATE_EPOCH: '1767225600' },
      });
      assert.equal(made.code, 0, made.stderr);
      assert.match(await readFile(file, 'utf8'), /^\.TH DMS 1 2026-01-01 "dms \d/);
      const lint = await run('mandoc', ['-T', 'lint', '-W', 'style', file]);
      assert.deepEqual([lint.code, lint.stdout], [0, '']);
      const { stdout } = await run('mandoc', ['-T', 'utf8', '-O', 'width=200', file]);
      // Bold letters are printed over themselves.
      const text = stdout.replaceAll(/.\u0008/g, '');
      for (const name of [
        'serve',
        'user set-password <login>',
        'config print',
        'doctor',
        'completion <shell>',
      ])
        assert.match(text, new RegExp(`^ +dms ${name}$`, 'm'));
      for (const option of ['--data-dir <dir>', '--heal-from <dir>', '--version'])
        assert.match(text, new RegExp(`^ +${option}`, 'm'));
      assert.match(text, /^EXIT STATUS$/m);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
