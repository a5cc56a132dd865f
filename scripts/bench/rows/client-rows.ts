import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mount } from '../../../test/clients/mount.ts';
import { type Finished, run } from '../../../test/support/process.ts';
import { contentOf } from '../contents.ts';
import { makeFolder } from '../fixtures.ts';
import { median, requireResponses, timed } from '../measure.ts';
import { findProgram } from '../servers/contender.ts';
import { type Session, WrongAnswer } from '../session.ts';
import { atMost, type Row } from './row.ts';
import { propfindOptions } from './small-rows.ts';

const COPIED = 300;
const TIMES = 3;

/** Copies the files in a local folder into a folder on the server. @returns the duration in ms */
type Copying = (session: Session, from: string, to: string) => Promise<number>;

interface Client {
  readonly name: string;
  readonly title: string;
  /** @returns undefined if the client is installed, otherwise the missing program */
  readonly missing: () => string | undefined;
  readonly copy: Copying;
}

const CLIENTS: readonly Client[] = [
  {
    name: 'copydavfs',
    title: 'davfs2',
    missing: () =>
      process.getuid?.() === 0 && findProgram('mount.davfs') !== undefined ? undefined : 'mount.davfs',
    copy: copyByDavfs,
  },
  {
    name: 'copyrclone',
    title: 'rclone, 8 at a time',
    missing: () => (findProgram('rclone') === undefined ? 'rclone' : undefined),
    copy: copyByRclone,
  },
  {
    name: 'copygvfs',
    title: 'the file manager of GNOME',
    missing: () => ['gio', 'gvfsd-fuse', 'dbus-run-session'].find((name) => findGvfs(name) === undefined),
    copy: copyByGvfs,
  },
];

/** Rows that measure how long users wait who copy a folder of small files onto their drive. */
export const CLIENT_ROWS: readonly Row[] = CLIENTS.map(({ name, title, missing, copy }) => ({
  name,
  title: `${String(COPIED)} files of 4 KiB copied by ${title}`,
  unit: 'ms',
  targets: [atMost(1, 'apache')],
  measure: async (session) => (missing() === undefined ? copies(session, name, copy) : undefined),
}));

/** Copies into a new folder each time, and checks that all files have arrived. */
async function copies(session: Session, name: string, copy: Copying): Promise<number> {
  const from = mkdtempSync(join(tmpdir(), 'dms-bench-files-'));
  try {
    for (let number = 0; number < COPIED; number++)
      writeFileSync(join(from, `letter ${String(number)}.txt`), contentOf(session.nextNumber()));
    const taken: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      const to = `${name}-${String(time)}`;
      await makeFolder(session, to);
      taken.push(await copy(session, from, to));
      const { body } = await session.call('PROPFIND', `${to}/`, [207], {
        ...propfindOptions('1'),
        keep: true,
      });
      requireResponses(`PROPFIND ${to}/`, body, COPIED + 1);
    }
    return median(taken);
  } finally {
    await rm(from, { recursive: true });
  }
}

/** davfs2 with its default settings, except that it uploads a file as soon as the file is closed. */
async function copyByDavfs(session: Session, from: string, to: string): Promise<number> {
  const mount = await Mount.onto(session.url(''), session.credentials, { delay_upload: 0 });
  try {
    return await timed(async () => {
      succeeded(await run('cp', ['-r', `${from}/.`, join(mount.path, to)]));
      await mount.unmount();
    });
  } finally {
    await mount.dispose();
  }
}

/** rclone pauses for 10 ms before each request, with any server. */
async function copyByRclone(session: Session, from: string, to: string): Promise<number> {
  const { login, password } = session.credentials;
  const { stdout } = succeeded(await run('rclone', ['obscure', password]));
  const environment = {
    RCLONE_CONFIG: '/dev/null',
    RCLONE_WEBDAV_URL: session.url(''),
    RCLONE_WEBDAV_USER: login,
    RCLONE_WEBDAV_PASS: stdout.trim(),
    RCLONE_WEBDAV_VENDOR: 'other',
  };
  return timed(async () => {
    succeeded(await run('rclone', ['copy', '--transfers', '8', from, `:webdav:${to}`], { environment }));
  });
}

const GVFS_SCRIPT = `
  set -e
  export XDG_RUNTIME_DIR="$(mktemp -d)"
  mkdir "$XDG_RUNTIME_DIR/gvfs"
  "$GVFSD_FUSE" "$XDG_RUNTIME_DIR/gvfs"
  printf '%s\\n%s\\n' "$LOGIN" "$PASSWORD" | gio mount "$DRIVE" >&2
  place="$(echo "$XDG_RUNTIME_DIR"/gvfs/*)"
  begun="$(date +%s%N)"
  cp "$FROM"/* "$place/$TO/"
  echo "$(( ($(date +%s%N) - begun) / 1000 ))"
  gio mount --unmount "$DRIVE"
  umount "$XDG_RUNTIME_DIR/gvfs"
  rm -r "$XDG_RUNTIME_DIR"
`;

/** Copies with `cp` onto the GNOME mount, as programs other than GNOME's own do. */
async function copyByGvfs(session: Session, from: string, to: string): Promise<number> {
  const { login, password } = session.credentials;
  const environment = {
    GVFSD_FUSE: findGvfs('gvfsd-fuse') ?? '',
    LOGIN: login,
    PASSWORD: password,
    DRIVE: session.url('').replace('http:', 'dav:'),
    FROM: from,
    TO: to,
  };
  const { stdout } = succeeded(
    await run('dbus-run-session', ['--', 'sh', '-c', GVFS_SCRIPT], { environment }),
  );
  return Number(stdout) / 1000;
}

/** GNOME's own programs are not in PATH. */
function findGvfs(name: string): string | undefined {
  return findProgram(name) ?? findProgram(join('..', 'libexec', name));
}

function succeeded(result: Finished): Finished {
  if (result.code !== 0) throw new WrongAnswer(`the client failed: ${result.stderr}`);
  return result;
}
