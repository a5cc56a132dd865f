import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config/schema.ts';
import { Schedule } from '../../core/schedule.ts';
import { DAY_MS } from '../../model/durations.ts';
import { type Diagnosis, type Finding, ok, problem, warning } from '../../upkeep/diagnosis/diagnosis.ts';
import { ageText } from '../backup/backup-lines.ts';
import { reasonOf } from '../process/owned-paths.ts';

const CHECK = 'backup';
/** Age limit of the last backup if no schedule is configured. */
const OLD_MS = 8 * DAY_MS;
const MAKE_ONE = 'run dms backup, or set backup.dest and backup.schedule';

/**
 * Checks whether there are recent backups, and whether the next one can be written.
 * @param backups last backups; undefined if the database cannot be read
 * @param now milliseconds UTC
 */
export function backupFindings(config: Config, backups: Diagnosis['backups'], now: number): Finding[] {
  const { dest } = config.backup;
  return [
    ...(backups === undefined ? [] : [ageFinding(config, backups, now)]),
    ...(dest === null ? [] : [destinationFinding(resolve(dest), resolve(config.data_dir))]),
  ];
}

function ageFinding({ backup }: Config, backups: NonNullable<Diagnosis['backups']>, now: number): Finding {
  const last = backups.find(({ outcome }) => outcome === 'success');
  const failure = backups.find(({ outcome }) => outcome === 'failure');
  if (failure !== undefined && failure.at > (last?.at ?? 0)) {
    const detail = `the last one failed ${ageText(now - failure.at)} ago: ${failure.detail}`;
    return problem(CHECK, detail, `fix the cause, then run dms backup ${failure.destination}`);
  }
  if (last === undefined) return warning(CHECK, 'there is none yet', MAKE_ONE);
  const text = `${ageText(now - last.at)} ago, in ${last.destination}`;
  if (backup.schedule !== null && new Schedule(backup.schedule).hasPassedTwice(Math.min(last.at, now), now))
    return problem(
      CHECK,
      `late: the last one was ${text}`,
      'check that dms serve is running, and check its log',
    );
  if (backup.schedule === null && now - last.at > OLD_MS) return warning(CHECK, `old: ${text}`, MAKE_ONE);
  return ok(CHECK, text);
}

function destinationFinding(destination: string, dataDirectory: string): Finding {
  const check = 'backup_destination';
  const folder = existing(destination);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const advice = 'mount it, or give the user that runs dms access to it';
    return problem(check, `${destination} cannot be written (${reasonOf(error)})`, advice);
  }
  if (statSync(folder).dev === statSync(existing(dataDirectory)).dev) {
    const detail = `${destination} is on the disk of the data directory`;
    return warning(check, detail, 'use another disk, or copy the backups elsewhere with backup.after');
  }
  return ok(check, destination);
}

function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
}
