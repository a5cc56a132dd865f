import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadConfig } from '../../config/loader.ts';
import { isBinary, readProgramFile } from '../../program/files.ts';
import { launchOf } from '../../program/launch.ts';
import { openToOthers } from '../../program/ownership.ts';
import { CommandError, EXIT } from '../terminal/output.ts';
import { hasUser, type Step } from './service-steps.ts';
import { HIDDEN_FOLDERS, PACKAGED, systemdUnit } from './systemd-unit.ts';

/** Flags of `dms service install`. */
export interface ServiceFlags {
  readonly user?: string;
  readonly dataDir?: string;
  readonly config?: string;
}

/** Steps to run, and the account and paths of the service. */
export interface ServicePlan {
  readonly steps: readonly Step[];
  readonly user: string;
  readonly configFile: string;
  readonly dataDirectory: string;
}

/** Location of units that are not from a package. */
const UNIT_FILE = '/etc/systemd/system/dms.service';
const PACKAGE_UNITS = ['/usr/lib/systemd/system/dms.service', '/lib/systemd/system/dms.service'];
/** Exists if systemd is running (sd_booted(3)). */
const BOOTED = '/run/systemd/system';

/** @throws {CommandError} if a flag, the configuration or the path of the program is not suitable for a service */
export async function installPlan(
  flags: ServiceFlags,
): Promise<ServicePlan & { readonly program: readonly string[] }> {
  if (PACKAGE_UNITS.some((path) => existsSync(path)) && !existsSync(UNIT_FILE))
    throw new CommandError(
      'the package dms has already installed the service: run systemctl enable --now dms.service',
    );
  const user = userOf(flags);
  const configFile = pathOf('--config', flags.config ?? PACKAGED.configFile);
  const { dataDirectory, writable } = placesOf(configFile, flags.dataDir);
  const program = ownProgram();
  const unit = systemdUnit({ program, user, configFile, dataDirectory, writable });
  const account = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'] as const;
  const made = [dataDirectory, ...writable].filter((path) => !existsSync(path));
  if (existsSync(dataDirectory)) assertOfOffice(dataDirectory);
  const steps: Step[] = [];
  if (!hasUser(user))
    steps.push({ kind: 'run', command: ['useradd', ...account, '--home-dir', dataDirectory, user] });
  if (!existsSync(configFile)) {
    const text = await configurationFor(dataDirectory);
    steps.push({ kind: 'write', path: configFile, text, readableBy: user });
  }
  steps.push(...made.map((path): Step => ({ kind: 'directory', path, owner: user })));
  steps.push({ kind: 'write', path: UNIT_FILE, text: unit });
  if (runsSystemd())
    for (const words of [['daemon-reload'], ['enable', 'dms.service'], ['restart', 'dms.service']])
      steps.push({ kind: 'run', command: ['systemctl', ...words] });
  return { steps, user, configFile, dataDirectory, program };
}

/** @throws {CommandError} if there is no service made by `dms service install` */
export function uninstallPlan(): ServicePlan {
  if (!existsSync(UNIT_FILE))
    throw new CommandError(
      `there is no ${UNIT_FILE}; to remove the service of a package, remove the package`,
    );
  const unit = readFileSync(UNIT_FILE, 'utf8');
  const steps: Step[] = [{ kind: 'remove', path: UNIT_FILE }];
  if (runsSystemd()) {
    steps.unshift({ kind: 'run', command: ['systemctl', 'disable', '--now', 'dms.service'] });
    steps.push({ kind: 'run', command: ['systemctl', 'daemon-reload'] });
  }
  return {
    steps,
    user: valueIn(unit, /^User=(.+)$/m),
    configFile: valueIn(unit, /^ExecStart=.* --config (\S+)$/m),
    dataDirectory: valueIn(unit, /^RequiresMountsFor=(.+)$/m),
  };
}

/** Whether systemd manages the services of this machine. */
export function runsSystemd(): boolean {
  return existsSync(BOOTED);
}

function valueIn(unit: string, pattern: RegExp): string {
  const [, value] = pattern.exec(unit) ?? [];
  if (value === undefined) throw new CommandError(`${UNIT_FILE} was not created by dms: remove it manually`);
  return value;
}

/** `config.example.yaml` with this data directory. */
export async function configurationFor(dataDirectory: string): Promise<string> {
  const example = await readProgramFile(import.meta.resolve('../../../config.example.yaml'));
  return example.toString().replace(/^data_dir: .*$/m, `data_dir: ${dataDirectory}`);
}

function userOf({ user = PACKAGED.user }: ServiceFlags): string {
  if (!/^[a-z_][a-z0-9_-]{0,31}$/.test(user))
    throw new CommandError(
      `--user ${user}: must be a name of at most 32 lower-case letters, digits, - and _`,
      EXIT.usage,
    );
  if (user === 'root')
    throw new CommandError('--user root: the service needs an account without privileges', EXIT.usage);
  return user;
}

/**
 * Accepts only characters without special meaning in unit files: systemd interprets quotes, blanks, `%` and `$`.
 * @throws {CommandError} if the path is unsuitable, hidden from the service, or writable for other users than root
 */
function pathOf(
  name: string,
  path: string,
  advice = 'choose another folder, such as one in /opt or /srv',
): string {
  if (!/^(?:\/[\w.@+-]+)+$/.test(path) || /\/\.{1,2}(?:\/|$)/.test(path))
    throw new CommandError(
      `${name} ${path}: must be an absolute path of letters, digits and . _ @ + - without .. in it`,
      EXIT.usage,
    );
  const folder = HIDDEN_FOLDERS.find((hidden) => path === hidden || path.startsWith(`${hidden}/`));
  if (folder !== undefined)
    throw new CommandError(`${name} ${path}: the service has no access to ${folder}; ${advice}`, EXIT.usage);
  const open = openToOthers(dirname(path));
  if (open !== undefined)
    throw new CommandError(
      `${name} ${path}: other users than root can change ${open}; make root its owner, or ${advice}`,
      EXIT.usage,
    );
  return path;
}

/**
 * The service gets access to the whole directory.
 * @throws {CommandError} if the directory contains other files than an office
 */
function assertOfOffice(dataDirectory: string): void {
  const stats = statSync(dataDirectory);
  const names = stats.isDirectory() ? readdirSync(dataDirectory) : undefined;
  if (names?.length === 0 || names?.includes('dms.sqlite') === true) return;
  throw new CommandError(
    `--data-dir ${dataDirectory}: contains other files than those of dms; choose an empty or a new folder`,
    EXIT.usage,
  );
}

/** Paths that the service writes to, from its configuration if there is one. */
function placesOf(configFile: string, flag: string | undefined) {
  const given = flag === undefined ? undefined : pathOf('--data-dir', flag);
  if (!existsSync(configFile)) return { dataDirectory: given ?? PACKAGED.dataDirectory, writable: [] };
  const open = openToOthers(configFile);
  if (open !== undefined)
    throw new CommandError(
      `--config ${configFile}: other users than root can change ${open}; make root its owner`,
      EXIT.usage,
    );
  const { data_dir, native_dir, backup } = loadConfig({ file: configFile, environment: {} });
  if (given !== undefined && given !== data_dir)
    throw new CommandError(
      `--data-dir ${given}: ${configFile} sets data_dir to ${data_dir}; change it there, or omit the flag`,
      EXIT.usage,
    );
  return {
    dataDirectory: pathOf(`${configFile}: data_dir`, data_dir),
    writable: [
      ...(native_dir === null ? [] : [pathOf(`${configFile}: native_dir`, native_dir)]),
      ...(backup.dest === null ? [] : [pathOf(`${configFile}: backup.dest`, backup.dest)]),
    ],
  };
}

/**
 * Command line with which systemd starts this program.
 * @throws {CommandError} if the service could not read the program
 */
function ownProgram(): readonly string[] {
  const { file, args } = launchOf([]);
  const program = [realpathSync(file), ...args];
  const advice = isBinary
    ? `copy it: install -m 755 ${file} /usr/local/bin/dms, and run /usr/local/bin/dms service install`
    : 'move the checkout to /opt or /srv';
  for (const path of program.filter((word) => word.startsWith('/'))) {
    pathOf('the program', path, advice);
    const open = isBinary ? openToOthers(path) : undefined;
    if (open !== undefined)
      throw new CommandError(`the program ${path}: other users than root can change ${open}; ${advice}`);
    const shut = withParents(path).find((each) => (statSync(each).mode & 0o005) === 0);
    if (shut !== undefined)
      throw new CommandError(
        `other users have no access to the program ${path}, because ${shut} is closed to them; ${advice}`,
      );
  }
  return program;
}

function withParents(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...withParents(parent)];
}
