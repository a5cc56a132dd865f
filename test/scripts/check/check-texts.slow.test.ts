import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../../scripts/check/texts.ts', import.meta.url));
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  include: ['.'],
});

describe('check-texts', () => {
  let project: string;

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'dms-check-texts-'));
    plant('web/tsconfig.json', TSCONFIG);
  });
  afterEach(() => rmSync(project, { recursive: true }));

  function plant(file: string, text: string): void {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }

  function check(): { status: number | null; unused: readonly string[] } {
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT], { cwd: project, encoding: 'utf8' });
    return {
      status,
      unused: [...stderr.matchAll(/nothing uses the text (.*)/g)].map(([, name = '']) => name),
    };
  }

  it('names a text that only the catalogues have', () => {
    plant('web/text/en.ts', `export const en = { save: 'Save', open: () => 'Open', left: 'Left' };`);
    plant(
      'web/text/de.ts',
      `import { en } from './en.ts';
      export const de: typeof en = { save: 'Sichern', open: () => 'Öffnen', left: en.left };`,
    );
    plant(
      'web/main.ts',
      `import { en } from './text/en.ts';\nconst { save } = en;\nexport const shown = [save, en.open()];`,
    );
    assert.deepEqual(check(), { status: 1, unused: ['left'] });
  });

  it('counts texts that a variable chooses, by its type, and groups that are handed on', () => {
    plant(
      'web/text/en.ts',
      `export const en = {
        kinds: { pdf: 'PDF', image: 'Picture', other: 'Other' },
        keys: { up: '↑', down: '↓' },
      };`,
    );
    plant(
      'web/main.ts',
      `import { en } from './text/en.ts';
      export const kind = (name: 'pdf' | 'image') => en.kinds[name];
      export const keys = Object.entries(en.keys);`,
    );
    assert.deepEqual(check(), { status: 1, unused: ['other'] });
  });

  it('fails when it sees no text at all', () => {
    plant('web/main.ts', 'export {};');
    assert.deepEqual(check(), { status: 1, unused: [] });
  });
});
