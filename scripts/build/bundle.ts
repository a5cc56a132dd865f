import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import * as z from 'zod';
import { packagesOf } from './packages.ts';
import type { Target } from './targets.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NODE_MODULES = join(ROOT, 'node_modules');
const PAGES = join(ROOT, 'dist/web');
/** URL that the binary's sources see as their location (src/program/files.ts). */
const PACKED_ROOT = 'file:///dms/';

/** Database drivers that we do not use. knex requires one only if it is configured. */
const DRIVERS = [
  'mariadb/callback',
  'mysql',
  'mysql2',
  'oracledb',
  'pg',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];

/** Program of the child process. It has its own bundle, so that neither process loads the code of the other. */
const CHILD = join(ROOT, 'src/cli/render-child.ts');
/** `new URL('./query-worker.ts', import.meta.url)`: the program of a worker thread. */
const THREAD = /new URL\(\s*'(\.[^']*-worker\.ts)',\s*import\.meta\.url,?\s*\)/g;
/** `import.meta.resolve('package/file')`: a file that the program reads. */
const FILE = /import\.meta\.resolve\('([^']+)'\)/g;

/** The contents of a binary. */
export interface Bundle {
  /** Path of the JavaScript that the binary starts. */
  readonly main: string;
  /** Paths of the files inside the binary, by their names there. */
  readonly files: ReadonlyMap<string, string>;
  /** Names of the npm packages that are part of the binary. */
  readonly packages: ReadonlySet<string>;
  /** SHA-256 of all these files and their names, hexadecimal. */
  readonly sha256: string;
}

/** Collects the threads, files and packages that the code of a binary needs. */
class Parts {
  /** Absolute paths of the modules that run in worker threads. */
  readonly threads = new Set<string>();
  /** Absolute paths. */
  readonly files = new Set<string>();
  readonly packages = new Set<string>();
}

const pagesSchema = z.object({ packages: z.array(z.string()) });

/**
 * Builds the JavaScript of a binary, and collects the files that belong to it. Equal sources and packages result in
 * equal bytes.
 * @param directory output directory
 */
export async function bundle(target: Target, directory: string): Promise<Bundle> {
  await mkdir(directory, { recursive: true });
  const parts = new Parts();
  const main = await pack(join(ROOT, 'bin/start.ts'), join(directory, 'main.cjs'), target, parts);
  const files = new Map<string, string>();
  const addProgram = async (program: string): Promise<void> => {
    const out = join(directory, basename(program).replace(/\.ts$/, '.cjs'));
    files.set(nameOf(program), await pack(program, out, target, parts));
  };
  await addProgram(CHILD);
  // Includes threads that are found during this loop.
  for (const thread of parts.threads) await addProgram(thread);
  for (const file of [...parts.files, ...(await filesOfPages())]) files.set(nameOf(file), file);
  const pages = pagesSchema.parse(JSON.parse(await readFile(join(PAGES, 'manifest.json'), 'utf8')));
  const packages = new Set([...parts.packages, ...pages.packages]);
  return { main, files, packages, sha256: await hashOf(main, files) };
}

async function pack(entry: string, outfile: string, target: Target, parts: Parts): Promise<string> {
  const options = {
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node26',
    format: 'cjs',
    // Identifiers stay unminified, because error stacks in the log show them.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    logOverride: { 'empty-import-meta': 'error' },
    external: DRIVERS,
    footer: { js: `//# sourceURL=dms/${basename(outfile)}` },
    plugins: [childApart, ourFiles(parts), nativeParts(target, parts), parsedTables],
  } satisfies BuildOptions;
  const { metafile } = await build(options);
  if (entry !== CHILD && nameOf(CHILD) in metafile.inputs)
    throw new Error(`${entry} has the program of the child process in its bundle`);
  for (const name of packagesOf(Object.keys(metafile.inputs))) parts.packages.add(name);
  await writeFile(outfile, inAscii(await readFile(outfile, 'utf8')));
  return outfile;
}

/**
 * Escapes non-ASCII characters that esbuild leaves in regular expressions. V8 keeps the source in memory, and a single
 * character beyond Latin-1 doubles the memory of the whole source.
 */
function inAscii(code: string): string {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Loads the program of the child process from its own bundle. */
const childApart: Plugin = {
  name: 'child apart',
  setup(compiler) {
    compiler.onResolve(
      { filter: new RegExp(`/${basename(CHILD).replaceAll('.', '\\.')}$`) },
      ({ kind, path, resolveDir }) =>
        kind === 'dynamic-import' && join(resolveDir, path) === CHILD
          ? { path: nameOf(CHILD), namespace: 'part' }
          : undefined,
    );
    compiler.onLoad({ filter: /./, namespace: 'part' }, ({ path }) => ({
      contents: `module.exports = require('./src/program/files.ts').loadPart(${JSON.stringify(path)});`,
      resolveDir: ROOT,
    }));
  },
};

/** Collects the threads and files that the sources name, and sets the location of each module. */
function ourFiles(parts: Parts): Plugin {
  return {
    name: 'our files',
    setup(compiler) {
      compiler.onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!text.includes('import.meta')) return undefined;
        if (!path.includes('node_modules')) {
          for (const [, name = ''] of text.matchAll(THREAD)) parts.threads.add(join(dirname(path), name));
        }
        const contents = text
          .replace(FILE, (_, name: string) => {
            const isOurs = name.startsWith('.');
            const file = fileURLToPath(
              isOurs ? new URL(name, pathToFileURL(path)) : import.meta.resolve(name),
            );
            parts.files.add(file);
            return JSON.stringify(PACKED_ROOT + nameOf(file));
          })
          .replaceAll('import.meta.url', JSON.stringify(PACKED_ROOT + nameOf(path)));
        return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
      });
    },
  };
}

/** Loads native modules through src/program/native.ts, from the files inside the binary. */
function nativeParts({ native }: Target, parts: Parts): Plugin {
  const partAt = (path: string): string => JSON.stringify(join(NODE_MODULES, path));
  /** Replacements for the modules that locate the native module on disk, by the requesting package. */
  const finders: Readonly<Record<string, { readonly asked: string; readonly contents: string }>> = {
    'better-sqlite3': {
      asked: './binding',
      contents: `exports.getBinding = () => require(${partAt(native.sqlite)});`,
    },
    argon2: {
      asked: 'node-gyp-build',
      contents: `module.exports = () => require(${partAt(native.argon2)});`,
    },
  };
  return {
    name: 'native parts',
    setup(compiler) {
      compiler.onResolve({ filter: /^(?:\.\/binding|node-gyp-build)$/ }, ({ path, importer }) => {
        const [, name = ''] = /[/\\]node_modules[/\\]([^/\\]+)[/\\](?!.*node_modules)/.exec(importer) ?? [];
        return finders[name]?.asked === path ? { path: name, namespace: 'finder' } : undefined;
      });
      compiler.onLoad({ filter: /./, namespace: 'finder' }, ({ path }) => ({
        contents: finders[path]?.contents ?? '',
        resolveDir: ROOT,
      }));
      compiler.onLoad({ filter: /\.node$/ }, ({ path }) => {
        parts.files.add(path);
        const contents = `module.exports = require('./src/program/native.ts').loadNative(${JSON.stringify(nameOf(path))});`;
        return { contents, loader: 'js', resolveDir: ROOT };
      });
    },
  };
}

/** Tables of packages. V8 parses JSON several times faster than the same object as JavaScript, at every start. */
const parsedTables: Plugin = {
  name: 'parsed tables',
  setup(compiler) {
    compiler.onLoad({ filter: /node_modules.*\.json$/ }, async ({ path }) => {
      const table = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
      return { contents: `module.exports = JSON.parse(${JSON.stringify(table)});`, loader: 'js' };
    });
  },
};

/** The files that scripts/build-web/main.ts built. */
async function filesOfPages(): Promise<string[]> {
  const entries = await readdir(PAGES, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The name of a file inside the binary: its path relative to the root of the sources. */
function nameOf(path: string): string {
  return relative(ROOT, path).split(sep).join('/');
}

async function hashOf(main: string, files: ReadonlyMap<string, string>): Promise<string> {
  const hash = createHash('sha256').update(await readFile(main));
  for (const [name, path] of [...files].sort(([left], [right]) => (left < right ? -1 : 1)))
    hash.update(`\0${name}\0`).update(await readFile(path));
  return hash.digest('hex');
}
