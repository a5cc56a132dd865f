/**
 * Draws the layers and modules of src/ as one Mermaid diagram: `npm run deps:picture` prints it. An arrow means
 * "imports". The diagram has arrows between layers, and between modules of the same layer. It omits imports of `model`,
 * `log` and `config`, and imports of files at the root of the same layer. Lists the folders with the most files on
 * standard error.
 */
import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

/** Layer and module of a file. `module` is undefined for a file at the root of its layer. */
interface Location {
  readonly layer: string;
  readonly module: string | undefined;
}

/** Number of folders to list, those with the most files. */
const FULLEST = 10;
const NOT_DRAWN = new Set(['model', 'log', 'config']);

function locationOf(path: string): Location | undefined {
  const [, layer, module] =
    /^src\/([\w-]+)(?:\/([\w-]+)(?:\/[\w-]+)*\/[\w-]+\.ts|\/[\w-]+\.ts|\.ts)$/.exec(path) ?? [];
  return layer === undefined || NOT_DRAWN.has(layer) ? undefined : { layer, module };
}

function arrowOf(from: Location, to: Location): readonly [string, string] | undefined {
  if (from.layer !== to.layer) return [from.layer, to.layer];
  if (from.module === undefined || to.module === undefined || from.module === to.module) return undefined;
  return [`${from.layer}/${from.module}`, `${from.layer}/${to.module}`];
}

/** @returns the number of files directly in each folder below `roots`, in descending order */
export function countFiles(roots: readonly string[]): readonly (readonly [folder: string, files: number])[] {
  const counts = new Map<string, number>();
  for (const root of roots)
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const folder = relative('.', entry.parentPath);
      if (entry.isFile()) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** @returns the diagram as Mermaid source text */
export async function drawModules(): Promise<string> {
  const options = await extractDepcruiseOptions('./scripts/config/dependency-cruiser.js');
  const { output } = await cruise(['src'], options, undefined, {
    tsConfig: extractTSConfig('tsconfig.json'),
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser returned text instead of an object');
  const modules = new Map<string, Set<string>>();
  const arrows = new Set<string>();
  for (const { source, dependencies } of output.modules) {
    const from = locationOf(source);
    if (from === undefined) continue;
    const modulesOfLayer = modules.get(from.layer) ?? new Set();
    modules.set(from.layer, from.module === undefined ? modulesOfLayer : modulesOfLayer.add(from.module));
    for (const { resolved } of dependencies) {
      const to = locationOf(resolved);
      const arrow = to && arrowOf(from, to);
      if (arrow) arrows.add(`  ${arrow.join(' --> ')}`);
    }
  }
  const boxes = [...modules].sort().flatMap(([layer, names]) => {
    const nodes = [...names].sort().map((name) => `    ${layer}/${name}[${name}]`);
    return nodes.length === 0 ? [`  ${layer}`] : [`  subgraph ${layer}`, ...nodes, '  end'];
  });
  return ['flowchart TD', ...boxes, ...[...arrows].sort()].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(await drawModules());
  for (const [folder, files] of countFiles(['src', 'web', 'scripts']).slice(0, FULLEST))
    console.error(`${String(files).padStart(3)} files in ${folder}`);
}
