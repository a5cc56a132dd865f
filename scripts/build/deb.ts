/**
 * Builds the Debian package of the binary:
 *
 *   node scripts/build/deb.ts [BINARY [DIRECTORY]]
 *
 * BINARY is `dist/dms-linux-x64` or another Linux binary; its name ends with the processor. LICENSES.txt of the build
 * must be in the same folder. The package is written to DIRECTORY (default: `dist`).
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { configurationFor } from '../../src/cli/service/service-plan.ts';
import { PACKAGED, systemdUnit } from '../../src/cli/service/systemd-unit.ts';
import { VERSION } from '../../src/cli/version.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAINTAINER = 'dms contributors <dms@lists.example.org>';
/** Debian's processor names, by ours. */
const ARCHITECTURES = new Map([
  ['x64', 'amd64'],
  ['arm64', 'arm64'],
]);
/** Paths where Debian's shells look for command completions. */
const COMPLETIONS = {
  bash: 'usr/share/bash-completion/completions/dms',
  zsh: 'usr/share/zsh/vendor-completions/_dms',
  fish: 'usr/share/fish/vendor_completions.d/dms.fish',
} as const;
const [, , binary = `${ROOT}dist/dms-linux-x64`, directory = `${ROOT}dist`] = process.argv;

function architectureOf(file: string): string {
  const [, ours = ''] = /-linux-(\w+)$/.exec(file) ?? [];
  const theirs = ARCHITECTURES.get(ours);
  if (theirs === undefined) throw new Error(`${file}: must end with -linux-x64 or -linux-arm64`);
  return theirs;
}

/** Time of the release in seconds since 1970. A fixed time makes the package reproducible. */
function releasedAt(): number {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined) return Number(given);
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }));
}

function control(architecture: string): string {
  return `Package: dms
Version: ${VERSION}-1
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Section: net
Priority: optional
Depends: adduser, libatomic1, libc6 (>= 2.34), libgcc-s1, libstdc++6
Suggests: tesseract-ocr, restic, nginx | caddy
Description: document management for small offices
 Documents with all their versions, over WebDAV as a network drive and over
 REST for programs. One program, one SQLite file and one folder of contents.
`;
}

function changelog(released: number): string {
  const date = new Date(released * 1000).toUTCString().replace('GMT', '+0000');
  return `dms (${VERSION}-1) unstable; urgency=medium

  * Release ${VERSION}. What changed for users is in changelog.gz.

 -- ${MAINTAINER}  ${date}
`;
}

function completion(shell: string): string {
  const command = [`${ROOT}bin/dms.js`, 'completion', shell];
  return execFileSync(process.execPath, command, { encoding: 'utf8' });
}

/** Path of each file in the package, its bytes, and whether it is executable. */
async function filesOf(
  architecture: string,
): Promise<[path: string, bytes: string | Buffer, isProgram?: boolean][]> {
  const debian = (name: string): string => readFileSync(`${ROOT}packaging/debian/${name}`, 'utf8');
  const expat = readFileSync(`${ROOT}LICENSE`, 'utf8')
    .split('\n')
    .slice(4)
    .join('\n')
    .trimEnd()
    .replaceAll(/^$/gm, '.');
  const doc = 'usr/share/doc/dms';
  const packed = (text: string): Buffer => gzipSync(text, { level: 9 });
  return [
    ['DEBIAN/control', control(architecture)],
    ['DEBIAN/conffiles', `${PACKAGED.configFile}\n`],
    ...['postinst', 'prerm', 'postrm'].map((name): [string, string, boolean] => [
      `DEBIAN/${name}`,
      debian(name),
      true,
    ]),
    ...Object.entries(COMPLETIONS).map(([shell, path]): [string, string] => [path, completion(shell)]),
    ['etc/dms/config.yaml', await configurationFor(PACKAGED.dataDirectory)],
    ['usr/lib/systemd/system/dms.service', systemdUnit(PACKAGED)],
    ['usr/share/lintian/overrides/dms', debian('lintian-overrides')],
    [`${doc}/copyright`, `${debian('copyright')}${expat.replaceAll(/^/gm, ' ')}\n`],
    [`${doc}/changelog.gz`, packed(readFileSync(`${ROOT}CHANGELOG.md`, 'utf8'))],
    [`${doc}/changelog.Debian.gz`, packed(changelog(releasedAt()))],
    [`${doc}/third-party-licenses.gz`, packed(readFileSync(join(dirname(binary), 'LICENSES.txt'), 'utf8'))],
  ];
}

async function build(): Promise<string> {
  if (!existsSync(binary)) throw new Error(`${binary} is missing: run "npm run build" first`);
  const architecture = architectureOf(binary);
  const stage = mkdtempSync(join(tmpdir(), 'dms-deb-'));
  try {
    process.umask(0o022);
    const place = (path: string): string => {
      mkdirSync(dirname(join(stage, path)), { recursive: true });
      return join(stage, path);
    };
    for (const [path, bytes, isProgram] of await filesOf(architecture))
      writeFileSync(place(path), bytes, { mode: isProgram === true ? 0o755 : 0o644 });
    const environment = { ...process.env, SOURCE_DATE_EPOCH: String(releasedAt()) };
    const page = place('usr/share/man/man1/dms.1');
    const writePage = [`${ROOT}scripts/build/man.ts`, page];
    execFileSync(process.execPath, writePage, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
    execFileSync('gzip', ['--best', '--no-name', page]);
    copyFileSync(binary, place('usr/bin/dms'));
    execFileSync('chmod', ['755', stage, join(stage, 'usr/bin/dms')]);
    mkdirSync(directory, { recursive: true });
    const target = join(directory, `dms_${VERSION}-1_${architecture}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', stage, target], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return target;
  } finally {
    rmSync(stage, { recursive: true });
  }
}

console.log(await build());
