// Would catch a response with a prefix that its root element does not declare: most clients then read none of it.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';

describe('the prefix of DAV: in responses', () => {
  it('is d everywhere', () => {
    const files = globSync('src/{webdav,sync}/**/*.ts');
    assert.ok(files.length > 50);
    const others = files.filter((file) => /<\/?D:|xmlns:D\b/.test(readFileSync(file, 'utf8')));
    assert.deepEqual(others, []);
  });
});
