/**
 * The layers of src/, and the one place of each package. Both tables say what is allowed; everything else is an
 * error. `scripts/check-layers.ts` runs them.
 */

/** For each layer: what it may import for use, and what for its types only. */
const layers = {
  model: { uses: [], types: [] },
  config: { uses: [], types: [] },
  log: { uses: [], types: [] },
  storage: { uses: ['model', 'log', 'migrations'], types: ['config'] },
  core: { uses: ['storage', 'model', 'log'], types: ['config'] },
  http: { uses: ['core', 'model', 'config', 'log'], types: [] },
  rest: { uses: ['http', 'core', 'model', 'config', 'log'], types: [] },
  webdav: { uses: ['http', 'core', 'model', 'config', 'log'], types: [] },
  jobs: { uses: ['http', 'core', 'model', 'config', 'log'], types: [] },
  web: { uses: ['http', 'core', 'model', 'config', 'log'], types: [] },
  cli: { uses: ['http', 'core', 'model', 'config', 'log', 'migrations'], types: [] },
  bin: { uses: ['cli'], types: [] },
  migrations: { uses: [], types: [] },
};

/** cli/compose.ts wires everything, so it alone sees storage and the faces. */
const compose = '^src/cli/compose\\.ts$';
const composed = ['storage', 'rest', 'webdav', 'jobs', 'web'];

/** For each package: the files that may import it (regular expressions of paths). */
const packages = {
  argon2: ['^src/core/credentials/passwords\\.ts$'],
  'better-sqlite3': ['^src/storage/'],
  commander: ['^src/cli/'],
  'content-disposition': ['^src/http/'],
  cookie: ['^src/rest/'],
  'csv-stringify': ['^src/rest/'],
  express: ['^src/rest/', compose],
  'express-rate-limit': ['^src/rest/'],
  'fastest-levenshtein': ['^src/config/'],
  knex: ['^src/storage/', '^migrations/'],
  'lru-cache': ['^src/core/', '^src/webdav/'],
  'mime-types': ['^src/core/', '^src/http/'],
  multer: ['^src/rest/'],
  nodemailer: ['^src/jobs/'],
  otpauth: ['^src/core/credentials/totp\\.ts$'],
  pino: ['^src/log\\.ts$'],
  'pino-pretty': ['^src/log\\.ts$'],
  'proxy-addr': ['^src/http/'],
  saxes: ['^src/webdav/'],
  uqr: ['^src/rest/'],
  'webdav-server': ['^src/webdav/'],
  yaml: ['^src/config/'],
  zod: ['^src/rest/', '^src/config/', '^src/cli/'],
};

const folder = (layer) =>
  ['bin', 'migrations'].includes(layer)
    ? `^${layer}/`
    : layer === 'log'
      ? '^src/log\\.ts$'
      : `^src/${layer}/`;
const folders = (names) => names.map(folder);
const ours = '^(src|bin|migrations|test|scripts)/';
const typeOnly = ['type-only'];

/** The layers that are divided into rooms: folders by topic, each entered by the file that bears its name. */
const roomy = '(core|rest|storage|webdav)';
const inRoom = `^src/${roomy}/([^/]+)/`;
const door = `^src/${roomy}/([^/]+)/\\2\\.ts$`;

const roomRules = [
  {
    name: 'rooms-are-entered-by-their-doors',
    comment: 'A room is entered by the file that bears its name; what else lies in it is private to it.',
    severity: 'error',
    from: { path: inRoom },
    to: { path: inRoom, pathNot: ['^src/$1/$2/', door] },
  },
  {
    name: 'rooms-are-entered-by-their-doors',
    severity: 'error',
    from: { path: '^(src|bin|migrations)/', pathNot: inRoom },
    to: { path: inRoom, pathNot: door },
  },
  {
    name: 'no-cycle-between-rooms',
    comment: 'Of two rooms one may use the other, never both; an import of types counts.',
    severity: 'error',
    scope: 'folder',
    from: { path: `^src/${roomy}/[^/]+$` },
    to: { path: `^src/${roomy}/[^/]+$`, circular: true },
  },
];

const layerRules = Object.entries(layers).flatMap(([layer, { uses, types }]) => [
  {
    name: `${layer}-imports`,
    comment: `${layer} may import ${[...uses, ...types.map((name) => `types of ${name}`)].join(', ') || 'nothing of ours'}.`,
    severity: 'error',
    from: { path: folder(layer), ...(layer === 'cli' ? { pathNot: compose } : {}) },
    to: { path: ours, pathNot: folders([layer, ...uses, ...types]) },
  },
  ...types.map((name) => ({
    name: `${layer}-imports-only-types-of-${name}`,
    severity: 'error',
    from: { path: folder(layer) },
    to: { path: folder(name), dependencyTypesNot: typeOnly },
  })),
]);

const packageRules = Object.entries(packages).map(([name, homes]) => ({
  name: `home-of-${name}`,
  comment: `${name} is imported in ${homes.join(', ')} only.`,
  severity: 'error',
  from: { path: '^(src|bin|migrations)/', pathNot: homes },
  to: { path: `node_modules/(@types/)?${name}/` },
}));

export default {
  forbidden: [
    ...layerRules,
    ...roomRules,
    {
      name: 'compose-imports',
      comment: 'cli/compose.ts wires the layers; it does not read the command line or tests.',
      severity: 'error',
      from: { path: compose },
      to: { path: ours, pathNot: folders([...layers.cli.uses, ...composed, 'cli']) },
    },
    ...packageRules,
    {
      name: 'package-without-home',
      comment: 'A package that no layer owns yet: give it a home in scripts/config/dependency-cruiser.js.',
      severity: 'error',
      from: { path: '^(src|bin|migrations)/' },
      to: {
        path: 'node_modules/',
        pathNot: Object.keys(packages).map((name) => `node_modules/(@types/)?${name}/`),
      },
    },
    {
      name: 'model-is-pure',
      severity: 'error',
      from: { path: '^src/model/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'files-belong-to-storage',
      comment:
        'The faces and the core reach files through storage; config and the command line read their own.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(storage|config|cli|jobs)/'] },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'undeclared-package',
      severity: 'error',
      from: { path: '^(src|bin|migrations)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], pathNot: 'node_modules/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Imports of types count too: a layer that knows another's types depends on it.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
