import type { Access } from '../access/access.ts';
import type { EntryRecords, MountRoot } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import { EarlierDrive } from './earlier-drive.ts';
import { FolderHistory } from './folder-history.ts';

export { type EarlierMember, EarlierTree, FIRST_MEMBER, type MemberMark } from './earlier-tree.ts';
export type { EarlierEntry } from './folder-history.ts';

/** Modules that this module depends on. */
interface Dependencies {
  readonly access: Access;
  readonly mountRoot: MountRoot;
  readonly records: EntryRecords;
}

/** Creates the services that read folders and documents as they were at a time. */
export function createHistory(context: Context, deps: Dependencies) {
  return {
    earlierDrive: new EarlierDrive(context, deps),
    folderHistory: new FolderHistory(context, deps),
  };
}
