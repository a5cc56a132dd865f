import { type Message, message } from '../errors/messages.ts';

/** Maximum length of a name, in bytes of UTF-8. */
const NAME_BYTES = 255;
/** Maximum number of folder levels, including the root. */
export const MAX_DEPTH = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the rule is about
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Messages for each fault: about a name, about the name of an uploaded file, and about a name in a path. */
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

/** The fault of a name, to complete "name …"; undefined for a valid name (docs/build/contract/concepts.md §3). */
export function nameFault(name: string): Message | undefined {
  const fault = faultOf(name);
  return fault && NAME_FAULTS[fault][0];
}

/** As {@link nameFault}, for the name of a file in a form, to complete "file: …". */
export function fileNameFault(name: string): Message | undefined {
  const fault = faultOf(name);
  return fault && NAME_FAULTS[fault][1];
}

/** As {@link nameFault}, for the first invalid one of several names, to complete "path: …". */
export function pathFault(names: readonly string[]): Message | undefined {
  const fault = names.map(faultOf).find((each) => each !== undefined);
  return fault && NAME_FAULTS[fault][2];
}

/** Identity of a name: two names are the same if their keys are equal. Normalised to NFC, case-sensitive. */
export function nameKey(name: string): string {
  return name.normalize('NFC');
}

/** A name without differences that the order ignores: case, and compatibility forms of a character. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/**
 * A key whose binary order is the natural, case-insensitive order of names. Each number is preceded by its number of
 * digits, so that "2" sorts before "10".
 */
export function sortKey(name: string): string {
  return foldedName(name).replace(/\p{Nd}+/gu, (digits) => {
    const number = digits.replace(/^0+(?=.)/, '');
    return `0${String.fromCharCode(0x30 + Math.min(number.length, 0x40))}${number}`;
  });
}

/**
 * A common prefix of the sort keys of all names that start with `start` (folded). Keys of other names may have this
 * prefix, too.
 */
export function sortKeyPrefix(start: string): string {
  const letters = /^\P{Nd}*/u.exec(start)?.[0] ?? '';
  return letters === start ? letters : `${letters}0`;
}

/** Maximum length of an extension, with its dot. A longer text after a dot belongs to the stem. */
const EXTENSION_LENGTH = 16;

/** Splits a name into stem and extension (with its dot). A leading dot belongs to the stem. */
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
 * A name with a remark in parentheses: `report.pdf`, `restored 2026-11-22` → `report (restored 2026-11-22).pdf`. The
 * stem is cut if the result would be too long.
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

/** Numbers that are tried one by one. A folder may have thousands of entries with the same name and a number. */
const TRIED = 32;

/**
 * The name of the entry if it is free; otherwise the name with a number that makes it free. This is the first free
 * number among 32. If there is none, a binary search finds a free number whose predecessor is taken.
 * @param first first number to try; nearly all smaller numbers from 2 on must be known to be taken
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

/**
 * Files in which operating systems store the view of a folder, and in which programs record who has a document open.
 */
function isSystemFile(name: string): boolean {
  return SYSTEM_FILE.test(name);
}

const SWAP_FILE = /^\..*\.sw[a-px]$/is;

/**
 * Files that programs create while a document is open or a folder is viewed, including swap files of vim. They contain
 * no work of a user.
 */
export function isSessionFile(name: string): boolean {
  return isSystemFile(name) || SWAP_FILE.test(name);
}

/**
 * True for the name of a junk file. Junk files of one user have one version and produce no activity
 * (docs/build/webdav-clients.md, rule 5).
 */
export function isJunkName(name: string): boolean {
  return isSystemFile(name) || TMP.test(name);
}

const TEMPORARY = /^(?:.*\.(?:tmp|bak|wbk)|~.*|.*~|\.#.*|[0-9a-f]{8})$/is;
const SAFE_SAVE_FOLDER = /\.sb-[0-9a-f]{8}-\w{6}$/i;

/**
 * True for a temporary-looking path (docs/build/webdav-clients.md, rule 2), where programs put files while they save.
 * Either the name looks temporary, or the name or a folder above is that of a safe-save folder.
 * @param path names from the entry up to its root
 */
export function isTemporaryPath([name = '', ...folders]: readonly string[]): boolean {
  return TEMPORARY.test(name) || isSafeSaveFolder(name) || folders.some(isSafeSaveFolder);
}

/**
 * A name under which no program saves: such a name in brackets, any other as it is. For a file that a user gets from
 * somebody else: the rules for the files of the user's own programs must not take it for one of theirs.
 */
export function ordinaryName(name: string): string {
  const isOrdinary = !isTemporaryPath([name]) && !isJunkName(name) && !isSessionFile(name);
  return isOrdinary ? name : `(${name})`;
}

/** True for the name of a safe-save folder, which the Finder creates to write a file and then deletes. */
export function isSafeSaveFolder(name: string): boolean {
  return SAFE_SAVE_FOLDER.test(name);
}

/** True for a document with the name of a junk file. Folders are never junk, because they may contain other files. */
export function isJunk({ kind, name }: { readonly kind: 'file' | 'folder'; readonly name: string }): boolean {
  return kind === 'file' && isJunkName(name);
}

/** The title of a document without its own title. */
export function defaultTitle(name: string): string {
  return splitExtension(name)[0];
}
