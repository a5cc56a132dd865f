import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ASSETS = fileURLToPath(new URL('../../../dist/web/assets/', import.meta.url));

/**
 * The name of the only script of the built pages that contains a text, because scripts are named only by their hashes.
 */
export function chunkWith(text: string): string {
  const names = readdirSync(ASSETS).filter(
    (name) => name.endsWith('.js') && readFileSync(join(ASSETS, name), 'utf8').includes(text),
  );
  const [name] = names;
  if (name === undefined || names.length > 1) throw new Error(`${String(names.length)} scripts have ${text}`);
  return basename(name);
}
