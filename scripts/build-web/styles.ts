import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const FOLDER = new URL('../../web/style/', import.meta.url);

/**
 * Builds a separate file for each style sheet that the sources import as `style:NAME`; such sheets are loaded on
 * demand. The import returns the URL of the file (web/parts/loading/add-style.ts).
 */
export function styles(target: string): Plugin {
  return {
    name: 'styles',
    setup(compiler) {
      compiler.onResolve({ filter: /^style:/ }, ({ path }) => ({
        path: `${path.slice('style:'.length)}.css`,
        namespace: 'style',
      }));
      compiler.onLoad({ filter: /./, namespace: 'style' }, async ({ path }) => {
        const entry = fileURLToPath(new URL(path, FOLDER));
        const options = { bundle: true, minify: true, write: false, target } as const;
        const { outputFiles } = await build({ ...options, entryPoints: [entry] });
        const [sheet] = outputFiles;
        if (sheet === undefined) throw new Error(`nothing was made of ${path}`);
        return { contents: sheet.contents, loader: 'file' };
      });
    },
  };
}
