import type { Database } from '../database.ts';
import { Ancestry } from './ancestry.ts';
import { DetailSizes } from './details.ts';
import { DisposableEntries } from './disposable-entries.ts';
import { DocumentTable } from './documents.ts';
import { EntryTable } from './entries.ts';
import { ErasureTable } from './erasures.ts';
import { LockTable } from './locks.ts';
import { MemberPages } from './member-pages.ts';
import { MountNameTable } from './mount-names.ts';
import { OutdatedVersions } from './outdated-versions.ts';
import { PropertyTable } from './properties.ts';
import { ShareTable } from './shares.ts';
import { SharesToUser } from './shares-to-user.ts';
import { SubtreeCopyTable } from './subtree-copies.ts';
import { SubtreeSizes } from './subtree-sizes.ts';
import { Subtrees } from './subtrees.ts';
import { TrashTable } from './trash.ts';
import { VacatedNameTable } from './vacated-names.ts';
import { VersionTable } from './versions.ts';

export type { Ancestor, Placed } from './ancestry.ts';
export type { Erasure } from './erasures.ts';
export type { LockWithLogin } from './locks.ts';
export type { Membership, NamedMember, NamePosition } from './member-pages.ts';
export type { Outdated, OutdatedTotal } from './outdated-versions.ts';
export type { Grant, ShareTerms } from './shares.ts';
export type { ShareRange, ShareToUser } from './shares-to-user.ts';
export { type CopiedFolder, type SubtreeCopy, usageOfCopies } from './subtree-copies.ts';
export { SubtreeReader, type SubtreeRow } from './subtree-reader.ts';
export type { SubtreeSize } from './subtree-sizes.ts';
export type { CopiedDocument } from './subtrees.ts';
export type { Deletion, DeletionMark } from './trash.ts';
export type { VacatedName, VisibleName } from './vacated-names.ts';
export { EntryTable, PropertyTable, VersionTable };

/** Creates the tables of folders and documents, and of all that belongs to one of them. */
export function createTreeTables(database: Database) {
  const ancestry = new Ancestry(database);
  return {
    ancestry,
    disposableEntries: new DisposableEntries(database),
    detailSizes: new DetailSizes(database),
    documents: new DocumentTable(database),
    entries: new EntryTable(database),
    erasures: new ErasureTable(database),
    locks: new LockTable(database, ancestry),
    memberPages: new MemberPages(database),
    mountNames: new MountNameTable(database),
    outdatedVersions: new OutdatedVersions(database),
    properties: new PropertyTable(database),
    shares: new ShareTable(database),
    subtreeCopies: new SubtreeCopyTable(database),
    sharesToUser: new SharesToUser(database),
    subtreeSizes: new SubtreeSizes(database),
    subtrees: new Subtrees(database),
    trash: new TrashTable(database),
    vacatedNames: new VacatedNameTable(database),
    versions: new VersionTable(database),
  };
}
