import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { accessSync, constants, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import type { Launch, Owner } from './server-process.ts';
import type { Settings } from './settings.ts';

/** The names that servers have on the command line and in the results. */
export type ServerName = 'node' | 'apache' | 'nginx' | 'rclone' | 'dms';

/** A server that can be measured. */
export interface Contender {
  readonly name: ServerName;
  readonly title: string;
  /** A program or module that this machine lacks, and where it comes from; undefined when all is there. */
  missing(): string | undefined;
  version(): string;
  /** Writes configuration and folders. */
  prepare(place: Place): Promise<Launch> | Launch;
}

/** What a server is given to live in. */
export interface Place {
  /** A temporary folder, its own, which everybody may enter. */
  readonly folder: string;
  readonly port: number;
  readonly settings: Settings;
  readonly credentials: Credentials;
}

/** The one user that all requests are sent as. */
export interface Credentials {
  readonly login: string;
  readonly password: string;
}

export function makeCredentials(): Credentials {
  return { login: 'bench', password: randomBytes(15).toString('base64url') };
}

/** A port of 127.0.0.1 that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port is free'));
        else resolve(address.port);
      });
    });
  });
}

/** The path of a program; Debian keeps servers where only root looks. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((file) => can(file, constants.X_OK));
}

/** @throws {Error} when `missing()` would have told */
export function program(name: string): string {
  const found = findProgram(name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

export function isReadable(file: string): boolean {
  return can(file, constants.R_OK);
}

function can(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

/** The first version number that a program prints. */
export function printedVersion(name: string, flag: string): string {
  const { stdout, stderr } = spawnSync(program(name), [flag], { encoding: 'utf8' });
  return /\d+\.\d+[\w.-]*/.exec(`${stdout}${stderr}`)?.[0] ?? 'of unknown version';
}

/**
 * Writes a password file as Apache, nginx and rclone understand it. SHA-1 is the cheapest that they all know: every
 * request is checked against it, and the comparison is not to be one of password hashes.
 */
export function writePasswordFile(file: string, { login, password }: Credentials): void {
  const hash = createHash('sha1').update(password).digest('base64');
  writeFileSync(file, `${login}:{SHA}${hash}\n`, { mode: 0o644 });
}

/** As whom servers run that will not run as root: undefined, as us, when we are not root. */
export function unprivileged(): (Owner & { readonly user: string }) | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = 'www-data';
  const ask = (flag: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { user, uid: ask('-u'), gid: ask('-g') };
}
