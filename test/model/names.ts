import type { Entry } from './entries.ts';

const TEMPORARY = [/\.tmp$/i, /^~/, /~$/, /\.bak$/i, /\.wbk$/i, /^\.#/, /^[0-9a-f]{8}$/i];
const OWNER = [/^\.DS_Store$/i, /^\._/, /^Thumbs\.db$/i, /^desktop\.ini$/i, /^~\$/, /^\.~lock\..*#$/i];

/** Files that say how a folder is shown, or who has a document open. */
export function isOwnerFile(name: string): boolean {
  return OWNER.some((pattern) => pattern.test(name));
}

/** Files that systems and programs leave for themselves (docs/build/contract/concepts.md §3): one version. */
export function isJunkName(name: string): boolean {
  return isOwnerFile(name) || /\.tmp$/i.test(name);
}

/** The folders in which the Finder writes a file before it takes the place of another. */
const SAFE_SAVE = /\.sb-[0-9a-f]{8}-[0-9a-z_]{6}$/i;

export function isTemporaryName(name: string): boolean {
  return SAFE_SAVE.test(name) || TEMPORARY.some((pattern) => pattern.test(name));
}

/** Where programs put what they are about to save, or what they have just saved (docs/build/webdav-clients.md, rule 2). */
export function isTemporary(place: Pick<Entry, 'name' | 'folder'>): boolean {
  if (isTemporaryName(place.name)) return true;
  for (let { folder } = place; folder !== undefined; { folder } = folder) {
    if (SAFE_SAVE.test(folder.name)) return true;
  }
  return false;
}

/** Name and extension; what is long, or the whole name, is no extension. */
export function splitExtension(name: string): readonly [string, string] {
  const [extension = ''] = /(?<=.)\.[^.]{0,15}$/.exec(name) ?? [];
  return [name.slice(0, name.length - extension.length), extension];
}

/** `a.txt`, 2 → `a (2).txt`; a folder keeps its dots (docs/build/contract/concepts.md §2). */
function numbered(name: string, number: number, kind: Entry['kind']): string {
  const [stem, extension] = kind === 'file' ? splitExtension(name) : [name, ''];
  return `${stem} (${number})${extension}`;
}

/** The first of `name`, `name (2)`, … that is not taken. */
export function freeName(
  { name, kind }: Pick<Entry, 'name' | 'kind'>,
  isTaken: (name: string) => boolean,
): string {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = numbered(name, number, kind);
  return free;
}
