import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { routes } from '../../../src/rest/routes.ts';
import { type Service, startService } from '../../support/service.ts';

const folder = fileURLToPath(new URL('../../../docs/build/contract/', import.meta.url));
const contract = globSync('*.md', { cwd: folder })
  .map((page) => readFileSync(folder + page, 'utf8'))
  .join('\n');

function routesIn(pattern: RegExp): Set<string> {
  return new Set([...contract.matchAll(pattern)].map(([, route = '']) => route));
}

describe('docs/build/contract', () => {
  let service: Service;
  let served: Set<string>;

  before(async () => {
    service = await startService();
    const all = Object.values(routes(service.dms, null)).flat();
    served = new Set(all.map(([method, path]) => `${method} /api${path}`));
  });

  after(() => service.stop());

  it('names every route', () => {
    const named = routesIn(/`([A-Z]+ \/api\/[^`?]*)`/g);
    assert.deepEqual([...served.difference(named)], []);
  });

  it('has no other route in its tables', () => {
    const listed = routesIn(/^\| `([A-Z]+ \/api\/[^`?]*)`/gm);
    assert.ok(listed.size > 80);
    assert.deepEqual([...listed.difference(served)], []);
  });
});
