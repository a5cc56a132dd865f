import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Need } from '../support/needs.ts';
import { run } from '../support/process.ts';

/** Prerequisites of a test that mounts a drive. */
export const MOUNTING = ['mount.davfs', 'root', '/dev/fuse'] as const satisfies readonly Need[];

/** Settings of davfs2's configuration, by key. */
export type Settings = Readonly<Record<string, string | number>>;

/** Default settings of tests, which differ from davfs2's own. */
const PROMPT: Settings = {
  use_locks: 1,
  // Uploads when the file is closed, instead of some seconds later.
  delay_upload: 0,
  // Shows changes by others immediately.
  dir_refresh: 0,
  file_refresh: 0,
};

/** davfs2 with its default delay: a file is uploaded ten seconds after it is closed, or when the drive is unmounted. */
export const DELAYED: Readonly<Record<string, Settings>> = {
  'as it comes': {},
  'without locks': { use_locks: 0 },
};

/** Credentials for the drive. */
export interface Credentials {
  readonly login: string;
  readonly password: string;
}

/** A drive mounted by davfs2. */
export class Mount {
  /** Mount point. */
  readonly path: string;
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
    this.path = join(directory, 'drive');
  }

  /** Mounts `/webdav/` of the service at this URL, so that changes are written and visible immediately. */
  static of(url: string, credentials: Credentials, settings: Settings = PROMPT): Promise<Mount> {
    return Mount.onto(`${url}/webdav/`, credentials, settings);
  }

  /** Mounts the folder at this URL of any server. */
  static async onto(
    drive: string,
    { login, password }: Credentials,
    settings: Settings = PROMPT,
  ): Promise<Mount> {
    const directory = await mkdtemp(join(tmpdir(), 'dms-mount-'));
    const mount = new Mount(directory);
    const cache = join(directory, 'cache');
    await mkdir(mount.path);
    await mkdir(cache);
    // davfs2 switches to its own user, which needs access to its cache.
    await chmod(directory, 0o711);
    await chmod(cache, 0o777);
    const secrets = join(directory, 'secrets');
    await writeFile(secrets, `${drive} ${login} "${password}"\n`, { mode: 0o600 });
    // Newer kernels refuse to list a directory with a smaller buffer, with any server.
    const all = { secrets, cache_dir: cache, buf_size: 256, ask_auth: 0, ...settings };
    const lines = Object.entries(all).map(([key, value]) => `${key} ${value}\n`);
    const configuration = join(directory, 'davfs2.conf');
    await writeFile(configuration, lines.join(''), { mode: 0o600 });
    const options = `conf=${configuration},uid=0,gid=0`;
    const { code, stdout, stderr } = await run('mount.davfs', [drive, mount.path, '-o', options]);
    if (code !== 0) await rm(directory, { recursive: true });
    assert.equal(code, 0, stdout + stderr);
    return mount;
  }

  /** Waits until everything is written and davfs2 has exited; does nothing if davfs2 has already exited. */
  async unmount(): Promise<void> {
    const { stdout } = await run('findmnt', ['--noheadings', '--output', 'FSTYPE', this.path]);
    if (stdout.trim() === '') return;
    const { code, stderr } = await run('umount', [this.path]);
    assert.equal(code, 0, stderr);
  }

  /** Unmounts the drive, and removes davfs2's files. */
  async dispose(): Promise<void> {
    await this.unmount();
    await rm(this.#directory, { recursive: true });
  }
}
