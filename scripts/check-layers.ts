/**
 * Runs dependency-cruiser over the program and fails on a broken rule of scripts/config/dependency-cruiser.js,
 * and also when it saw too little: with a compiler that it cannot use it silently sees nothing. Fails as well when the
 * picture of the rooms in docs/architecture.md is out of date.
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

const [, drawn] = /```mermaid\n(.*?)\n```/s.exec(readFileSync('docs/architecture.md', 'utf8')) ?? [];
if (drawn !== (await drawRooms())) {
  console.error(
    'docs/architecture.md does not show the rooms as they are: put in what "npm run deps:picture" prints',
  );
  process.exitCode = 1;
}
