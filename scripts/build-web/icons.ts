import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import * as z from 'zod';

const nodesSchema = z.record(z.string(), z.array(z.tuple([z.string(), z.record(z.string(), z.string())])));

type Attributes = Readonly<Record<string, string>>;

/** Compiles in the Lucide icons that the sources import as `icon:NAME`, each as the data of one path. */
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
        const contents = nodes.map(([element, attributes]) => pathOf(element, attributes)).join('');
        return { contents, loader: 'text' };
      });
    },
  };
}

/**
 * Converts an element of an icon to path data. A list has three icons in each row; this way each is one DOM element.
 */
function pathOf(element: string, attributes: Attributes): string {
  const make = SHAPES[element];
  if (make === undefined) throw new Error(`icons with <${element}> are not known here`);
  return make(attributes);
}

const SHAPES: Readonly<Record<string, ((attributes: Attributes) => string) | undefined>> = {
  // Makes the first point absolute. A path that starts with `m` is relative to the end of the previous path once both
  // are joined; its further points are relative lines.
  path: ({ d = '' }) =>
    d.replace(
      /^m\s*(-?[\d.]+)[\s,]*(-?[\d.]+)\s*(?=([-\d.]?))/,
      (_, x, y, further) => `M${x} ${y}${further === '' ? '' : 'l'}`,
    ),
  circle: ({ cx, cy, r = '0' }) => {
    const [radius, width] = [r, String(2 * Number(r))];
    return `M${String(Number(cx) - Number(r))} ${String(cy)}a${radius} ${radius} 0 1 0 ${width} 0a${radius} ${radius} 0 1 0 -${width} 0z`;
  },
  line: ({ x1 = '', x2 = '', y1 = '', y2 = '' }) => `M${x1} ${y1}L${x2} ${y2}`,
  rect: ({ x = '0', y = '0', width = '0', height = '0', rx = '0' }) => {
    const radius = Number(rx);
    const [across, down] = [Number(width) - 2 * radius, Number(height) - 2 * radius].map(String);
    const corner = (dx: number, dy: number): string => `a${rx} ${rx} 0 0 1 ${String(dx)} ${String(dy)}`;
    return [
      `M${String(Number(x) + radius)} ${y}h${String(across)}${corner(radius, radius)}`,
      `v${String(down)}${corner(-radius, radius)}h-${String(across)}${corner(-radius, -radius)}`,
      `v-${String(down)}${corner(radius, -radius)}z`,
    ].join('');
  },
};
