/** Longest name of an entry, in bytes of UTF-8. */
const NAME_BYTES = 255;
/** Deepest nesting of folders beneath a root. */
export const MAX_DEPTH = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the rule is about
const CONTROL = /[\u0000-\u001f\u007f]/;

/** What is wrong with a name, in words that complete "name …"; undefined for a good one (CONTRACT §1). */
export function nameFault(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (name === '.' || name === '..') return 'must not be "." or ".."';
  if (name.includes('/')) return 'must not contain "/"';
  if (CONTROL.test(name)) return 'must not contain control characters';
  if (!name.isWellFormed()) return 'must be well-formed Unicode';
  if (Buffer.byteLength(name) > NAME_BYTES) return `must be at most ${String(NAME_BYTES)} bytes of UTF-8`;
  return undefined;
}

/** What makes two names the same: NFC, case-sensitive. */
export function nameKey(name: string): string {
  return name.normalize('NFC');
}

/**
 * Text whose binary order is the natural, case-insensitive order of names: each run of digits is led by
 * the length of its number, so that "2" sorts before "10".
 */
export function sortKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Nd}+/gu, (digits) => {
      const number = digits.replace(/^0+(?=.)/, '');
      return `0${String.fromCharCode(0x30 + Math.min(number.length, 0x40))}${number}`;
    });
}

/** What is longer is no extension but a name with a dot in it. */
const EXTENSION_LENGTH = 16;

/** Name and extension (with its dot); a leading dot belongs to the name. */
export function splitExtension(name: string): readonly [string, string] {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && name.length - dot <= EXTENSION_LENGTH;
  return isExtension ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** `report.pdf`, 2 → `report (2).pdf`; folders keep their dots: `v1.2`, 2 → `v1.2 (2)`. Stays within the longest name. */
function numberedName(name: string, number: number, kind: 'file' | 'folder'): string {
  const [stem, extension] = kind === 'file' ? splitExtension(name) : ([name, ''] as const);
  const suffix = ` (${String(number)})${extension}`;
  let kept = stem;
  while (Buffer.byteLength(kept + suffix) > NAME_BYTES) kept = Array.from(kept).slice(0, -1).join('');
  return kept + suffix;
}

/** The entry's own name, or that with the first number, from 2, that is not taken. */
export function freeName(
  { name, kind }: { readonly name: string; readonly kind: 'file' | 'folder' },
  isTaken: (name: string) => boolean,
): string {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = numberedName(name, number, kind);
  return free;
}

const OWNER_FILE = /^(?:\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|~\$.*|\.~lock\..*#)$/is;
const TMP = /\.tmp$/i;

/** Files of systems and programs that say how a folder is shown, or who has a document open. */
function isOwnerFile(name: string): boolean {
  return OWNER_FILE.test(name);
}

const SWAP_FILE = /^\..*\.sw[a-px]$/is;

/** Files that are there only while a document is open or a folder looked at: never anything of a user's own. */
export function isSessionFile(name: string): boolean {
  return isOwnerFile(name) || SWAP_FILE.test(name);
}

/** Files that operating systems and programs leave for themselves: kept with one version and no activity (CONTRACT §3). */
export function isJunkName(name: string): boolean {
  return isOwnerFile(name) || TMP.test(name);
}

const TEMPORARY = /^(?:.*\.(?:tmp|bak|wbk)|~.*|.*~|\.#.*|[0-9a-f]{8}|.*\.sb-.*)$/is;
const SAFE_SAVE = /\.sb-/i;

/**
 * True where programs put a file while they save another (WEBDAV-NOTES, rule 2): by its name, or by that of a folder in
 * which the Finder prepares files. @param path names from the entry upwards
 */
export function isTemporaryPath([name = '', ...folders]: readonly string[]): boolean {
  return TEMPORARY.test(name) || folders.some((folder) => SAFE_SAVE.test(folder));
}

const SAFE_SAVE_FOLDER = /\.sb-[0-9a-f]{8}-\w{6}$/i;

/** The name of a folder that the Finder makes to prepare a file in, and deletes. */
export function isSafeSaveFolder(name: string): boolean {
  return SAFE_SAVE_FOLDER.test(name);
}

/** True for a document of such a name; folders are never junk, for what may lie in them. */
export function isJunk({ kind, name }: { readonly kind: 'file' | 'folder'; readonly name: string }): boolean {
  return kind === 'file' && isJunkName(name);
}

/** The title of a document whose user gave none. */
export function defaultTitle(name: string): string {
  return splitExtension(name)[0];
}
