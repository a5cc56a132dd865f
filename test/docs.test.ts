import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../src/config/loader.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['README.md', ...readdirSync(`${root}docs`).map((name) => `docs/${name}`)];

describe('documentation', () => {
  for (const page of pages) {
    const text = readFileSync(root + page, 'utf8');

    it(`${page} names files that exist`, () => {
      const named = text.matchAll(
        /`((?:bin|docs|migrations|scripts|src|test)\/[\w./-]+\.(?:ts|js|json|md))`/g,
      );
      const missing = [...named].map(([, path = '']) => path).filter((path) => !existsSync(root + path));
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
