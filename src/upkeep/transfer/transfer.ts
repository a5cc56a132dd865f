import { join } from 'node:path';
import type { Dms } from '../../core/dms.ts';
import type { Folder } from '../../model/entries/entry.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { ReportProgress } from '../../model/progress.ts';
import { type OfficePath, officePathText } from '../../model/text/office-path.ts';
import { UnsafeDirectory } from '../../storage/disk/directory-handle.ts';
import type { TreeReader } from '../../storage/tree-reader.ts';
import { SweepHold } from '../sweep-hold.ts';
import { diskNames, type NameRules } from './disk-names.ts';
import { type ExportResult, type Place, TreeExport } from './export.ts';
import type { ExportOptions } from './export-dependencies.ts';
import { type ImportOptions, type ImportResult, TreeImport } from './import.ts';
import { folderFor, homeOf } from './import-target.ts';
import { LocalFiles } from './local-files.ts';
import { statOf } from './local-stat.ts';
import { LocalTree } from './local-tree.ts';
import { type Office, outsideDirectory, readerOf } from './office.ts';
import { badArgument, refusal } from './refusal.ts';
import { type RestoreDependencies, type RestoreResult, TreeRestore } from './restore.ts';
import { unfinishedSnapshot, withRestoreLock } from './unfinished-restore.ts';

export type { Office } from './office.ts';
export type { ExportOptions, ExportResult, ImportOptions, ImportResult, RestoreResult };

/** A folder to export, and its location in the export directory. */
interface Top {
  readonly folder: Folder;
  readonly place: Place;
}

/**
 * Exports a folder with all its descendants to plain files and folders, regardless of permissions. Can run while a
 * service is running; documents that change during the export have their state before or after the change. Unchanged
 * files are not written again, so a second export only writes changes. Nothing is deleted.
 * @param path a folder; `/` exports everything: homes to `homes/LOGIN`, system folders to `system/NAME`
 * @param directory created if missing
 * @throws {DmsError} not_found | invalid (FOLDER, DIR)
 * @throws {Error} if the disk is full or not writable
 */
export async function exportTree(
  office: Office,
  path: OfficePath,
  directory: string,
  { options, report }: { readonly options: ExportOptions; readonly report: ReportProgress },
): Promise<ExportResult> {
  const reader = readerOf(office);
  const folder = folderAt(reader, path);
  const target = await outsideDirectory(office, directory);
  const files = await LocalFiles.open(target).catch(refuseUnsafe);
  try {
    const tops = folder ? [topOf(path, folder)] : allTops(reader, files.rules);
    const total = tops.reduce((sum, top) => sum + reader.amount(top.folder.id, false).bytes, 0);
    const work = new TreeExport({ reader, files, options, report }, total);
    for (const top of tops) await work.folder(top.folder, top.place);
    return work.result;
  } finally {
    await files.close();
  }
}

/**
 * Imports the files and folders in a directory into a folder as a user: with the user's permissions, quota and name.
 * Can run while a service is running, and repeatedly: identical documents are left unchanged, and different files
 * become new versions. A file with the content of an earlier version is not imported, because a user has changed the
 * document in dms since then.
 * @param path target folder; missing folders are created
 * @throws {DmsError} not_found | forbidden | invalid (FOLDER, DIR) | unavailable | storage_full
 */
export async function importTree(
  office: Office & { readonly dms: Dms },
  directory: string,
  path: OfficePath,
  {
    actor,
    options,
    report,
  }: { readonly actor: UserActor; readonly options: ImportOptions; readonly report: ReportProgress },
): Promise<ImportResult> {
  const source = await outsideDirectory(office, directory);
  if ((await statOf(source))?.kind !== 'folder') throw badArgument('DIR', 'must be a directory');
  const { dms } = office;
  const tree = openTree(source);
  try {
    const hold = await SweepHold.begin(office.database, 'dms import', Date.now);
    try {
      const folderId = await folderFor(dms, readerOf(office), actor, path);
      const { bytes } = await tree.amount();
      return await new TreeImport({ dms, actor, tree, options, report }, bytes).run(folderId);
    } finally {
      await hold.end();
    }
  } finally {
    tree.close();
  }
}

/**
 * Restores one document, or one folder with all its descendants, from another state of the office, for example a
 * snapshot. Restores all versions with their numbers, times, authors and comments, and titles, comments and dead
 * properties. The result is a new entry; no existing entry is changed. If the name is taken, the date of the restore is
 * added to it. Each document is restored completely or not at all. Until a folder is whole, its name says that it is
 * unfinished; if the restore is killed, a further one from the same snapshot continues it.
 * @param source state to read from, and the path in it
 * @param into target folder; missing folders are created
 * @throws {DmsError} not_found | forbidden | invalid (PATH, FOLDER) | quota_exceeded | unavailable | storage_full
 */
export async function restoreTree(
  office: Office & { readonly dms: Dms },
  source: { readonly reader: TreeReader; readonly path: OfficePath; readonly snapshot: string },
  into: OfficePath,
  options: Pick<RestoreDependencies, 'actor' | 'report' | 'onContinued'>,
): Promise<RestoreResult> {
  const { reader, path, snapshot } = source;
  const text = officePathText(path);
  if (text === '/')
    throw badArgument('PATH', 'must be a document or a folder such as /Office/plan.txt or anna:/');
  const entry = reader.find(path);
  if (!entry) throw refusal('not_found', `the backup does not contain ${text}${homeHint(reader, path)}`);
  const { dms } = office;
  const hold = await SweepHold.begin(office.database, 'dms restore', Date.now);
  try {
    const existing = readerOf(office);
    const folderId = await folderFor(dms, existing, options.actor, into);
    const { documents } = reader.amount(entry.id, true);
    const name = restoredName(path) ?? entry.name;
    return await withRestoreLock(office.dataDirectory, (mayContinue) => {
      const deps = { ...options, dms, reader, existing, snapshot, mayContinue, now: Date.now() };
      return new TreeRestore(deps, documents).run(entry, name, folderId);
    });
  } finally {
    await hold.end();
  }
}

/**
 * The snapshot from which an earlier run of {@link restoreTree}, which was killed, has restored a part of a folder.
 * @param snapshots names of the existing snapshots, oldest first
 */
export function unfinishedRestore(
  office: Office,
  { path, into }: { readonly path: OfficePath; readonly into: OfficePath },
  snapshots: readonly string[],
): string | undefined {
  const name = restoredName(path);
  return name === undefined ? undefined : unfinishedSnapshot(readerOf(office), { name, into }, snapshots);
}

/** The name of a home folder is internal, so the login replaces it. */
/**
 * The id of a folder, for a command that needs no permissions.
 * @returns undefined for `/`
 * @throws {DmsError} not_found | invalid (FOLDER)
 */
export function findFolder(office: Office, path: OfficePath): number | undefined {
  return folderAt(readerOf(office), path)?.id;
}

function restoredName({ login, names }: OfficePath): string | undefined {
  return names.at(-1) ?? login;
}

function openTree(source: string): LocalTree {
  try {
    return LocalTree.open(source);
  } catch (error) {
    return refuseUnsafe(error);
  }
}

function refuseUnsafe(error: unknown): never {
  throw error instanceof UnsafeDirectory ? badArgument('DIR', `cannot be used: ${error.message}`) : error;
}

/**
 * @returns undefined for `/`
 * @throws {DmsError} not_found | invalid (FOLDER)
 */
function folderAt(reader: TreeReader, path: OfficePath): Folder | undefined {
  if (path.login === undefined && path.names.length === 0) return undefined;
  if (path.login !== undefined) homeOf(reader, path.login);
  const entry = reader.find(path);
  if (!entry)
    throw refusal('not_found', `there is no folder ${officePathText(path)}${homeHint(reader, path)}`);
  if (entry.kind === 'file')
    throw badArgument('FOLDER', `must be a folder; ${officePathText(path)} is a document`);
  return entry;
}

/** In REST and on the drive, `/Leases` is in the home of the user. Names that home, if only one has such a path. */
function homeHint(reader: TreeReader, { login, names }: OfficePath): string {
  if (login !== undefined) return '';
  const paths = reader.homes().map((home) => ({ login: home.login, names }));
  const [found, ...others] = paths.filter((path) => reader.find(path) !== undefined);
  return found === undefined || others.length > 0 ? '' : `; did you mean ${officePathText(found)}?`;
}

function topOf(path: OfficePath, folder: Folder, onDisk = ''): Top {
  return { folder, place: { path: officePathText(path).replace(/\/$/, ''), onDisk } };
}

function allTops(reader: TreeReader, rules: NameRules): Top[] {
  const logins = reader.homes().map((home) => ({ ...home, kind: 'folder' as const, name: home.login }));
  const loginNames = diskNames(logins, rules);
  const homes = logins.map((home) =>
    topOf({ login: home.login, names: [] }, home.folder, join('homes', loginNames.get(home) ?? '_')),
  );
  const folders = reader.systemFolders();
  const names = diskNames(folders, rules);
  const system = folders.map((folder) =>
    topOf(
      { login: undefined, names: [folder.name] },
      folder,
      join('system', names.get(folder) ?? folder.name),
    ),
  );
  return [...homes, ...system];
}
