import { existsSync, readdirSync, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MINUTE_MS } from '../../model/durations.ts';
import { codeOf } from '../../model/errors/error-code.ts';
import { abandonedIn, incomingBytes } from '../../storage/blobs/blobs.ts';
import { fileSystemOf } from '../../storage/disk/network-file-system.ts';
import { RESTORE_MARKER } from '../restore-marker.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Options of the directory diagnosis. */
export interface DirectoryOptions {
  /** Absolute path of the data directory. */
  readonly directory: string;
  /** Disk space that uploads leave free, in bytes. */
  readonly reserveBytes: number;
  readonly mayBeOnNetwork: boolean;
  /** Effective user ID of this process; undefined if the system has none. */
  readonly uid: number | undefined;
  /** Milliseconds UTC. */
  readonly now: () => number;
}

/** Free space below this multiple of the reserve causes a warning. */
const SHORT = 4;
/** Tolerance for differences between the clocks of file systems and of the machine. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Findings on the directory, its permissions, and the owner of its entries. */
export function directoryFindings(options: DirectoryOptions): Finding[] {
  const { directory } = options;
  const check = 'data_directory';
  const found = statOf(directory);
  if (found === undefined)
    return [
      warning(check, `${directory} does not exist`, 'start dms serve, which creates it, or correct data_dir'),
    ];
  if (typeof found === 'string') return [unreadable(directory, found)];
  if (!found.isDirectory()) return [problem(check, `${directory} is not a folder`, 'correct data_dir')];
  if (existsSync(join(directory, RESTORE_MARKER)))
    return [
      problem(
        check,
        `${directory} is incomplete: a restore was interrupted`,
        'run dms restore again to continue it',
      ),
    ];
  const entries = entriesOf(directory);
  if (typeof entries === 'string') return [unreadable(directory, entries)];
  return [ok(check, directory), permissionFinding(found), ownerFinding(options, found, entries)];
}

function unreadable(directory: string, reason: string): Finding {
  const advice = 'run this as the user that runs dms, or make that user its owner';
  return problem('data_directory', `${directory} cannot be read (${reason})`, advice);
}

function statOf(path: string): Stats | string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return codeOf(error) ?? String(error);
  }
}

function entriesOf(directory: string): readonly string[] | string {
  try {
    return readdirSync(directory);
  } catch (error) {
    return codeOf(error) ?? String(error);
  }
}

function permissionFinding({ mode }: Stats): Finding {
  const octal = (mode & 0o777).toString(8).padStart(4, '0');
  if ((mode & 0o700) !== 0o700)
    return problem(
      'permissions',
      `the owner may not read or write it (${octal})`,
      'chmod 700 the data directory',
    );
  if ((mode & 0o077) === 0) return ok('permissions', `for its owner only (${octal})`);
  const advice = 'chmod 700 the data directory; dms serve does this at its start';
  return warning('permissions', `open to other users (${octal})`, advice);
}

function ownerFinding(
  { directory, uid }: DirectoryOptions,
  { uid: owner }: Stats,
  names: readonly string[],
): Finding {
  const user = `uid ${String(owner)}`;
  const foreign = names.filter((name) => {
    const found = statOf(join(directory, name));
    return typeof found === 'object' && found.uid !== owner;
  });
  if (uid !== undefined && uid !== 0 && uid !== owner)
    return problem(
      'owner',
      `belongs to ${user}, not to this user`,
      'run dms as its owner, or change the owner with chown',
    );
  if (foreign.length === 0) return ok('owner', user);
  const advice = `chown -R '#${String(owner)}' ${directory}, while the service is stopped`;
  return problem(
    'owner',
    `${foreign.join(', ')} do not belong to ${user}, the owner of the directory`,
    advice,
  );
}

/** Findings on free disk space and on the file system. */
export function spaceFindings(options: DirectoryOptions): Finding[] {
  let existing = options.directory;
  while (statOf(existing) === undefined && existing !== dirname(existing)) existing = dirname(existing);
  return [spaceFinding(existing, options.reserveBytes), fileSystemFinding(existing, options.mayBeOnNetwork)];
}

function spaceFinding(path: string, reserveBytes: number): Finding {
  const check = 'free_space';
  const { bavail, bsize, files, ffree } = statfsSync(path);
  const free = bavail * bsize;
  const text = `${mebibytes(free)} free; uploads keep ${mebibytes(reserveBytes)} of it free`;
  if (files > 0 && ffree === 0) return problem(check, 'the disk has no inodes left', 'delete small files');
  if (free < reserveBytes)
    return problem(check, `${text}, so they are refused`, 'free some space, or use a larger disk');
  if (free < SHORT * reserveBytes) return warning(check, text, 'free some space, or use a larger disk');
  return ok(check, text);
}

function mebibytes(bytes: number): string {
  return `${String(Math.floor(bytes / 2 ** 20))} MiB`;
}

/** Finding on the files that commands and uploads have left in `incoming/`, or are writing there. */
export function incomingFinding(directory: string): Finding {
  const check = 'incoming';
  const { bytes, commands } = abandonedIn(directory);
  const text = `${mebibytes(incomingBytes(directory))} of unfinished uploads and commands`;
  if (commands === 0) return ok(check, text);
  const detail = `${text}; ${mebibytes(bytes)} of them of killed commands (${String(commands)})`;
  return warning(check, detail, 'nothing: the next dms import, or dms serve within an hour, deletes them');
}

function fileSystemFinding(path: string, mayBeOnNetwork: boolean): Finding {
  const check = 'file_system';
  const found = fileSystemOf(path);
  if (found === undefined) return ok(check, 'unknown: this operating system does not report it');
  const { type, options, isNetwork } = found;
  const text = options.includes('noexec') ? `${type}, noexec` : type;
  if (options.includes('ro'))
    return problem(check, `${text}, read-only`, 'mount it with rw; check dmesg for errors');
  if (!isNetwork) return ok(check, text);
  const detail = `${text} is a network file system, which can damage a database`;
  const advice = 'use a disk of this machine';
  return mayBeOnNetwork ? warning(check, detail, advice) : problem(check, detail, advice);
}

/**
 * Finding on the clock. If a file of the database was modified more than a minute after `now`, the clock was set back.
 * @param files the database and its write-ahead log
 * @param now milliseconds UTC
 */
export function clockFinding(files: readonly string[], now: number): Finding {
  const times = files.map(statOf).flatMap((found) => (typeof found === 'object' ? [found.mtimeMs] : []));
  const behind = Math.max(0, ...times) - now;
  if (behind <= CLOCK_TOLERANCE_MS) return ok('clock', new Date(now).toISOString());
  const detail = `${String(Math.ceil(behind / MINUTE_MS))} minutes behind the last change of the database`;
  return problem('clock', detail, 'set the clock, for example with timedatectl set-ntp true');
}
