/**
 * Checks the imports of the program and of its pages with dependency-cruiser. It fails if
 *
 * - an import breaks a rule of scripts/config/dependency-cruiser.js or, in web/, of dependency-cruiser-web.js,
 * - dependency-cruiser finds no modules or no imports, which happens without an error if it cannot use the installed
 *   TypeScript compiler,
 * - the module diagram in docs/build/modules.md is out of date.
 */
import { existsSync, readFileSync } from 'node:fs';
import { cruise, format } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { drawModules } from './modules.ts';

/** The code that one rules file covers. */
interface Area {
  /** Folder whose modules are counted. */
  readonly folder: string;
  readonly roots: readonly string[];
  /** File name in scripts/config. */
  readonly rules: string;
  readonly tsConfig: string;
}

const AREAS: readonly Area[] = [
  {
    folder: 'src',
    roots: ['bin', 'src', 'migrations'].filter((folder) => existsSync(folder)),
    rules: 'dependency-cruiser.js',
    tsConfig: 'tsconfig.json',
  },
  { folder: 'web', roots: ['web'], rules: 'dependency-cruiser-web.js', tsConfig: 'web/tsconfig.json' },
];

/** @returns whether all rules are met */
async function check({ folder, roots, rules, tsConfig }: Area): Promise<boolean> {
  const options = await extractDepcruiseOptions(`./scripts/config/${rules}`);
  const { output } = await cruise([...roots], { ...options, validate: true }, undefined, {
    tsConfig: extractTSConfig(tsConfig),
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser returned text instead of an object');

  const isOurs = (path: string): boolean => path.startsWith(`${folder}/`) && /\.tsx?$/.test(path);
  const sources = output.modules.filter(({ source }) => isOurs(source));
  const imports = sources
    .flatMap(({ dependencies }) => dependencies)
    .filter(({ resolved }) => isOurs(resolved));
  const report = await format(output, { outputType: 'err' });
  console.log(report.output);
  console.log(`layers: ${sources.length} files of ${folder}, ${imports.length} imports between them`);
  if (sources.length > 0 && imports.length > 0) return output.summary.error === 0;
  console.error(`dependency-cruiser found no modules or no imports of ${folder}, so nothing was checked`);
  return false;
}

for (const area of AREAS) if (!(await check(area))) process.exitCode = 1;

const [, diagram] = /```mermaid\n(.*?)\n```/s.exec(readFileSync('docs/build/modules.md', 'utf8')) ?? [];
if (diagram !== (await drawModules())) {
  console.error(
    'the diagram in docs/build/modules.md is out of date: replace it by the output of "npm run deps:picture"',
  );
  process.exitCode = 1;
}
