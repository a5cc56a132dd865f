import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Beside the worker: character maps, fonts and colours that a PDF may leave out, and decoders for rare pictures. */
const FOLDERS = ['cmaps', 'standard_fonts', 'iccs', 'wasm'];
/** Not needed: what runs scripts of PDFs, which we do not, and decoders for browsers without WebAssembly. */
const LEFT_OUT = /quickjs|nowasm/i;

/** What {@link copyPdfjs} made. Names are relative to the folder with the files. */
interface PdfjsFiles {
  readonly worker: string;
  readonly names: readonly string[];
}

/**
 * Copies what pdf.js loads while it shows a document. web/preview/pdf/pdf-files.ts knows the folder: its name has the
 * version, so browsers may keep the files for good.
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
