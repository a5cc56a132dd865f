/**
 * Draws the layers and rooms of src/ as one Mermaid picture: `npm run deps:picture` prints it. Arrows between rooms of a
 * layer and arrows between layers are drawn; imports of `model`, `log` and `config`, and of the layer's own root, are not.
 */
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

/** A file in its layer and room; `room` is undefined for files at a layer's root. */
interface Place {
  readonly layer: string;
  readonly room: string | undefined;
}

const LEAVES = new Set(['model', 'log', 'config']);

function placeOf(path: string): Place | undefined {
  const [, layer, room] = /^src\/([\w-]+)(?:\/([\w-]+)\/[\w-]+\.ts|\/[\w-]+\.ts|\.ts)$/.exec(path) ?? [];
  return layer === undefined || LEAVES.has(layer) ? undefined : { layer, room };
}

function arrowOf(from: Place, to: Place): readonly [string, string] | undefined {
  if (from.layer !== to.layer) return [from.layer, to.layer];
  if (from.room === undefined || to.room === undefined || from.room === to.room) return undefined;
  return [`${from.layer}/${from.room}`, `${from.layer}/${to.room}`];
}

/** The picture, in Mermaid's language. */
export async function drawRooms(): Promise<string> {
  const options = await extractDepcruiseOptions('./scripts/config/dependency-cruiser.js');
  const { output } = await cruise(['src'], options, undefined, {
    tsConfig: extractTSConfig('tsconfig.json'),
  });
  if (typeof output === 'string')
    throw new Error('dependency-cruiser answered with text, not with its result');
  const rooms = new Map<string, Set<string>>();
  const arrows = new Set<string>();
  for (const { source, dependencies } of output.modules) {
    const from = placeOf(source);
    if (from === undefined) continue;
    const ofLayer = rooms.get(from.layer) ?? new Set();
    rooms.set(from.layer, from.room === undefined ? ofLayer : ofLayer.add(from.room));
    for (const { resolved } of dependencies) {
      const to = placeOf(resolved);
      const arrow = to && arrowOf(from, to);
      if (arrow) arrows.add(`  ${arrow.join(' --> ')}`);
    }
  }
  const boxes = [...rooms].sort().flatMap(([layer, names]) => {
    const inside = [...names].sort().map((name) => `    ${layer}/${name}[${name}]`);
    return inside.length === 0 ? [`  ${layer}`] : [`  subgraph ${layer}`, ...inside, '  end'];
  });
  return ['flowchart TD', ...boxes, ...[...arrows].sort()].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await drawRooms());
