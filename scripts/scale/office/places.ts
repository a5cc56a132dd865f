import { SPECIAL } from './people.ts';
import type { Shape } from './shape.ts';
import { companyName, type DocumentText, documentText, RARE_WORD } from './vocabulary.ts';

// Where things lie in each office. Both who writes an office and who measures it ask here.

const KINDS = ['Verträge', 'Buchhaltung'];
const HALVES = ['1. Halbjahr', '2. Halbjahr'];
const YEARS = 2;
const FOLDERS_OF_COMPANY = YEARS * KINDS.length * HALVES.length;

/** Documents in a folder of the staff, at most. */
export const LEAF_DOCUMENTS = 20;
/** Documents in a folder of the trees that are purged and copied, and such folders in the folder above. */
export const TREE_LEAF_DOCUMENTS = 100;
export const TREE_FOLDERS = 32;

/** The folders of the reader: `Hundert` is listed, `Ablage` is written to. */
export const HUNDRED = { name: 'Hundert', documents: 100 };
export const DESK = 'Ablage';
/** Documents of the reader with the {@link RARE_WORD}. */
const RARE_DOCUMENTS = 3;
/** The document of the reader that is read while others work: 4 KiB. */
export const PLAN = { name: 'plan.txt', bytes: 4096 };
/** The trees of the keeper: one to copy, and one that is in the trash. */
export const TREE_TO_COPY = 'Archiv';
export const TREE_IN_TRASH = 'Altbestand';
/** The folder of some of the staff that has no folders in it. */
export const LARGE_FOLDER = 'Eingang';

/** The names of the folders above the documents of the staff, from the home on. @param leaf number from 0 */
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

/** Different for each company of one user. */
export function companyFolder(staff: number, company: number): string {
  return `${companyName(staff * 97 + company)} ${String(company + 1)}`;
}

/** The number of a document of the staff, which says its name. */
export function leafDocument(staff: number, leaf: number, index: number): number {
  return 1_000_000 + staff * 100_000 + leaf * LEAF_DOCUMENTS + index;
}

/** The names of the documents that are at the root of the reader's home. */
export function rareNames(): readonly string[] {
  return Array.from({ length: RARE_DOCUMENTS }, (_, index) => `${RARE_WORD} ${String(index + 1)}.txt`);
}

/** What a document in the folder {@link HUNDRED} is called. */
export function hundredText(index: number): DocumentText {
  return documentText(index);
}

/** A path of names as the path of a URL, without a slash in front. */
export function encoded(names: readonly string[]): string {
  return names.map(encodeURIComponent).join('/');
}

/** How many documents one of the staff has, beside those in a large folder. */
export function staffDocuments(shape: Shape, staff: number): number {
  const { documents, treeDocuments, deletions, largeFolders, largeFolderDocuments } = shape;
  const ofReader = 1 + RARE_DOCUMENTS + HUNDRED.documents;
  const others = ofReader + 2 * treeDocuments + deletions + largeFolders * largeFolderDocuments;
  const count = shape.users - SPECIAL.length;
  const each = Math.floor((documents - others) / count);
  return staff === 0 ? documents - others - each * (count - 1) : each;
}
