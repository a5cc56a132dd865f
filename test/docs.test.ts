import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
});
