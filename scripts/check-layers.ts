/**
 * Runs dependency-cruiser over the program and fails on a broken rule of scripts/config/dependency-cruiser.js,
 * and also when it saw too little: with a compiler that it cannot use it silently sees nothing.
 */
import { existsSync } from 'node:fs';
import { cruise, format } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const roots = ['bin', 'src', 'migrations'].filter((folder) => existsSync(folder));
const options = await extractDepcruiseOptions('./scripts/config/dependency-cruiser.js');
const { output } = await cruise(roots, { ...options, validate: true }, undefined, {
  tsConfig: extractTSConfig('tsconfig.json'),
});
if (typeof output === 'string') throw new Error('dependency-cruiser answered with text, not with its result');

const sources = output.modules.filter((module) => /^src\/.*\.ts$/.test(module.source));
const imports = sources
  .flatMap((module) => module.dependencies)
  .filter((to) => /^src\/.*\.ts$/.test(to.resolved));
const report = await format(output, { outputType: 'err' });
console.log(report.output);
console.log(`layers: ${sources.length} modules of src, ${imports.length} imports between them`);
if (sources.length === 0 || imports.length === 0) {
  console.error('dependency-cruiser saw no modules or no imports: the check says nothing');
  process.exitCode = 1;
} else if (output.summary.error > 0) {
  process.exitCode = 1;
}
