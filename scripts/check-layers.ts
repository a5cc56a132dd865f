/**
 * Checks the imports of the program with dependency-cruiser. It fails if
 * - an import breaks a rule of scripts/config/dependency-cruiser.js,
 * - dependency-cruiser found no modules or no imports, which happens without an error if it cannot use the
 *   installed TypeScript compiler,
 * - the diagram of the rooms in docs/architecture.md is out of date.
 */
import { existsSync, readFileSync } from 'node:fs';
import { cruise, format } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { drawRooms } from './rooms.ts';

const roots = ['bin', 'src', 'migrations'].filter((folder) => existsSync(folder));
const options = await extractDepcruiseOptions('./scripts/config/dependency-cruiser.js');
const { output } = await cruise(roots, { ...options, validate: true }, undefined, {
  tsConfig: extractTSConfig('tsconfig.json'),
});
if (typeof output === 'string') throw new Error('dependency-cruiser returned text instead of an object');

const sources = output.modules.filter((module) => /^src\/.*\.ts$/.test(module.source));
const imports = sources
  .flatMap((module) => module.dependencies)
  .filter((to) => /^src\/.*\.ts$/.test(to.resolved));
const report = await format(output, { outputType: 'err' });
console.log(report.output);
console.log(`layers: ${sources.length} modules of src, ${imports.length} imports between them`);
if (sources.length === 0 || imports.length === 0) {
  console.error('dependency-cruiser found no modules or no imports, so nothing was checked');
  process.exitCode = 1;
} else if (output.summary.error > 0) {
  process.exitCode = 1;
}

const [, diagram] = /```mermaid\n(.*?)\n```/s.exec(readFileSync('docs/architecture.md', 'utf8')) ?? [];
if (diagram !== (await drawRooms())) {
  console.error(
    'the diagram in docs/architecture.md is out of date: replace it by the output of "npm run deps:picture"',
  );
  process.exitCode = 1;
}
