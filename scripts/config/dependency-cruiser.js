/**
 * Import rules for the layers and modules of src/ (docs/build/modules.md), and for npm packages. The tables `layers`
 * and `packages` list the allowed imports; every other import is an error. `scripts/check/layers.ts` runs the rules.
 */

/** For each layer: the layers that it may import (`uses`), and those from which it may import only types (`types`). */
const layers = {
  model: { uses: [], types: [] },
  config: { uses: [], types: [] },
  log: { uses: ['model'], types: [] },
  program: { uses: [], types: [] },
  storage: { uses: ['model', 'log', 'program', 'migrations'], types: ['config'] },
  core: { uses: ['storage', 'model', 'log'], types: ['config'] },
  upkeep: { uses: ['core', 'storage', 'model', 'log'], types: ['config'] },
  http: { uses: ['core', 'model', 'config', 'log'], types: [] },
  rest: { uses: ['http', 'core', 'model', 'config', 'log'], types: [] },
  webdav: { uses: ['http', 'core', 'model', 'config', 'log'], types: [] },
  sync: { uses: ['http', 'webdav', 'core', 'model', 'config', 'log'], types: [] },
  jobs: { uses: ['http', 'core', 'model', 'config', 'log', 'program'], types: [] },
  web: { uses: ['http', 'core', 'model', 'config', 'log', 'program'], types: [] },
  server: { uses: ['http', 'model', 'config', 'log'], types: [] },
  cli: {
    uses: ['server', 'upkeep', 'http', 'core', 'model', 'config', 'log', 'program', 'migrations'],
    types: [],
  },
  bin: { uses: ['cli'], types: [] },
  migrations: { uses: [], types: [] },
};

/** cli/render-child.ts is the program of the child process, so it may import jobs. */
const childProgram = '^src/cli/render-child\\.ts$';
/** These files create all objects: cli/composition-root.ts the core and the jobs, cli/interfaces.ts what only `serve` needs. */
const compositionRoots = '^src/cli/(composition-root|interfaces)\\.ts$';
/** cli/process/data-directory.ts works on the disk before the core exists. */
const dataDirectory = '^src/cli/process/data-directory\\.ts$';
const composedLayers = ['storage', 'rest', 'webdav', 'sync', 'jobs', 'web'];

/** For each package: the files that may import it, as regular expressions for their paths. */
const packages = {
  '@peculiar/x509': ['^src/server/self-signed\\.ts$'],
  '@kenjiuno/msgreader': ['^src/jobs/text/'],
  '@hyzyla/pdfium': ['^src/jobs/formats/'],
  '@imagemagick/magick-wasm': ['^src/jobs/pictures/'],
  '@jimp/core': ['^src/jobs/pictures/jimp\\.ts$'],
  '@jimp/js-jpeg': ['^src/jobs/pictures/jimp\\.ts$'],
  '@jimp/js-png': ['^src/jobs/pictures/jimp\\.ts$'],
  '@jimp/plugin-resize': ['^src/jobs/pictures/jimp\\.ts$'],
  argon2: ['^src/core/credentials/passwords\\.ts$'],
  'better-sqlite3': ['^src/storage/'],
  chardet: ['^src/jobs/formats/'],
  commander: ['^src/cli/'],
  'content-disposition': ['^src/http/'],
  cookie: ['^src/rest/', '^src/web/links/', '^src/http/session-cookie\\.ts$'],
  croner: ['^src/config/', '^src/core/schedule\\.ts$'],
  'csv-stringify': ['^src/rest/'],
  express: ['^src/rest/', '^src/web/links/', '^src/http/uploads/', compositionRoots],
  'express-rate-limit': ['^src/rest/', '^src/web/links/'],
  'fastest-levenshtein': ['^src/config/'],
  'file-type': ['^src/jobs/formats/'],
  htmlparser2: ['^src/jobs/text/'],
  knex: ['^src/storage/connection/schema\\.ts$', '^migrations/'],
  'lru-cache': ['^src/core/', '^src/storage/database/dependency-cache', '^src/webdav/'],
  'mime-types': ['^src/core/', '^src/http/'],
  multer: ['^src/http/uploads/'],
  nodemailer: ['^src/jobs/'],
  otpauth: ['^src/core/credentials/totp\\.ts$'],
  pino: ['^src/log\\.ts$'],
  'pino-pretty': ['^src/log\\.ts$'],
  'postal-mime': ['^src/jobs/text/'],
  'prom-client': ['^src/http/metrics/prometheus-metrics\\.ts$'],
  'proxy-addr': ['^src/http/'],
  'reflect-metadata': ['^src/server/self-signed\\.ts$'],
  saxes: ['^src/webdav/', '^src/jobs/text/'],
  uqr: ['^src/rest/', '^src/sync/connect/'],
  'webdav-server': ['^src/webdav/method-dispatch\\.ts$'],
  yaml: ['^src/config/'],
  yauzl: ['^src/jobs/formats/'],
  zod: [
    '^src/rest/',
    '^src/config/',
    '^src/cli/',
    '^src/jobs/(child-message-schema|scheduled-backups)\\.ts$',
    '^src/storage/repository/',
    '^src/web/',
  ],
};

const folder = (layer) =>
  ['bin', 'migrations'].includes(layer)
    ? `^${layer}/`
    : layer === 'log'
      ? '^src/log\\.ts$'
      : `^src/${layer}/`;
const folders = (names) => names.map(folder);
const ownCode = '^(src|bin|migrations|test|scripts)/';
const typeOnly = ['type-only'];

/**
 * The layers that are divided into modules, which are folders by topic. The entry file of a module is the file with
 * the name of its folder.
 */
const layersWithModules = '(core|rest|storage|sync|upkeep|webdav)';
const inModule = `^src/${layersWithModules}/([^/]+)/`;
const entryFile = `^src/${layersWithModules}/([^/]+)/\\2\\.ts$`;
/** Modules that the other modules of storage build on. Each of their files is an entry file. */
const openModules = '^src/storage/(connection|database|disk|threads|wal)/';

const moduleRules = [
  {
    name: 'import-modules-by-their-entry-file',
    comment: 'Import the entry file of a module, the file with its name. Its other files are private.',
    severity: 'error',
    from: { path: inModule },
    to: { path: inModule, pathNot: ['^src/$1/$2/', entryFile, openModules] },
  },
  {
    name: 'import-modules-by-their-entry-file',
    severity: 'error',
    from: { path: '^(src|bin|migrations)/', pathNot: inModule },
    to: { path: inModule, pathNot: [entryFile, openModules] },
  },
  {
    name: 'no-cycle-between-modules',
    comment: 'Two modules must not import each other, not even for types.',
    severity: 'error',
    scope: 'folder',
    from: { path: `^src/${layersWithModules}/[^/]+$` },
    to: { path: `^src/${layersWithModules}/[^/]+$`, circular: true },
  },
];

const allowedText = (uses, types) =>
  [...uses, ...types.map((name) => `types of ${name}`)].join(', ') || 'no other layer';

const layerRules = Object.entries(layers).flatMap(([layer, { uses, types }]) => [
  {
    name: `${layer}-imports`,
    comment: `${layer} may import ${allowedText(uses, types)}.`,
    severity: 'error',
    from: {
      path: folder(layer),
      ...(layer === 'cli' ? { pathNot: [compositionRoots, dataDirectory, childProgram] } : {}),
    },
    to: { path: ownCode, pathNot: folders([layer, ...uses, ...types]) },
  },
  ...types.map((name) => ({
    name: `${layer}-imports-only-types-of-${name}`,
    severity: 'error',
    from: { path: folder(layer) },
    to: { path: folder(name), dependencyTypesNot: typeOnly },
  })),
]);

const packageRules = Object.entries(packages).map(([name, importers]) => ({
  name: `package-${name}`,
  comment: `Only ${importers.join(', ')} may import ${name}.`,
  severity: 'error',
  from: { path: '^(src|bin|migrations)/', pathNot: importers },
  to: { path: `node_modules/(@types/)?${name}/` },
}));

export default {
  forbidden: [
    ...layerRules,
    ...moduleRules,
    {
      name: 'composition-root-imports',
      comment:
        'cli/composition-root.ts and cli/interfaces.ts may import all layers except bin, and neither tests nor scripts.',
      severity: 'error',
      from: { path: compositionRoots },
      to: { path: ownCode, pathNot: folders([...layers.cli.uses, ...composedLayers, 'cli']) },
    },
    {
      name: 'interfaces-for-serve',
      comment:
        'A third of the time that a command takes to start goes into loading the interfaces, which only serve needs.',
      severity: 'error',
      from: { path: '^(src|bin)/', pathNot: '^src/cli/serve\\.ts$' },
      to: { path: '^src/cli/interfaces\\.ts$', dependencyTypesNot: typeOnly },
    },
    {
      name: 'data-directory-imports',
      comment: 'cli/process/data-directory.ts may import storage besides what cli may.',
      severity: 'error',
      from: { path: dataDirectory },
      to: { path: ownCode, pathNot: folders([...layers.cli.uses, 'storage', 'cli']) },
    },
    {
      name: 'child-program-imports',
      comment:
        'cli/render-child.ts may import jobs, cli/terminal/output.ts and program/heap.ts only: the child process must stay small.',
      severity: 'error',
      from: { path: childProgram },
      to: {
        path: ownCode,
        pathNot: ['^src/jobs/', '^src/cli/terminal/output\\.ts$', '^src/program/heap\\.ts$'],
      },
    },
    ...packageRules,
    {
      name: 'package-not-listed',
      comment: 'Add the package to `packages` in scripts/config/dependency-cruiser.js.',
      severity: 'error',
      from: { path: '^(src|bin|migrations)/' },
      to: {
        path: 'node_modules/',
        pathNot: Object.keys(packages).map((name) => `node_modules/(@types/)?${name}/`),
      },
    },
    {
      name: 'model-is-pure',
      comment: 'node:url converts names of hosts (IDNA), and has no state.',
      severity: 'error',
      from: { path: '^src/model/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?url$' },
    },
    {
      name: 'file-access',
      comment:
        'Only storage, config, program, cli, jobs, server and upkeep may use node:fs. Others use storage.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(storage|config|program|cli|jobs|server|upkeep)/'] },
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
    // Type imports count too: a layer that uses the types of another layer depends on it.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
