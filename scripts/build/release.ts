/**
 * Builds all files of a release in `dist/`, which it empties first: the binaries for all systems, the Debian packages,
 * the manual page, shell completions, the examples of `packaging/`, the bill of materials, licences and checksums.
 *
 * All changes must be committed, and CHANGELOG.md must have a section for the version in package.json.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../../src/cli/version.ts';
import { FLAGS } from '../../test/support/program.ts';
import { writeSums } from './lists.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'dist');
const COPIED = ['CHANGELOG.md', 'LICENSE', 'config.example.yaml'];
const SHELLS = ['bash', 'zsh', 'fish'];

process.chdir(ROOT);

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

/** Runs one of our modules. @returns its standard output */
function node(module: string, ...args: readonly string[]): string {
  const command = [...FLAGS, join(ROOT, module), ...args];
  return execFileSync(process.execPath, command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** @throws {Error} if the checkout is not ready for a release */
function assertReady(): void {
  if (git('status', '--porcelain') !== '') throw new Error('there are changes that are not committed');
  const heading = new RegExp(
    String.raw`^## \[${VERSION.replaceAll('.', String.raw`\.`)}\] - \d{4}-\d\d-\d\d$`,
    'm',
  );
  if (!heading.test(readFileSync('CHANGELOG.md', 'utf8')))
    throw new Error(`CHANGELOG.md has no section "## [${VERSION}] - DATE"`);
}

assertReady();
// All dates are set to the date of the commit, for reproducible builds.
process.env['SOURCE_DATE_EPOCH'] = git('log', '-1', '--format=%ct');
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
process.stdout.write(node('scripts/build/main.ts', '--all'));
for (const system of ['linux-x64', 'linux-arm64'])
  process.stdout.write(node('scripts/build/deb.ts', join(OUT, `dms-${system}`)));
node('scripts/build/man.ts', join(OUT, 'dms.1'));
for (const shell of SHELLS) writeFileSync(join(OUT, `dms.${shell}`), node('bin/dms.js', 'completion', shell));
for (const file of COPIED) copyFileSync(file, join(OUT, file));
const examples = join(OUT, `dms-${VERSION}-packaging.tar.gz`);
git('archive', `--output=${examples}`, `--prefix=dms-${VERSION}/`, 'HEAD', 'packaging');
await writeSums(OUT);
console.log(`dms ${VERSION} of ${git('rev-parse', 'HEAD')} is in ${OUT}`);
