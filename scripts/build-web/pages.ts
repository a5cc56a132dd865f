import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { packagesOf } from '../build/packages.ts';
import { joinChunks } from './chunks.ts';
import { icons } from './icons.ts';
import { copyPdfjs } from './pdfjs.ts';
import { styles } from './styles.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Only these types are compressed. The other types are compressed already and would grow. */
const COMPRESSED = new Set(['.js', '.mjs', '.css', '.svg', '.wasm']);

/** Language level of the supported browsers. */
const TARGET = 'es2023';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Options of {@link buildWeb}. */
interface Build {
  /** Absolute paths of the checkout and of the output folder. */
  readonly root: string;
  readonly out: string;
  /** Hash of all sources, stored in the manifest. */
  readonly sources: string;
}

/** Builds the files of the pages, their compressed copies, and `manifest.json` (src/web/built-files.ts). */
export async function buildWeb({ root, out, sources }: Build): Promise<void> {
  await mkdir(dirname(out), { recursive: true });
  // Another process may build at the same time, so the output folder must never be visible half-built.
  const work = await mkdtemp(`${out}.`);
  try {
    const metafile = await bundle(root, work);
    const visitor = await bundleVisitor(root, work);
    const pdfjs = await copyPdfjs(root, work);
    const names = [
      ...Object.keys(metafile.outputs).map((path) => relative(work, join(root, path))),
      visitor,
      ...pdfjs.names,
    ];
    const sizes = new Map(
      await Promise.all(names.map(async (name) => [name, await compress(join(work, name))] as const)),
    );
    const manifest = {
      ...manifestOf(metafile, (path) => relative(work, join(root, path))),
      worker: pdfjs.worker,
      visitor,
      packages: [...packagesOf(Object.keys(metafile.inputs)), 'lucide-static'],
      files: Object.fromEntries(names.map((name) => [name, fileOf(name)])),
    };
    reportSizes(metafile, manifest, (name) => sizes.get(name) ?? 0);
    await writeFile(join(work, 'manifest.json'), `${JSON.stringify({ sources, ...manifest }, null, 2)}\n`);
    await rm(out, { recursive: true, force: true });
    await rename(work, out);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function bundle(root: string, work: string): Promise<Metafile> {
  const options = {
    absWorkingDir: root,
    entryPoints: ['web/main.tsx', 'web/icon.svg'],
    outdir: work,
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[hash]',
    assetNames: 'assets/[name]-[hash]',
    splitting: true,
    format: 'esm',
    ...commonOptions(root),
    loader: { '.svg': 'copy' },
    alias: {
      // The main file of this package targets browsers of 2015 and is twice as large.
      'tus-js-client': 'tus-js-client/lib/browser/index.js',
      'js-base64': './web/upload/sending/base64.ts',
      'url-parse': './web/upload/sending/url-parse.ts',
    },
    plugins: [icons(), styles(TARGET)],
  } satisfies BuildOptions;
  const { metafile } = await build(options);
  return joinChunks(root, metafile, outputOf(metafile, 'web/main.tsx'));
}

/** Options of every bundle of scripts for browsers. */
function commonOptions(root: string) {
  return {
    bundle: true,
    target: TARGET,
    tsconfig: join(root, 'web/tsconfig.json'),
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  } as const;
}

/** Bundles the script of the page for visitors of links, which shares nothing with the other pages. @returns its name */
async function bundleVisitor(root: string, work: string): Promise<string> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['web/visitor/send-files.ts'],
    outdir: work,
    entryNames: 'assets/[name]-[hash]',
    format: 'iife',
    ...commonOptions(root),
  });
  const [path = ''] = Object.keys(metafile.outputs);
  return relative(work, join(root, path));
}

/** @returns the path of the output that contains a source */
function outputOf({ outputs }: Metafile, source: string): string {
  const found = Object.entries(outputs).find(([, { inputs }]) => source in inputs);
  if (found === undefined) throw new Error(`no output contains ${source}`);
  return found[0];
}

/** @returns the size that a browser downloads */
async function compress(file: string): Promise<number> {
  const bytes = await readFile(file);
  if (!COMPRESSED.has(extname(file))) return bytes.length;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const packed = await brotli(bytes, { params });
  await writeFile(`${file}.br`, packed);
  await writeFile(`${file}.gzip`, await zip(bytes, { level: 9 }));
  return packed.length;
}

function fileOf(name: string): { readonly type: string; readonly isCompressed: boolean } {
  const suffix = extname(name);
  return { type: TYPES[suffix] ?? 'application/octet-stream', isCompressed: COMPRESSED.has(suffix) };
}

function manifestOf(metafile: Metafile, nameOf: (path: string) => string) {
  const { outputs } = metafile;
  const entry = outputOf(metafile, 'web/main.tsx');
  const { imports = [], cssBundle = '' } = outputs[entry] ?? {};
  const preload = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => nameOf(path));
  const icon = Object.keys(outputs).find((path) => /^icon-/.test(basename(path))) ?? '';
  return {
    entry: nameOf(entry),
    style: nameOf(cssBundle),
    icon: nameOf(icon),
    preload,
    texts: {
      en: nameOf(outputOf(metafile, 'web/text/en.ts')),
      de: nameOf(outputOf(metafile, 'web/text/de.ts')),
    },
  };
}

interface FirstFiles {
  readonly entry: string;
  readonly style: string;
  readonly preload: readonly string[];
  readonly texts: { readonly en: string; readonly de: string };
  readonly worker: string;
}

/** Reports the download sizes of the first folder, of all pages, and of the first PDF in addition. */
function reportSizes(
  { outputs }: Metafile,
  { entry, style, preload, texts, worker }: FirstFiles,
  sizeOf: (name: string) => number,
): void {
  const sum = (names: readonly string[]): number => names.reduce((total, name) => total + sizeOf(name), 0);
  const scripts = Object.entries(outputs)
    .filter(([path]) => /\.(?:js|css)$/.test(path))
    .map(([path, { inputs }]) => ({
      name: path.replace(/^.*?(?=assets\/)/, ''),
      inputs: Object.keys(inputs),
    }));
  const pdf = scripts.filter(({ inputs }) => inputs.some((input) => input.includes('pdfjs-dist')));
  const isOf = (language: string, inputs: readonly string[]): boolean =>
    inputs.length > 0 && inputs.every((input) => input.startsWith(`web/text/${language}`));
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;
  const sizesIn = (language: 'en' | 'de', other: 'en' | 'de'): string => {
    const first = sum([...new Set([entry, style, ...preload, texts[language]])]);
    const all = scripts.filter((script) => !pdf.includes(script) && !isOf(other, script.inputs));
    return `${kilobytes(first)}, all pages ${kilobytes(sum(all.map(({ name }) => name)))}`;
  };
  const pdfSize = sum([...pdf.map(({ name }) => name), worker]);
  console.log(
    `web: first folder in English ${sizesIn('en', 'de')}, in German ${sizesIn('de', 'en')}; ` +
      `PDF ${kilobytes(pdfSize)} more (Brotli)`,
  );
}
