// Would catch a check of the imports that accepts files or folders which import each other.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../../scripts/check/layers.ts', import.meta.url));
const CONFIG = fileURLToPath(new URL('../../../scripts/config', import.meta.url));
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  include: ['.'],
});

describe('check-layers', () => {
  let project: string;

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'dms-check-layers-'));
    cpSync(CONFIG, join(project, 'scripts/config'), { recursive: true });
    plant('package.json', '{ "type": "module" }');
    plant('tsconfig.json', TSCONFIG);
    plant('web/tsconfig.json', TSCONFIG);
    plant(
      'docs/build/modules.md',
      '```mermaid\nflowchart TD\n  subgraph core\n    core/access[access]\n  end\n```\n',
    );
    plant('src/core/access/access.ts', `export type { Bits } from './bits.ts';`);
    plant('src/core/access/bits.ts', 'export type Bits = number;');
    plant('web/parts/forms/form.ts', `export type { Field } from './field.ts';`);
    plant('web/parts/forms/field.ts', 'export type Field = string;');
  });
  afterEach(() => rmSync(project, { recursive: true }));

  function plant(file: string, text: string): void {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }

  function check(): { status: number | null; errors: readonly string[] } {
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT], { cwd: project, encoding: 'utf8' });
    return { status, errors: [...stdout.matchAll(/error (\S+: \S+)/g)].map(([, error = '']) => error) };
  }

  it('accepts imports in one direction', () => {
    assert.deepEqual(check(), { status: 0, errors: [] });
  });

  for (const [file, other] of [
    ['src/core/access/bits.ts', 'access.ts'],
    ['web/parts/forms/field.ts', 'form.ts'],
  ] as const)
    it(`finds files that import each other for types: ${file}`, () => {
      plant(file, `import type * as other from './${other}';\nexport type { other };`);
      const { status, errors } = check();
      assert.equal(status, 1);
      assert.ok(errors.includes(`no-cycle: ${file}`), String(errors));
    });

  for (const [rule, folder, files] of [
    [
      'no-cycle-between-modules',
      'src/core/access',
      {
        'src/core/access/bits.ts': `export type { Lock } from '../locks/locks.ts';`,
        'src/core/locks/locks.ts': 'export type Lock = string;',
        'src/core/locks/holder.ts': `export type { Bits } from '../access/access.ts';`,
      },
    ],
    [
      'no-cycle-between-folders',
      'web/parts/forms',
      {
        'web/parts/forms/field.ts': `export type { Menu } from '../dialogs/menu.ts';`,
        'web/parts/dialogs/menu.ts': 'export type Menu = string;',
        'web/parts/dialogs/dialog.ts': `export type { Field } from '../forms/form.ts';`,
      },
    ],
    [
      'no-cycle-between-folders',
      'web/api',
      {
        'web/api/client.ts': `export type { Language } from '../text/language.ts';`,
        'web/text/language.ts': 'export type Language = string;',
        'web/text/messages.ts': `export type { Client } from '../api/client.ts';`,
      },
    ],
  ] as const)
    it(`finds folders that import each other for types: ${folder}`, () => {
      for (const [file, text] of Object.entries(files)) plant(file, text);
      const { status, errors } = check();
      assert.equal(status, 1);
      assert.ok(errors.includes(`${rule}: ${folder}`), String(errors));
      assert.ok(!errors.some((error) => error.startsWith('no-cycle: ')), String(errors));
    });
});
