import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../support/process.ts';
import { freePort, isListening } from '../../support/servers/ports.ts';
import { S3_KEYS, S3Server } from '../../support/servers/s3-server.ts';

const RCLONE = 'rclone';
const USER = 'office';
const PASSWORD = 'long enough';
const READY_MS = 120_000;

/** Storage protocols, by their names in the documentation of restic and rclone. */
export type Protocol = 's3' | 'sftp' | 'webdav';

/** The remote machine that stores a copy of a backup. */
export interface FarSide {
  /** Environment variables for rclone and restic. rclone's remote is `far:`. */
  readonly environment: Readonly<Record<string, string>>;
  /** The remote folder, for rclone. */
  readonly remote: string;
  /** The remote repository, for restic, with the flags for reaching it. */
  readonly repository: readonly string[];
  close(): Promise<void>;
}

/** Starts a remote. @param directory for its files, and for the keys that both sides share */
export async function openFarSide(protocol: Protocol, directory: string): Promise<FarSide> {
  await mkdir(directory, { recursive: true });
  const common = {
    RCLONE_CONFIG: join(directory, 'no-such.conf'),
    RCLONE_CACHE_DIR: join(directory, 'cache'),
    RESTIC_PASSWORD: 'what only the office knows',
    RESTIC_CACHE_DIR: join(directory, 'cache of restic'),
  };
  if (protocol === 's3') return openS3(common);
  return protocol === 'sftp' ? openSftp(directory, common) : openWebDav(directory, common);
}

async function openS3(common: Record<string, string>): Promise<FarSide> {
  const server = await S3Server.open();
  return {
    environment: {
      ...common,
      RCLONE_CONFIG_FAR_TYPE: 's3',
      RCLONE_CONFIG_FAR_PROVIDER: 'Other',
      RCLONE_CONFIG_FAR_ENDPOINT: server.url,
      RCLONE_CONFIG_FAR_ACCESS_KEY_ID: S3_KEYS.id,
      RCLONE_CONFIG_FAR_SECRET_ACCESS_KEY: S3_KEYS.secret,
      // Debian's rclone cannot use a CA bundle from the environment of this machine, and would fail.
      AWS_CA_BUNDLE: '',
      AWS_ACCESS_KEY_ID: S3_KEYS.id,
      AWS_SECRET_ACCESS_KEY: S3_KEYS.secret,
    },
    remote: 'far:bucket/copy',
    repository: ['--repo', `s3:${server.url}/bucket/restic`],
    close: () => server.close(),
  };
}

async function openSftp(directory: string, common: Record<string, string>): Promise<FarSide> {
  const server = await RcloneServer.start('sftp', directory);
  return {
    environment: {
      ...common,
      RCLONE_CONFIG_FAR_TYPE: 'sftp',
      RCLONE_CONFIG_FAR_HOST: '127.0.0.1',
      RCLONE_CONFIG_FAR_PORT: String(server.port),
      RCLONE_CONFIG_FAR_USER: USER,
      RCLONE_CONFIG_FAR_PASS: await obscured(PASSWORD),
    },
    remote: 'far:copy',
    // restic would start the remote through ssh. ssh reports an error at the end of what Debian's rclone serves, so ssh
    // is left out.
    repository: [
      '--repo',
      'sftp:far:/restic',
      '--option',
      `sftp.command=rclone serve sftp --stdio ${server.files}`,
    ],
    close: () => server.close(),
  };
}

async function openWebDav(directory: string, common: Record<string, string>): Promise<FarSide> {
  const server = await RcloneServer.start('webdav', directory);
  return {
    environment: {
      ...common,
      RCLONE_CONFIG_FAR_TYPE: 'webdav',
      RCLONE_CONFIG_FAR_URL: `http://127.0.0.1:${server.port}`,
      RCLONE_CONFIG_FAR_VENDOR: 'other',
      RCLONE_CONFIG_FAR_USER: USER,
      RCLONE_CONFIG_FAR_PASS: await obscured(PASSWORD),
    },
    remote: 'far:copy',
    // restic does not support WebDAV, and starts rclone for it.
    repository: ['--repo', 'rclone:far:restic'],
    close: () => server.close(),
  };
}

/** A password in the format of rclone's configuration. */
async function obscured(password: string): Promise<string> {
  return (await run('rclone', ['obscure', '-'], { stdin: password })).stdout.trim();
}

/** `rclone serve` on its own port. */
class RcloneServer {
  readonly files: string;
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, files: string, port: number) {
    this.files = files;
    this.port = port;
    this.#child = child;
  }

  /** @param directory parent of the folder `files` */
  static async start(protocol: 'sftp' | 'webdav', directory: string): Promise<RcloneServer> {
    const files = join(directory, 'files');
    await mkdir(files);
    const port = await freePort();
    const flags = ['--addr', `127.0.0.1:${port}`, '--user', USER, '--pass', PASSWORD];
    const child = spawn(RCLONE, ['serve', protocol, files, ...flags], { stdio: 'ignore' });
    const late = Date.now() + READY_MS;
    while (!(await isListening(port))) {
      if (child.exitCode !== null || Date.now() > late) throw new Error(`rclone serve ${protocol} is not up`);
      await sleep(50);
    }
    return new RcloneServer(child, files, port);
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }
}
