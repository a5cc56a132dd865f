/**
 * Import rules for the folders of web/ (docs/build/web.md). The table `folders` lists the allowed imports; every other
 * import is an error. `scripts/check/layers.ts` runs the rules.
 */

/** Allowed imports of each folder, and of the top-level files. */
const folders = {
  main: ['app', 'router', 'state', 'text', 'style'],
  app: ['routes', 'upload', 'parts', 'router', 'state', 'api', 'text'],
  routes: ['pages', 'router', 'text'],
  pages: ['upload', 'details', 'preview', 'parts', 'router', 'state', 'api', 'text'],
  upload: ['parts', 'router', 'state', 'api', 'text'],
  details: ['preview', 'parts', 'router', 'state', 'api', 'text'],
  preview: ['parts', 'router', 'state', 'api', 'text'],
  parts: ['router', 'state', 'api', 'text'],
  visitor: [],
  router: [],
  state: ['api', 'text'],
  api: ['text', 'schema'],
  text: ['schema'],
  schema: [],
};

const files = {
  main: '^web/main\\.tsx$',
  app: '^web/app\\.tsx$',
  routes: '^web/routes\\.ts$',
  router: '^web/router\\.ts$',
  schema: '^web/schema\\.d\\.ts$',
};

const pathOf = (name) => files[name] ?? `^web/${name}/`;
/** A file with its own row does not belong to its folder. */
const exceptionsOf = (name) => (name in files ? [] : Object.values(files));

export default {
  forbidden: [
    ...Object.entries(folders).map(([name, uses]) => ({
      name: `web-${name}-imports`,
      comment: `${name} of web/ may import ${uses.join(', ') || 'nothing else'} of web/, and nothing of other folders.`,
      severity: 'error',
      from: { path: pathOf(name), pathNot: exceptionsOf(name) },
      to: {
        pathNot: ['node_modules/', '^(icon|style):', pathOf(name), ...uses.map(pathOf)],
      },
    })),
    {
      name: 'web-file-not-listed',
      comment:
        'Add the folder to `folders` in scripts/config/dependency-cruiser-web.js and to docs/build/web.md.',
      severity: 'error',
      from: { path: '^web/', pathNot: Object.keys(folders).map(pathOf) },
      to: {},
    },
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-cycle-between-folders',
      comment: 'Two folders must not import each other, not even for types.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^web/' },
      to: { path: '^web/', circular: true },
    },
    {
      name: 'not-resolvable',
      severity: 'error',
      from: {},
      // The build generates these (scripts/build-web).
      to: { couldNotResolve: true, pathNot: '^(icon|style):' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type imports count too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'web/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
    },
  },
};
