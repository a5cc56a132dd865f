import { SPECIAL } from './people.ts';
import type { Shape } from './shape.ts';
import { companyName, type DocumentText, documentText, RARE_WORD } from './vocabulary.ts';

// The layout of each office, shared by the code that writes an office and the code that measures it.

const KINDS = ['Verträge', 'Buchhaltung'];
const HALVES = ['1. Halbjahr', '2. Halbjahr'];
const YEARS = 2;
const FOLDERS_OF_COMPANY = YEARS * KINDS.length * HALVES.length;

/** Maximum number of documents in a staff folder. */
export const LEAF_DOCUMENTS = 20;
/** Documents per folder in the trees that are purged and copied, and number of such folders per parent folder. */
export const TREE_LEAF_DOCUMENTS = 100;
export const TREE_FOLDERS = 32;

/** Folders of the reader: `Hundert` is listed, `Ablage` is written to. */
export const HUNDRED = { name: 'Hundert', documents: 100 };
export const DESK = 'Ablage';
/** Number of the reader's documents with the {@link RARE_WORD}. */
const RARE_DOCUMENTS = 3;
/** The reader's document that is read under load: 4 KiB. */
export const PLAN = { name: 'plan.txt', bytes: 4096 };
/** Trees of the keeper: one to copy, and one in the trash. */
export const TREE_TO_COPY = 'Archiv';
export const TREE_IN_TRASH = 'Altbestand';
/** A folder of some staff users, which has no subfolders. */
export const LARGE_FOLDER = 'Eingang';

/**
 * Names of the folders on the path to the documents of a staff user, starting below the home. @param leaf number from 0
 */
export function leafPath(staff: number, leaf: number): readonly string[] {
  const within = leaf % FOLDERS_OF_COMPANY;
  const year = Math.floor(within / (KINDS.length * HALVES.length));
  const kind = Math.floor(within / HALVES.length) % KINDS.length;
  return [
    'Kunden',
    companyFolder(staff, Math.floor(leaf / FOLDERS_OF_COMPANY)),
    String(2024 + year),
    KINDS[kind] ?? '',
    HALVES[within % HALVES.length] ?? '',
  ];
}

/** Name of a company folder, unique for each company of one user. */
export function companyFolder(staff: number, company: number): string {
  return `${companyName(staff * 97 + company)} ${String(company + 1)}`;
}

/** The number of a staff document, which determines its name. */
export function leafDocument(staff: number, leaf: number, index: number): number {
  return 1_000_000 + staff * 100_000 + leaf * LEAF_DOCUMENTS + index;
}

/** Names of the documents with the {@link RARE_WORD}, at the root of the reader's home. */
export function rareNames(): readonly string[] {
  return Array.from({ length: RARE_DOCUMENTS }, (_, index) => `${RARE_WORD} ${String(index + 1)}.txt`);
}

/** Name, title and comments of a document in the folder {@link HUNDRED}. */
export function hundredText(index: number): DocumentText {
  return documentText(index);
}

/** Joins names to a URL path without a leading slash. */
export function encoded(names: readonly string[]): string {
  return names.map(encodeURIComponent).join('/');
}

/** Number of documents of a staff user, except those in a large folder. */
export function staffDocuments(shape: Shape, staff: number): number {
  const { documents, treeDocuments, deletions, largeFolders, largeFolderDocuments } = shape;
  const ofReader = 1 + RARE_DOCUMENTS + HUNDRED.documents;
  const others = ofReader + 2 * treeDocuments + deletions + largeFolders * largeFolderDocuments;
  const count = shape.users - SPECIAL.length;
  const each = Math.floor((documents - others) / count);
  return staff === 0 ? documents - others - each * (count - 1) : each;
}
