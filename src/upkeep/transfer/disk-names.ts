import { constants } from 'node:fs';
import { lstat, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freeName, nameKey, splitExtension } from '../../model/entries/names.ts';
import { hasCode } from '../../model/errors/error-code.ts';

/** File names that the file system of a directory accepts. */
export interface NameRules {
  /** Whether `Plan.txt` and `plan.txt` are the same file. */
  readonly ignoresCase: boolean;
  /** Whether names that are invalid on Windows are rejected, as on most USB sticks and shared drives. */
  readonly isWindows: boolean;
  /** Maximum length of a name, in bytes of UTF-8. */
  readonly longest: number;
}

const LONGEST = 255;
/** Another export may create the same file. A symbolic link must not be written through. */
const TRIAL = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;
/** Maximum length that a number or an underscore adds to a name, in bytes. */
const ADDED_BYTES = 12;

/**
 * Invalid in names of entries, but a manipulated database could contain them. Such a name would lead out of the
 * directory.
 */
const PATH_CHARACTERS = /[/\0]/g;
const RELATIVE = /^\.{0,2}$/;
/**
 * Characters that Windows rejects in all names. Names of entries contain no control characters, so they are not listed.
 */
const WINDOWS_CHARACTERS = /[<>:"|?*\\]/g;
const WINDOWS_END = /[. ]$/;
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Determines by experiment which names a directory accepts.
 * @param directory existing directory that no other process uses
 */
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

/**
 * Creates a file and removes it.
 * @returns `the same` if the file is also found under the name `other`
 */
async function holds(directory: string, name: string, other?: string): Promise<'yes' | 'no' | 'the same'> {
  const path = join(directory, name);
  try {
    await writeFile(path, '', { flag: TRIAL });
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

/** An entry that needs a file name. */
interface Named {
  readonly kind: 'file' | 'folder';
  readonly name: string;
}

/**
 * File names for the entries of a folder: the entry's own name if the file system accepts it, otherwise a similar one.
 * The same entries in the same order always get the same file names.
 * @param reserved names that no entry may get
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
