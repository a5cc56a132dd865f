import { type Message, message } from '../errors/messages.ts';

/** Longest name of an entry, in bytes of UTF-8. */
const NAME_BYTES = 255;
/** Most levels of folders, the root among them. */
export const MAX_DEPTH = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the rule is about
const CONTROL = /[\u0000-\u001f\u007f]/;

/** What can be wrong with a name: the messages about a name, the name of a file that arrives, and one in a path. */
const NAME_FAULTS = {
  empty: [message('empty'), message('file_name_empty'), message('path_name_empty')],
  dots: [message('name_dots'), message('file_name_dots'), message('path_name_dots')],
  slash: [message('name_slash'), message('file_name_slash'), message('path_name_slash')],
  control: [
    message('control_characters'),
    message('file_name_control_characters'),
    message('path_name_control_characters'),
  ],
  unicode: [message('not_unicode'), message('file_name_not_unicode'), message('path_name_not_unicode')],
  long: [
    message('too_many_bytes', { maximum: NAME_BYTES }),
    message('file_name_too_many_bytes', { maximum: NAME_BYTES }),
    message('path_name_too_many_bytes', { maximum: NAME_BYTES }),
  ],
} as const;

function faultOf(name: string): keyof typeof NAME_FAULTS | undefined {
  if (name === '') return 'empty';
  if (name === '.' || name === '..') return 'dots';
  if (name.includes('/')) return 'slash';
  if (CONTROL.test(name)) return 'control';
  if (!name.isWellFormed()) return 'unicode';
  return Buffer.byteLength(name) > NAME_BYTES ? 'long' : undefined;
}

/** What is wrong with a name, to complete "name …"; undefined for a valid name (docs/build/contract/concepts.md §3). */
export function nameFault(name: string): Message | undefined {
  const fault = faultOf(name);
  return fault && NAME_FAULTS[fault][0];
}

/** As {@link nameFault}, of the name of a file in a form, to complete "file: …". */
export function fileNameFault(name: string): Message | undefined {
  const fault = faultOf(name);
  return fault && NAME_FAULTS[fault][1];
}

/** As {@link nameFault}, of the first bad one of several names, to complete "path: …". */
export function pathFault(names: readonly string[]): Message | undefined {
  const fault = names.map(faultOf).find((each) => each !== undefined);
  return fault && NAME_FAULTS[fault][2];
}

/** Two names are the same if their keys are equal: normalised to NFC, case-sensitive. */
export function nameKey(name: string): string {
  return name.normalize('NFC');
}

/** A name without what makes no difference to its order: case, and forms of one character. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/**
 * A key whose binary order is the natural, case-insensitive order of names. Each number has its count of
 * digits before it, so that "2" sorts before "10".
 */
export function sortKey(name: string): string {
  return foldedName(name).replace(/\p{Nd}+/gu, (digits) => {
    const number = digits.replace(/^0+(?=.)/, '');
    return `0${String.fromCharCode(0x30 + Math.min(number.length, 0x40))}${number}`;
  });
}

/** What the sort keys of all names begin with that begin with `start` (folded). Those of other names may, too. */
export function sortKeyPrefix(start: string): string {
  const letters = /^\P{Nd}*/u.exec(start)?.[0] ?? '';
  return letters === start ? letters : `${letters}0`;
}

/** Longest extension, with its dot. A longer text after a dot is a part of the name. */
const EXTENSION_LENGTH = 16;

/** Splits a name into stem and extension (with its dot). A dot at the start belongs to the stem. */
export function splitExtension(name: string): readonly [string, string] {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && name.length - dot <= EXTENSION_LENGTH;
  return isExtension ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** `report.pdf`, 2 → `report (2).pdf`. A folder has no extension: `v1.2`, 2 → `v1.2 (2)`. */
function numberedName(name: string, number: number, kind: 'file' | 'folder'): string {
  return remarkedName({ name, kind }, String(number));
}

/**
 * A name with a remark in brackets: `report.pdf`, `restored 2026-11-22` → `report (restored 2026-11-22).pdf`. A name that
 * would be too long is cut before the remark.
 */
export function remarkedName(
  { name, kind }: { readonly name: string; readonly kind: 'file' | 'folder' },
  remark: string,
): string {
  const [stem, extension] = kind === 'file' ? splitExtension(name) : ([name, ''] as const);
  const suffix = ` (${remark})${extension}`;
  let kept = stem;
  while (Buffer.byteLength(kept + suffix) > NAME_BYTES) kept = Array.from(kept).slice(0, -1).join('');
  return kept + suffix;
}

/** Numbers that are tried one after another. A folder with more entries of one name has thousands, perhaps. */
const TRIED = 32;

/**
 * The name of the entry if it is free; else the name with a number that makes it free: the first such, or, if there
 * is none among the first 32, one whose predecessor is taken, which takes few steps.
 * @param first the number to begin with: those from 2 that are less are known to be taken, but perhaps for a few
 */
export function freeName(
  { name, kind }: { readonly name: string; readonly kind: 'file' | 'folder' },
  isTaken: (name: string) => boolean,
  first = 2,
): string {
  if (!isTaken(name)) return name;
  let taken = first - 1;
  let free = first;
  while (isTaken(numberedName(name, free, kind))) {
    taken = free;
    const tried = free - first + 1;
    free = first + (tried < TRIED ? tried : tried * 2);
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(numberedName(name, middle, kind))) taken = middle;
    else free = middle;
  }
  return numberedName(name, free, kind);
}

const SYSTEM_FILE = /^(?:\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|~\$.*|\.~lock\..*#)$/is;
const TMP = /\.tmp$/i;

/** Files in which operating systems keep how a folder is shown, and programs keep who has a document open. */
function isSystemFile(name: string): boolean {
  return SYSTEM_FILE.test(name);
}

const SWAP_FILE = /^\..*\.sw[a-px]$/is;

/**
 * Files that programs make while a document is open or a folder is viewed, swap files of vim among them.
 * They hold no work of a user.
 */
export function isSessionFile(name: string): boolean {
  return isSystemFile(name) || SWAP_FILE.test(name);
}

/**
 * True for the name of a junk file. Junk files of one user have one version and leave no activity
 * (docs/build/webdav-clients.md, rule 5).
 */
export function isJunkName(name: string): boolean {
  return isSystemFile(name) || TMP.test(name);
}

const TEMPORARY = /^(?:.*\.(?:tmp|bak|wbk)|~.*|.*~|\.#.*|[0-9a-f]{8})$/is;
const SAFE_SAVE_FOLDER = /\.sb-[0-9a-f]{8}-\w{6}$/i;

/**
 * True for a temporary-looking path (docs/build/webdav-clients.md, rule 2). Programs put files at such paths
 * while they save: the name looks temporary, or it or a folder above has the name of a safe-save folder.
 * @param path names from the entry up to its root
 */
export function isTemporaryPath([name = '', ...folders]: readonly string[]): boolean {
  return TEMPORARY.test(name) || isSafeSaveFolder(name) || folders.some(isSafeSaveFolder);
}

/** True for the name of a safe-save folder, which the Finder makes to write a file and then deletes. */
export function isSafeSaveFolder(name: string): boolean {
  return SAFE_SAVE_FOLDER.test(name);
}

/** True for a document with the name of a junk file. Folders are never junk, as they may hold other files. */
export function isJunk({ kind, name }: { readonly kind: 'file' | 'folder'; readonly name: string }): boolean {
  return kind === 'file' && isJunkName(name);
}

/** The title of a document for which no title was set. */
export function defaultTitle(name: string): string {
  return splitExtension(name)[0];
}
