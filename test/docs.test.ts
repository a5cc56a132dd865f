import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../src/config/loader.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['README.md', ...readdirSync(`${root}docs`).map((name) => `docs/${name}`)];
/** The names of all files of ours, without their folders. */
const names = new Set(
  ['bin', 'migrations', 'scripts', 'src', 'test', 'web'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
  ),
);

/** Whether a page may call a file so: by its path, which may leave out `src/`, or by its name alone. */
function isFile(named: string): boolean {
  if (!named.includes('/')) return names.has(named);
  return existsSync(root + named) || existsSync(`${root}src/${named}`);
}

/** The files that a page names. Those without a folder are programs: others may be made by a command. */
function filesIn(text: string): string[] {
  const named = text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|m?js|json|md|css)|[\w.-]+\.(?:tsx?|m?js))`/g);
  return [...named].map(([, path = '']) => path);
}

describe('documentation', () => {
  for (const page of pages) {
    const text = readFileSync(root + page, 'utf8');

    it(`${page} names files that exist`, () => {
      const missing = filesIn(text).filter((path) => !isFile(path));
      assert.deepEqual(missing, []);
    });

    it(`${page} links to files that exist`, () => {
      const folder = new URL(page, `file://${root}`);
      const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
      assert.deepEqual(
        links.filter((target) => !existsSync(new URL(target, folder))),
        [],
      );
    });
  }

  it('names files at all', () => {
    const texts = pages.map((page) => readFileSync(root + page, 'utf8'));
    assert.ok(texts.flatMap(filesIn).length > 200);
  });

  it('shows configurations that dms accepts', () => {
    const texts = pages.map((page) => readFileSync(root + page, 'utf8'));
    const shown = texts.flatMap((text) =>
      [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = '']) => yaml),
    );
    assert.ok(shown.length >= 2);
    const folder = mkdtempSync(join(tmpdir(), 'dms-docs-'));
    try {
      for (const yaml of shown) {
        const file = join(folder, 'config.yaml');
        writeFileSync(file, yaml);
        loadConfig({ file, environment: {} });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
