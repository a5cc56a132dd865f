import assert from 'node:assert/strict';
import { join } from 'node:path';
import { run } from '../support/process.ts';

/** Whose drive rclone works on, with a token for a password. */
export interface Remote {
  readonly url: string;
  readonly login: string;
  readonly token: string;
}

/** rclone with a remote `dms:`, the drive of somebody. */
export class Rclone {
  readonly #environment: Record<string, string>;

  private constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  /** @param directory where it keeps what it has to remember */
  static async of({ url, login, token }: Remote, directory: string): Promise<Rclone> {
    const { stdout } = await run('rclone', ['obscure', '-'], { stdin: token });
    return new Rclone({
      RCLONE_CONFIG: join(directory, 'no-such.conf'),
      RCLONE_CONFIG_DMS_TYPE: 'webdav',
      RCLONE_CONFIG_DMS_URL: `${url}/webdav/`,
      RCLONE_CONFIG_DMS_VENDOR: 'other',
      RCLONE_CONFIG_DMS_USER: login,
      RCLONE_CONFIG_DMS_PASS: stdout.trim(),
      RCLONE_CACHE_DIR: join(directory, 'cache'),
      RCLONE_CHECKERS: '8',
      RCLONE_TRANSFERS: '8',
    });
  }

  /** The same drive as a client of Nextcloud or ownCloud: with the times of the files, and checksums to verify. */
  as(vendor: 'nextcloud' | 'owncloud'): Rclone {
    return new Rclone({
      ...this.#environment,
      RCLONE_CONFIG_DMS_VENDOR: vendor,
      // Newer ones insist on Nextcloud's own paths, unless they shall not cut uploads into pieces as only Nextcloud knows.
      RCLONE_CONFIG_DMS_NEXTCLOUD_CHUNK_SIZE: '0',
    });
  }

  /** Runs it and asserts that it ends well. @returns what it reported */
  async run(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await run('rclone', args, {
      environment: this.#environment,
    });
    assert.equal(code, 0, `rclone ${args.join(' ')}: ${stdout}${stderr.slice(-4000)}`);
    return stdout + stderr;
  }
}
