import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { getAsset, getRawAsset, isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import { compileFunction, constants } from 'node:vm';

/** True in the binary, which contains all of its files. */
export const isBinary = isSea();

/**
 * Location of the sources as compiled into the binary. No such folder exists: the rest of the URL is the name of a file
 * inside the binary (`scripts/build`).
 */
const ROOT = 'file:///dms/';

/**
 * Reads a file that the program needs in addition to its code.
 * @param url written as `new URL(…, import.meta.url)` or `import.meta.resolve(…)`, which the build searches for
 */
export async function readProgramFile(url: string): Promise<Buffer<ArrayBuffer>> {
  return isBinary ? Buffer.from(getRawAsset(nameOf(url))) : readFile(fileURLToPath(url));
}

/** The code of a thread inside the binary. */
export function threadCode(url: string): string {
  return getAsset(nameOf(url), 'utf8');
}

/**
 * Loads a part of the binary that is a separate bundle. The build replaces `import()` with calls of this function.
 * @param name name of its code inside the binary
 * @returns its exports
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
