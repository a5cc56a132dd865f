import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../../scripts/check/members.ts', import.meta.url));
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  include: ['src', 'test'],
});

describe('check-members', () => {
  let project: string;

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'dms-check-members-'));
    plant('tsconfig.json', TSCONFIG);
  });
  afterEach(() => rmSync(project, { recursive: true }));

  function plant(file: string, text: string): void {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }

  function check(): { status: number | null; unused: readonly string[] } {
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT], { cwd: project, encoding: 'utf8' });
    return { status, unused: [...stderr.matchAll(/nothing uses (.*)/g)].map(([, name = '']) => name) };
  }

  it('names a member that only itself, a comment and a test use', () => {
    plant(
      'src/door.ts',
      `export class Door {
        static open(): Door { return new Door(); }
        /** As {@link Door.knock}. */
        ring(): void { this.#listen(); }
        knock(): void { this.knock(); }
        #listen(): void {}
      }`,
    );
    plant('src/main.ts', `import { Door } from './door.ts';\nDoor.open().ring();`);
    plant('test/door.ts', `import { Door } from '../src/door.ts';\nDoor.open().knock();`);
    assert.deepEqual(check(), { status: 1, unused: ['Door.knock'] });
  });

  it('counts what is used through an interface, and what a base class asks for', () => {
    plant(
      'src/door.ts',
      `export interface Bell { ring(): void }
      export class Door extends Error implements Bell {
        override readonly name = 'Door';
        ring(): void {}
      }`,
    );
    plant(
      'src/main.ts',
      `import { type Bell, Door } from './door.ts';\nconst bell: Bell = new Door();\nbell.ring();`,
    );
    assert.deepEqual(check(), { status: 0, unused: [] });
  });

  it('fails when it sees no member at all', () => {
    plant('src/main.ts', 'export {};');
    assert.deepEqual(check(), { status: 1, unused: [] });
  });
});
