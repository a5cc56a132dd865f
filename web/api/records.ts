import type { components, operations, paths } from '../schema.d.ts';

type Schemas = components['schemas'];

/** Records as `/web/api` sends them (docs/build/contract/rest.md §8). */
export type Document = Schemas['Document'];
type Metadata = operations['getDocumentsIdMetadata']['responses'][200]['content']['application/json']['data'];
/** A document with its path and the state of its thumbnail and text. */
export type DocumentDetails = Document & Omit<Metadata, 'thumbnail'>;
export type Folder = Schemas['Folder'];
/** A folder with its path. */
export type FolderDetails =
  operations['getFoldersId']['responses'][200]['content']['application/json']['data'];
export type Entry = Document | Folder;
export type Version = Schemas['Version'];
export type Activity = Schemas['Activity'];
export type Share = Schemas['Share'];
export type Link = Schemas['Link'];
export type User = Schemas['User'];
export type Group = Schemas['Group'];
/** A user as visible to the other members of a group, and to administrators. */
export type GroupMember = Schemas['GroupMember'];
export type Session = Schemas['Session'];
export type Token = Schemas['Token'];
export type Incident = Schemas['Incident'];
/** An undo of many changes. */
export type Undo = Schemas['Undo'];
/** What an undo would do. */
export type UndoPreview = Schemas['UndoPreview'];
/** An entry that an undo left, or put back under another name. */
export type UndoNote = UndoPreview['entries'][number];
/** A user as visible to other users, identified by login. */
export type Colleague = Schemas['Colleague'];

type DataOf<Operation extends 'getStatus' | 'getBackups' | 'getLocks'> =
  operations[Operation]['responses'][200]['content']['application/json']['data'];

/** The status of the service. */
export type Status = DataOf<'getStatus'>;
/** The backups of the service. */
export type Backups = DataOf<'getBackups'>;
/** A lock on an entry. */
export type Lock = DataOf<'getLocks'>[number];

type ItemOf<Path extends '/folders/{id}/search' | '/trash'> =
  paths[Path]['get']['responses'][200]['content']['application/json']['data'][number];

/** An entry in the results of a search. */
export type SearchResult = ItemOf<'/folders/{id}/search'>;
/** An entry in a list that spans folders. */
export type ListedEntry = Entry & {
  readonly path: string;
  /** HTML, as in results of a search. */
  readonly snippet?: string;
};
/** An entry in the trash. */
export type TrashRecord = ItemOf<'/trash'>;

/** One page of a list, and the number of items on all pages. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  /** `total` is a lower bound: the service stopped counting there. */
  readonly isLowerBound?: true | undefined;
}

/** A folder above an entry, as the user sees it. */
export interface Ancestor {
  readonly id: number;
  readonly name: string;
}
