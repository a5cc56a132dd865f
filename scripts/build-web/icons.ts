import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { z } from 'zod';

const nodesSchema = z.record(z.string(), z.array(z.tuple([z.string(), z.record(z.string(), z.string())])));

/** Compiles in the icons of Lucide that the sources import as `icon:NAME`: the elements of each, as data. */
export function icons(): Plugin {
  return {
    name: 'icons',
    setup(compiler) {
      const all = readFile(fileURLToPath(import.meta.resolve('lucide-static/icon-nodes.json')), 'utf8').then(
        (json) => nodesSchema.parse(JSON.parse(json)),
      );
      compiler.onResolve({ filter: /^icon:/ }, ({ path }) => ({ path: path.slice(5), namespace: 'icon' }));
      compiler.onLoad({ filter: /./, namespace: 'icon' }, async ({ path }) => {
        const nodes = (await all)[path];
        if (nodes === undefined) return { errors: [{ text: `there is no icon ${path}` }] };
        return { contents: JSON.stringify(nodes), loader: 'json' };
      });
    },
  };
}
