import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Reads a file of an npm package that the program needs besides its code.
 * @param name as in an import: package and path
 */
export function readAsset(name: string): Promise<Buffer> {
  return readFile(fileURLToPath(import.meta.resolve(name)));
}
