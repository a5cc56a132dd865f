import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { oneChange } from './eslint-one-change.js';

const root = new URL('../..', import.meta.url).pathname;

const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only src/config may read environment variables.',
};

const clockAndRandomness = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Use the clock that is passed in (in core: context.now).',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Use the clock that is passed in (in core: context.now).',
  },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: 'Use the random source that is passed in (in core: context.randomBytes).',
  },
];

const lateListener = {
  selector:
    "CallExpression[callee.name='useEffect'] CallExpression[callee.name='addEventListener'], CallExpression[callee.name='useEffect'] CallExpression[callee.property.name='addEventListener']",
  message: 'Use useLayoutEffect: useEffect runs after the paint, and input before it would be lost.',
};

export default defineConfig([
  globalIgnores(['node_modules/', 'coverage/', 'dist/', 'data/', 'web/schema.d.ts']),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: {
      complexity: ['error', 12],
      eqeqeq: ['error', 'always'],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-restricted-syntax': ['error', environment],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
    },
  },
  {
    files: ['{src,bin,scripts,web}/**/*.{ts,tsx}'],
    rules: {
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      // `never` still allows `as const`.
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/cli/service/health-request.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'node:http',
              allowTypeImports: true,
              message: 'It loads undici: see server/node-http.ts.',
            },
          ],
        },
      ],
    },
  },
  {
    // esbuild exports anything that is not JavaScript as the default export of its module.
    files: ['web/types.d.ts'],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', environment, lateListener] },
  },
  {
    // One table with all routes is easier to read than several.
    files: ['src/rest/routes.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['migrations/**/*.ts'],
    rules: { 'max-lines': ['error', 300] },
  },
  {
    files: ['src/{model,storage,core}/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', environment, ...clockAndRandomness] },
  },
  {
    files: ['src/{rest,webdav}/**/*.ts'],
    plugins: { dms: { rules: { 'one-change': oneChange } } },
    rules: { 'dms/one-change': 'error' },
  },
  {
    files: ['src/config/**/*.ts', 'scripts/**/*.ts', 'test/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Tests read untyped JSON responses, and fakes must often be async without awaiting anything.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
]);
