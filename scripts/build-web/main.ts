/** Builds `dist/web` from `web/`: the pages that src/web serves. Does nothing if the sources have not changed. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'dist/web');
/** Folders and files that the result depends on. */
const SOURCES = ['web', 'scripts/build-web', 'scripts/build-web/main.ts', 'package-lock.json'];

async function filesOf(path: string): Promise<string[]> {
  if (/\.\w+$/.test(path)) return [path];
  const entries = await readdir(join(ROOT, path), { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  const files = (await Promise.all(SOURCES.map(filesOf))).flat().sort();
  for (const file of files)
    hash.update(`\0${file}\0`).update(await readFile(join(ROOT, file.replace(ROOT, ''))));
  return hash.digest('hex');
}

async function hashOfBuilt(): Promise<string | undefined> {
  const file = join(OUT, 'manifest.json');
  if (!existsSync(file)) return undefined;
  const found = z.object({ sources: z.string() }).safeParse(JSON.parse(await readFile(file, 'utf8')));
  return found.data?.sources;
}

const sources = await hashOfSources();
if (sources !== (await hashOfBuilt())) {
  // Imported only when needed: most starts need no build.
  const { buildWeb } = await import('./pages.ts');
  await buildWeb({ root: ROOT, out: OUT, sources });
}
