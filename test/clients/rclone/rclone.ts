import assert from 'node:assert/strict';
import { join } from 'node:path';
import { run } from '../../support/process.ts';

/** The drive on which rclone works, with a token as password. */
export interface Remote {
  readonly url: string;
  readonly login: string;
  readonly token: string;
}

/** rclone with a remote `dms:`, the drive of a user. */
export class Rclone {
  readonly #environment: Record<string, string>;

  private constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  /** @param directory for rclone's state */
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

  /** The same drive as for a client of Nextcloud or ownCloud: with file times, and checksums to verify. */
  as(vendor: 'nextcloud' | 'owncloud'): Rclone {
    return new Rclone({
      ...this.#environment,
      RCLONE_CONFIG_DMS_VENDOR: vendor,
      // Newer versions require Nextcloud's own paths, unless chunked uploads, which only Nextcloud supports, are
      // disabled.
      RCLONE_CONFIG_DMS_NEXTCLOUD_CHUNK_SIZE: '0',
    });
  }

  /** Runs rclone and asserts success. @returns its report */
  async run(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await run('rclone', args, {
      environment: this.#environment,
    });
    assert.equal(code, 0, `rclone ${args.join(' ')}: ${stdout}${stderr.slice(-4000)}`);
    return stdout + stderr;
  }
}
