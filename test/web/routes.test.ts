import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'mocha';
import { type Service, startService } from '../support/service.ts';
import { EVERY_PAGE } from './support/every-page.ts';

function source(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

function firstOf(path: string): string {
  return path.split('/')[1] ?? '';
}

describe('web/routes.ts', () => {
  const paths = [...source('web/routes.ts').matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path);
  let service: Service;

  before(async () => {
    service = await startService();
  });

  after(() => service.stop());

  it('has paths', () => {
    assert.ok(paths.length > 20);
  });

  it('has only paths that src/web/pages.ts serves', async () => {
    for (const path of paths) {
      const { status } = await fetch(service.url + path.replaceAll(/:\w+/g, '7'));
      assert.equal(status, 200, path);
    }
  });

  it('has a page for each word that src/web/pages.ts lets a path begin with', () => {
    const [, pattern = ''] = /const PAGES =\s*\/(.*)\/;/.exec(source('src/web/pages.ts')) ?? [];
    const served = new Set(pattern.match(/[a-z][a-z-]*/g));
    assert.deepEqual(new Set(paths.map(firstOf).filter((word) => word !== '')), served);
  });

  it('has only pages that accessibility.slow.test.ts looks at', () => {
    const looked = EVERY_PAGE.map(({ path }) => path.replace(/\?.*/, '').replaceAll(/\{\w+\}/g, ':id'));
    assert.deepEqual(
      paths.filter((path) => !looked.includes(path)),
      [],
    );
  });
});
