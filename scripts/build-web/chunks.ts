import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { type GetManualChunk, type OutputChunk, rollup } from 'rollup';

type Outputs = Metafile['outputs'];

/**
 * Joins the scripts of esbuild that the entry needs to one file. esbuild makes a script for each set of pages that share
 * a module, so the first folder took 60 requests.
 * @param root the folder that the paths in `metafile` are relative to
 * @param entry path of the entry's script in `metafile`
 * @returns `metafile` with the new scripts in place of the old ones
 */
export async function joinChunks(root: string, metafile: Metafile, entry: string): Promise<Metafile> {
  const input = join(root, entry);
  const bundle = await rollup({ input, logLevel: 'warn' });
  const { output } = await bundle.generate({
    entryFileNames: basename(entry).replace(/-\w+(?=\.js$)/, '-[hash]'),
    chunkFileNames: '[hash].js',
    compact: true,
    manualChunks: chunkOfEntry(input),
  });
  const chunks = output.filter((each) => each.type === 'chunk');
  const isScript = (path: string): boolean => path.endsWith('.js');
  const old = Object.entries(metafile.outputs).filter(([path]) => isScript(path));
  await Promise.all(old.map(([path]) => rm(join(root, path))));
  await Promise.all(chunks.map(({ fileName, code }) => writeFile(join(dirname(input), fileName), code)));
  const others = Object.entries(metafile.outputs).filter(([path]) => !isScript(path));
  const joined = chunks.map((chunk) => describe(chunk, dirname(entry), metafile.outputs));
  return { ...metafile, outputs: Object.fromEntries([...others, ...joined]) };
}

/** Assigns the entry, and all that it imports statically, to one chunk. */
function chunkOfEntry(entry: string): GetManualChunk {
  const needed = new Set<string>();
  return (id, { getModuleInfo }) => {
    const add = (each: string): void => {
      if (needed.has(each)) return;
      needed.add(each);
      for (const imported of getModuleInfo(each)?.importedIds ?? []) add(imported);
    };
    add(entry);
    return needed.has(id) ? 'main' : undefined;
  };
}

/** Describes a joined chunk as esbuild describes its outputs. */
function describe(chunk: OutputChunk, folder: string, outputs: Outputs): [string, Outputs[string]] {
  const outputOf = (id: string): Outputs[string] | undefined => outputs[join(folder, basename(id))];
  const parts = chunk.moduleIds.flatMap((id) => outputOf(id) ?? []);
  const own = chunk.facadeModuleId === null ? undefined : outputOf(chunk.facadeModuleId);
  const imports = chunk.imports.map((name) => ({
    path: join(folder, name),
    kind: 'import-statement' as const,
  }));
  return [
    join(folder, chunk.fileName),
    {
      bytes: Buffer.byteLength(chunk.code),
      inputs: Object.fromEntries(parts.flatMap(({ inputs }) => Object.entries(inputs))),
      imports,
      exports: chunk.exports,
      ...(own?.cssBundle === undefined ? {} : { cssBundle: own.cssBundle }),
    },
  ];
}
