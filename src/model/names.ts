/** Longest name of an entry, in bytes of UTF-8. */
const NAME_BYTES = 255;
/** Most levels of folders, the root among them. */
export const MAX_DEPTH = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the rule is about
const CONTROL = /[\u0000-\u001f\u007f]/;

/** What is wrong with a name, to complete "name …"; undefined for a valid name (docs/contract.md). */
export function nameFault(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (name === '.' || name === '..') return 'must not be "." or ".."';
  if (name.includes('/')) return 'must not contain "/"';
  if (CONTROL.test(name)) return 'must not contain control characters';
  if (!name.isWellFormed()) return 'must be well-formed Unicode';
  if (Buffer.byteLength(name) > NAME_BYTES) return `must be at most ${String(NAME_BYTES)} bytes of UTF-8`;
  return undefined;
}

/** Two names are the same if their keys are equal: normalised to NFC, case-sensitive. */
export function nameKey(name: string): string {
  return name.normalize('NFC');
}

/**
 * A key whose binary order is the natural, case-insensitive order of names. Each number has its count of
 * digits before it, so that "2" sorts before "10".
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

/** The name of the entry if it is free; else the name with the first number from 2 that makes it free. */
export function freeName(
  { name, kind }: { readonly name: string; readonly kind: 'file' | 'folder' },
  isTaken: (name: string) => boolean,
): string {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = numberedName(name, number, kind);
  return free;
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
 * (docs/webdav-clients.md, rule 5).
 */
export function isJunkName(name: string): boolean {
  return isSystemFile(name) || TMP.test(name);
}

const TEMPORARY = /^(?:.*\.(?:tmp|bak|wbk)|~.*|.*~|\.#.*|[0-9a-f]{8})$/is;
const SAFE_SAVE_FOLDER = /\.sb-[0-9a-f]{8}-\w{6}$/i;

/**
 * True for a temporary-looking path (docs/webdav-clients.md, rule 2). Programs put files at such paths
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
