import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { getAsset, getRawAsset, isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import { compileFunction, constants } from 'node:vm';

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

/**
 * Loads a part of the binary that is a bundle of its own. The build calls it in place of `import()`.
 * @param name of its code inside the binary
 * @returns what it exports
 * @public
 */
export function loadPart(name: string): unknown {
  const part = { exports: {} };
  const run = compileFunction(getAsset(name, 'utf8'), ['module', 'exports', 'require'], {
    filename: name,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  Reflect.apply(run, undefined, [part, part.exports, createRequire(process.execPath)]);
  return part.exports;
}

function nameOf(url: string): string {
  return url.slice(ROOT.length);
}
