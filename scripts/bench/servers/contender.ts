import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { accessSync, constants, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Settings } from '../settings.ts';
import type { Launch, Owner } from './server-process.ts';

/** Names of the servers on the command line and in the results. */
export type ServerName = 'node' | 'apache' | 'nginx' | 'rclone' | 'dms';

/** A server that the benchmark can measure. */
export interface Contender {
  readonly name: ServerName;
  /** Display name. */
  readonly title: string;
  /** @returns the missing program or module, with its Debian package; undefined if nothing is missing */
  missing(): string | undefined;
  /** Name and version of the program. */
  version(): string;
  /** Creates configuration and folders. @returns how to start the server */
  prepare(setup: Setup): Promise<Launch> | Launch;
}

/** Parameters of the benchmark for a server. */
export interface Setup {
  /** A temporary folder for only this server, readable by all users of the machine (mode 0755). */
  readonly folder: string;
  readonly port: number;
  readonly settings: Settings;
  readonly credentials: Credentials;
}

/** Credentials of the only user. */
export interface Credentials {
  readonly login: string;
  readonly password: string;
}

/** @returns credentials with a random password */
export function makeCredentials(): Credentials {
  return { login: 'bench', password: randomBytes(15).toString('hex') };
}

/**
 * @returns the path of a program in PATH or /usr/sbin, where Debian installs servers; undefined if it is
 * missing
 */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((file) => can(file, constants.X_OK));
}

/**
 * Like {@link findProgram}.
 * @throws {Error} if the program is missing; `Contender.missing` reports this earlier
 */
export function program(name: string): string {
  const found = findProgram(name);
  if (found === undefined) throw new Error(`the program ${name} is missing`);
  return found;
}

/** True if this process may read the file. */
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

/** @returns the first version number in the output of the program */
export function printedVersion(name: string, flag: string): string {
  const { stdout, stderr } = spawnSync(program(name), [flag], { encoding: 'utf8' });
  return /\d+\.\d+[\w.-]*/.exec(`${stdout}${stderr}`)?.[0] ?? 'of unknown version';
}

/**
 * Writes a password file for Apache, nginx and rclone. It uses SHA-1, the cheapest hash that all three support, because
 * they verify the password in every request and the benchmark does not compare password hashes.
 */
export function writePasswordFile(file: string, { login, password }: Credentials): void {
  const hash = createHash('sha1').update(password).digest('base64');
  writeFileSync(file, `${login}:{SHA}${hash}\n`, { mode: 0o644 });
}

/**
 * User account for servers that refuse to run as root.
 * @returns undefined if this process is not root; the server then runs under the current user
 */
export function unprivileged(): (Owner & { readonly user: string }) | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = 'www-data';
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { user, uid: idOf('-u'), gid: idOf('-g') };
}
