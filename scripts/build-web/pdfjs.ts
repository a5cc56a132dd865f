import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/**
 * Files that pdf.js needs besides its worker: character maps, fonts and colour profiles that a PDF may omit, and
 * decoders for rare image formats.
 */
const FOLDERS = ['cmaps', 'standard_fonts', 'iccs', 'wasm'];
/** Not needed: the engine for scripts in PDFs, which we do not run, and decoders for browsers without WebAssembly. */
const LEFT_OUT = /quickjs|nowasm/i;

/** Files that {@link copyPdfjs} copied. Names are relative to the output folder. */
interface PdfjsFiles {
  readonly worker: string;
  readonly names: readonly string[];
}

/**
 * Copies the files that pdf.js loads while it shows a document. web/preview/pdf/pdf-files.ts knows the folder. Its name
 * contains the version, so browsers may cache the files permanently.
 */
export async function copyPdfjs(root: string, out: string): Promise<PdfjsFiles> {
  const source = join(root, 'node_modules/pdfjs-dist');
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')));
  const folder = `assets/pdfjs-${version}`;
  const worker = `${folder}/pdf.worker.min.mjs`;
  await cp(join(source, 'build/pdf.worker.min.mjs'), join(out, worker));
  const names = [worker];
  for (const each of FOLDERS)
    for (const file of await readdir(join(source, each))) {
      if (LEFT_OUT.test(file)) continue;
      const name = `${folder}/${each}/${file}`;
      await cp(join(source, each, file), join(out, name));
      names.push(name);
    }
  return { worker, names };
}
