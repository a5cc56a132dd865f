import { lstat, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freeName, nameKey, splitExtension } from '../../model/entries/names.ts';
import { hasCode } from '../../model/errors/error-code.ts';

/** Which names the file system of a directory can hold. */
export interface NameRules {
  /** `Plan.txt` and `plan.txt` are one file there. */
  readonly ignoresCase: boolean;
  /** Names that Windows does not know are refused, as on most sticks and shared drives. */
  readonly isWindows: boolean;
  /** Longest name, in bytes of UTF-8. */
  readonly longest: number;
}

const LONGEST = 255;
/** What a number or an underscore adds to a name at most, in bytes. */
const ADDED_BYTES = 12;

/** No entry of ours has such a name, but a database that somebody has changed may: it would lead out of the directory. */
const PATH_CHARACTERS = /[/\0]/g;
const RELATIVE = /^\.{0,2}$/;
/** What Windows accepts in no name. Its control characters are in no name of ours. */
const WINDOWS_CHARACTERS = /[<>:"|?*\\]/g;
const WINDOWS_END = /[. ]$/;
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Finds out by trying which names a directory can hold. @param directory is there, and nobody else works in it */
export async function nameRulesOf(directory: string): Promise<NameRules> {
  const ignoresCase = (await holds(directory, 'case', 'CASE')) === 'the same';
  const isWindows = (await holds(directory, 'a:b')) === 'no';
  return { ignoresCase, isWindows, longest: await longestName(directory) };
}

async function longestName(directory: string): Promise<number> {
  const canHold = async (length: number): Promise<boolean> =>
    (await holds(directory, 'x'.repeat(length))) !== 'no';
  if (await canHold(LONGEST)) return LONGEST;
  let [longest, tooLong] = [1, LONGEST];
  while (tooLong - longest > 1) {
    const middle = Math.floor((longest + tooLong) / 2);
    if (await canHold(middle)) longest = middle;
    else tooLong = middle;
  }
  return longest;
}

/** Makes a file and removes it. @returns `the same`: it is also found under the `other` name */
async function holds(directory: string, name: string, other?: string): Promise<'yes' | 'no' | 'the same'> {
  const path = join(directory, name);
  try {
    await writeFile(path, '');
  } catch (error) {
    if (isNameFault(error)) return 'no';
    throw error;
  }
  const isFound =
    other !== undefined &&
    (await lstat(join(directory, other)).then(
      () => true,
      () => false,
    ));
  await rm(path, { force: true });
  return isFound ? 'the same' : 'yes';
}

function isNameFault(error: unknown): boolean {
  return hasCode(error, 'EINVAL', 'ENAMETOOLONG', 'EILSEQ', 'ENOENT');
}

/** An entry of a folder that gets a name on the disk. */
interface Named {
  readonly kind: 'file' | 'folder';
  readonly name: string;
}

/**
 * The names of a folder's entries on the disk: their own, where the disk can hold it, else one that is like it. The same
 * entries in the same order always get the same names.
 * @param reserved names that no entry may have
 */
export function diskNames<T extends Named>(
  entries: readonly T[],
  rules: NameRules,
  reserved: readonly string[] = [],
): Map<T, string> {
  const keyOf = (name: string): string => (rules.ignoresCase ? nameKey(name).toLowerCase() : nameKey(name));
  const taken = new Set(reserved.map(keyOf));
  const names = new Map<T, string>();
  const others: T[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (isHeld(name, rules) && !taken.has(keyOf(name))) {
      taken.add(keyOf(name));
      names.set(entry, name);
    } else others.push(entry);
  }
  for (const entry of others) {
    const alike = { kind: entry.kind, name: heldName(entry.name, rules) };
    const name = freeName(alike, (candidate) => taken.has(keyOf(candidate)));
    taken.add(keyOf(name));
    names.set(entry, name);
  }
  return names;
}

function isHeld(name: string, { isWindows, longest }: NameRules): boolean {
  if (Buffer.byteLength(name) > longest || name.search(PATH_CHARACTERS) >= 0 || RELATIVE.test(name))
    return false;
  return (
    !isWindows ||
    (name.search(WINDOWS_CHARACTERS) < 0 && !WINDOWS_END.test(name) && !WINDOWS_DEVICE.test(name))
  );
}

function heldName(name: string, { isWindows, longest }: NameRules): string {
  const single = name.replace(PATH_CHARACTERS, '_').replace(RELATIVE, '_$&');
  const legal = isWindows
    ? single.replace(WINDOWS_CHARACTERS, '_').replace(WINDOWS_END, '_').replace(WINDOWS_DEVICE, '_$&')
    : single;
  const [stem, extension] = splitExtension(legal);
  const most = longest - ADDED_BYTES - Buffer.byteLength(extension);
  let kept = stem;
  while (Buffer.byteLength(kept) > most) kept = Array.from(kept).slice(0, -1).join('');
  return kept + extension;
}
