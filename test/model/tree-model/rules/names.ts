import type { Entry } from './entries.ts';

const TEMPORARY = [/\.tmp$/i, /^~/, /~$/, /\.bak$/i, /\.wbk$/i, /^\.#/, /^[0-9a-f]{8}$/i];
const OWNER = [/^\.DS_Store$/i, /^\._/, /^Thumbs\.db$/i, /^desktop\.ini$/i, /^~\$/, /^\.~lock\..*#$/i];

/** Files of operating systems and programs: folder settings, and markers of an open document. */
export function isOwnerFile(name: string): boolean {
  return OWNER.some((pattern) => pattern.test(name));
}

/** Temporary and system files (docs/build/contract/concepts.md §3), which have one version. */
export function isJunkName(name: string): boolean {
  return isOwnerFile(name) || /\.tmp$/i.test(name);
}

/** Folders in which the Finder writes a file before it replaces another. */
const SAFE_SAVE = /\.sb-[0-9a-f]{8}-[0-9a-z_]{6}$/i;

export function isTemporaryName(name: string): boolean {
  return SAFE_SAVE.test(name) || TEMPORARY.some((pattern) => pattern.test(name));
}

/** Places for files that programs are about to save or have just saved (docs/build/webdav-clients.md, rule 2). */
export function isTemporary(place: Pick<Entry, 'name' | 'folder'>): boolean {
  if (isTemporaryName(place.name)) return true;
  for (let { folder } = place; folder !== undefined; { folder } = folder) {
    if (SAFE_SAVE.test(folder.name)) return true;
  }
  return false;
}

/** Name and extension. A long suffix, or the whole name, does not count as an extension. */
export function splitExtension(name: string): readonly [string, string] {
  const [extension = ''] = /(?<=.)\.[^.]{0,15}$/.exec(name) ?? [];
  return [name.slice(0, name.length - extension.length), extension];
}

/** `a.txt`, 2 → `a (2).txt`; dots in folder names are ignored (docs/build/contract/concepts.md §2). */
function numbered(name: string, number: number, kind: Entry['kind']): string {
  const [stem, extension] = kind === 'file' ? splitExtension(name) : [name, ''];
  return `${stem} (${number})${extension}`;
}

/** The first free name of `name`, `name (2)`, … */
export function freeName(
  { name, kind }: Pick<Entry, 'name' | 'kind'>,
  isTaken: (name: string) => boolean,
): string {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = numbered(name, number, kind);
  return free;
}
