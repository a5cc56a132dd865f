import { accessSync, closeSync, constants, openSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A prerequisite of a test that not every machine has. */
interface Requirement {
  /** How to meet the requirement. */
  readonly advice: string;
  isMet(): boolean;
}

/** The Debian packages of each program that tests start. */
const PACKAGES = {
  adduser: 'adduser',
  bwrap: 'bubblewrap',
  cadaver: 'cadaver',
  caddy: 'caddy',
  cc: 'gcc libc6-dev',
  'chromium-headless-shell': 'chromium-headless-shell',
  curl: 'curl',
  duplicity: 'duplicity',
  'firefox-esr': 'firefox-esr',
  fish: 'fish',
  git: 'git',
  lftp: 'lftp',
  lintian: 'lintian',
  litmus: 'litmus',
  mandoc: 'mandoc',
  'mkfs.btrfs': 'btrfs-progs',
  'mkfs.ext4': 'e2fsprogs',
  mmdebstrap: 'mmdebstrap',
  'mount.davfs': 'davfs2',
  nextcloudcmd: 'nextcloud-desktop-cmd',
  nginx: 'nginx',
  promtool: 'prometheus',
  openssl: 'openssl',
  owncloudcmd: 'owncloud-client-cmd',
  python3: 'python3-minimal',
  rclone: 'rclone',
  restic: 'restic',
  rsync: 'rsync',
  scmp_sys_resolver: 'seccomp',
  soffice: 'libreoffice-writer-nogui',
  'systemd-analyze': 'systemd',
  'systemd-notify': 'systemd',
  'systemd-socket-activate': 'systemd',
  tesseract: 'tesseract-ocr tesseract-ocr-deu',
  unzip: 'unzip',
  vim: 'vim',
  xfs_io: 'xfsprogs',
  zsh: 'zsh',
} as const;

const OTHERS = {
  root: { advice: 'only root mounts; in a container with CAP_SYS_ADMIN', isMet: mayMount },
  '/dev/fuse': { advice: 'modprobe fuse; for a container --device /dev/fuse', isMet: hasFuse },
  '7 GiB': { advice: `room for files in ${tmpdir()}, or in another TMPDIR`, isMet: () => hasRoom(7) },
  '12 GiB': { advice: `room for files in ${tmpdir()}, or in another TMPDIR`, isMet: () => hasRoom(12) },
} as const satisfies Record<string, Requirement>;

/** A program in PATH, or another prerequisite of a test. */
export type Need = keyof typeof PACKAGES | keyof typeof OTHERS;

/** All Debian packages that tests need. */
export const packages: readonly string[] = [
  ...new Set(Object.values(PACKAGES).flatMap((names) => names.split(' '))),
];

const requirements = new Map<string, Requirement>([
  ...Object.entries(PACKAGES).map(([program, name]): [string, Requirement] => [
    program,
    { advice: `Debian package ${name}`, isMet: () => isInPath(program) },
  ]),
  ...Object.entries(OTHERS),
]);

/** True if `work` does not throw. */
function goesWell(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function isInPath(program: string): boolean {
  const directories = (process.env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== '');
  return directories.some((directory) =>
    goesWell(() => accessSync(join(directory, program), constants.X_OK)),
  );
}

/** In a container, root often lacks the capability to mount: CAP_SYS_ADMIN, bit 21 (capabilities(7)). */
function mayMount(): boolean {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false;
  const [, effective = '0'] =
    /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return (BigInt(`0x${effective}`) & (1n << 21n)) !== 0n;
}

/** A container may have the device without permission to use it, so it must be opened. */
function hasFuse(): boolean {
  return goesWell(() => closeSync(openSync('/dev/fuse', 'r+')));
}

function hasRoom(gibibytes: number): boolean {
  const { bavail, bsize } = statfsSync(tmpdir());
  return bavail * bsize > gibibytes * 2 ** 30;
}

function isSuite(body: Mocha.Suite | Mocha.Context): body is Mocha.Suite {
  return 'tests' in body;
}

/**
 * Skips a suite or a test when this machine lacks one of its prerequisites. If the environment variable `CI` is set,
 * the test fails instead, because continuous integration must not skip anything.
 * @param body `this` in the body of `describe` (before any hook) or of `it`, which must therefore be a `function`
 */
export function needs(body: Mocha.Suite | Mocha.Context, ...all: readonly Need[]): void {
  const missing = all.filter((need) => requirements.get(need)?.isMet() !== true);
  if (missing.length === 0) return;
  const titled = isSuite(body) ? body : body.runnable();
  // Mocha's workers transfer only the title of a test, so the reporter finds the missing prerequisites there.
  titled.title += ` [missing: ${missing.join(', ')}]`;
  if (process.env['CI']) {
    const fail = (): never => {
      throw new Error(`CI is set, and this machine lacks ${missing.map(withAdvice).join(', ')}`);
    };
    if (isSuite(body)) body.beforeAll(fail);
    else fail();
  } else if (isSuite(body)) body.pending = true;
  else body.skip();
}

/** The missing prerequisites of a test. @param title full title, including those of the enclosing suites */
export function missingFor(title: string): string[] {
  return [...title.matchAll(/\[missing: ([^\]]+)\]/g)].flatMap(([, list = '']) => list.split(', '));
}

/** A prerequisite, and how to meet it. */
export function withAdvice(need: string): string {
  return `${need} (${requirements.get(need)?.advice ?? ''})`;
}
