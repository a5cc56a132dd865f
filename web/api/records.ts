import type { components, operations, paths } from './schema.d.ts';

type Schemas = components['schemas'];

/** Records as `/web/api` sends them (docs/build/contract/rest.md §8). */
export type Document = Schemas['Document'];
type Metadata = operations['getDocumentsIdMetadata']['responses'][200]['content']['application/json']['data'];
/** A document with its place, and how far what is made of it is. */
export type DocumentDetails = Document & Omit<Metadata, 'thumbnail'>;
export type Folder = Schemas['Folder'];
/** A folder with its place. */
export type FolderDetails =
  operations['getFoldersId']['responses'][200]['content']['application/json']['data'];
export type Entry = Document | Folder;
export type Version = Schemas['Version'];
export type Activity = Schemas['Activity'];
export type Share = Schemas['Share'];
export type User = Schemas['User'];
export type Session = Schemas['Session'];
export type Token = Schemas['Token'];

type ItemOf<Path extends '/folders/{id}/search' | '/trash'> =
  paths[Path]['get']['responses'][200]['content']['application/json']['data'][number];

/** An entry that a search has found. */
export type SearchResult = ItemOf<'/folders/{id}/search'>;
/** An entry in the trash. */
export type TrashRecord = ItemOf<'/trash'>;

/** One page of a list, and how many items there are on all. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  /** There are more than `total`, which were not counted. */
  readonly isLowerBound?: true | undefined;
}

/** A folder above another one, as the user sees it. */
export interface Ancestor {
  readonly id: number;
  readonly name: string;
}
