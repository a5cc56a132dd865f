import { readFile } from 'node:fs/promises';
import { getAsset, getRawAsset, isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';

/** True in the binary, which has all of its files inside itself. */
export const isBinary = isSea();

/**
 * Where the sources of the binary say that they lie. There is no such folder: what follows it is the name of a file
 * inside the binary (scripts/build).
 */
const ROOT = 'file:///dms/';

/**
 * A file that the program needs besides its code.
 * @param url as `new URL(…, import.meta.url)` or `import.meta.resolve` give it, which the build looks for
 */
export async function readProgramFile(url: string): Promise<Buffer<ArrayBuffer>> {
  return isBinary ? Buffer.from(getRawAsset(nameOf(url))) : readFile(fileURLToPath(url));
}

/** The code of a thread inside the binary. */
export function threadCode(url: string): string {
  return getAsset(nameOf(url), 'utf8');
}

function nameOf(url: string): string {
  return url.slice(ROOT.length);
}
