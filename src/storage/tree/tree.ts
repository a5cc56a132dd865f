import type { Snapshot } from '../connection/snapshot.ts';
import type { Database } from '../database/database.ts';
import { Ancestry } from './ancestry.ts';
import { DetailSizes } from './detail-sizes.ts';
import { DocumentTable } from './documents/documents.ts';
import { OutdatedVersions } from './documents/outdated-versions.ts';
import { type EarlierVersion, VersionTable } from './documents/versions.ts';
import { EntryTable } from './entries.ts';
import { EntrySummaryTable } from './entry-summaries.ts';
import { FavouriteTable } from './favourites.ts';
import { FormerPlaces } from './former-places.ts';
import { LockTable } from './locks.ts';
import { MemberPages } from './member-pages.ts';
import { OpeningTable } from './openings.ts';
import { PlaceTable } from './places.ts';
import { PropertyTable } from './properties.ts';
import { LinkVisitTable } from './shares/link-visits.ts';
import { LinkTable } from './shares/links.ts';
import { MountNameTable } from './shares/mount-names.ts';
import { ShareChanges } from './shares/share-changes.ts';
import { SharedWithReader } from './shares/shared-with.ts';
import { ShareTable } from './shares/shares.ts';
import { SharesToUser } from './shares/shares-to-user.ts';
import { SubtreeCopyTable } from './subtrees/subtree-copies.ts';
import { SubtreeSizes } from './subtrees/subtree-sizes.ts';
import { Subtrees } from './subtrees/subtrees.ts';
import { DisposableEntries } from './trash/disposable-entries.ts';
import { ErasureTable } from './trash/erasures.ts';
import { TrashTable } from './trash/trash.ts';
import { VacatedNameTable } from './trash/vacated-names.ts';
import { TreeHistory } from './tree-history.ts';
import { TreeNumberTable } from './tree-numbers.ts';
import { UndoTable } from './undos.ts';

export type { Ancestor, Placed } from './ancestry.ts';
export type { Outdated, OutdatedTotal } from './documents/outdated-versions.ts';
export type { EntrySummary } from './entry-summaries.ts';
export type { FormerPlaceMark } from './former-places.ts';
export type { LockWithLogin } from './locks.ts';
export type { Membership, NamedMember, NamePosition } from './member-pages.ts';
export type { EarlierMember, FolderAt, Mover } from './places.ts';
export type { SentFile, StoredVisit } from './shares/link-visits.ts';
export type { StoredLink } from './shares/links.ts';
export type { ShareBeneath } from './shares/share-changes.ts';
export type { Grant, ShareTerms } from './shares/shares.ts';
export type { ShareRange, ShareToUser } from './shares/shares-to-user.ts';
export { type CopiedFolder, type SubtreeCopy, usageOfCopies } from './subtrees/subtree-copies.ts';
export { SubtreeReader, type SubtreeRow } from './subtrees/subtree-reader.ts';
export type { SubtreeSize } from './subtrees/subtree-sizes.ts';
export type { CopiedDocument } from './subtrees/subtrees.ts';
export type { Erasure } from './trash/erasures.ts';
export type { Deletion, DeletionMark } from './trash/trash.ts';
export type { VacatedName, VisibleName } from './trash/vacated-names.ts';
export type { NumberedMember, PlaceThen, TreeState } from './tree-history.ts';
export { type EarlierVersion, EntryTable, PropertyTable, VersionTable };

/** Creates the tables of folders and documents, and of all data that belongs to them. */
export function createTreeTables(database: Database) {
  const ancestry = new Ancestry(database);
  return {
    ancestry,
    disposableEntries: new DisposableEntries(database),
    detailSizes: new DetailSizes(database),
    documents: new DocumentTable(database),
    entries: new EntryTable(database),
    erasures: new ErasureTable(database),
    favourites: new FavouriteTable(database),
    formerPlaces: new FormerPlaces(database),
    links: new LinkTable(database),
    linkVisits: new LinkVisitTable(database),
    locks: new LockTable(database, ancestry),
    memberPages: new MemberPages(database),
    mountNames: new MountNameTable(database),
    openings: new OpeningTable(database),
    outdatedVersions: new OutdatedVersions(database),
    places: new PlaceTable(database),
    properties: new PropertyTable(database),
    sharedWith: new SharedWithReader(database),
    shareChanges: new ShareChanges(database),
    shares: new ShareTable(database),
    subtreeCopies: new SubtreeCopyTable(database),
    sharesToUser: new SharesToUser(database),
    subtreeSizes: new SubtreeSizes(database),
    subtrees: new Subtrees(database),
    trash: new TrashTable(database),
    treeHistory: new TreeHistory(database),
    treeNumbers: new TreeNumberTable(database),
    undos: new UndoTable(database),
    vacatedNames: new VacatedNameTable(database),
    versions: new VersionTable(database),
  };
}

/** Creates the tables that can be read from a snapshot: entries, their history, and the sources of permissions on them. */
export function createSnapshotTables(snapshot: Snapshot) {
  return {
    ancestry: new Ancestry(snapshot),
    entries: new EntryTable(snapshot),
    entrySummaries: new EntrySummaryTable(snapshot),
    formerPlaces: new FormerPlaces(snapshot),
    shares: new ShareTable(snapshot),
    trash: new TrashTable(snapshot),
    treeHistory: new TreeHistory(snapshot),
    versions: new VersionTable(snapshot),
  };
}
